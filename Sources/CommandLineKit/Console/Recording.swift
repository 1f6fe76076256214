/// A device that keeps what is written and gives what it was told to: for running commands within
/// a test, and for gathering what a command would print.
public final class Recording {
  /// The bytes of the output so far.
  public private(set) var outputBytes: [UInt8] = []
  /// The bytes of the messages so far.
  public private(set) var errorBytes: [UInt8] = []
  /// What was written, write by write.
  public private(set) var writes: [(output: ConsoleDevice.Output, bytes: [UInt8])] = []
  /// What is still to be read.
  public var input: [UInt8]
  /// The environment.
  public var variables: [String: String]
  /// Whether input and both outputs say that they are terminals.
  public var isTerminal = false
  /// Columns and rows.
  public var size: (columns: Int, rows: Int)?
  /// The time that the device tells.
  public var elapsed = Duration.zero
  /// What each further write to the output throws.
  public var failure: ConsoleError?

  /// Makes a recording of nothing yet.
  public init(input: String = "", variables: [String: String] = [:]) {
    self.input = Array(input.utf8)
    self.variables = variables
  }

  /// The output as text.
  public var output: String { String(decoding: outputBytes, as: UTF8.self) }
  /// The messages as text.
  public var errors: String { String(decoding: errorBytes, as: UTF8.self) }

  /// A console that writes to and reads from this recording.
  public func console() -> Console {
    Console(device)
  }

  /// The device.
  public var device: ConsoleDevice {
    ConsoleDevice(
      write: { [self] (output, bytes) throws(ConsoleError) in
        if output == .standard, let failure { throw failure }
        writes.append((output, bytes))
        switch output {
        case .standard: outputBytes += bytes
        case .error: errorBytes += bytes
        }
      },
      read: { [self] (count) throws(ConsoleError) in
        let part = Array(input.prefix(count))
        input.removeFirst(part.count)
        return part
      },
      isOutputTerminal: { [self] _ in isTerminal },
      isInputTerminal: { [self] in isTerminal },
      size: { [self] in size },
      variable: { [self] in variables[$0] },
      elapsed: { [self] in elapsed })
  }
}
