/// When output is coloured.
public enum ColorChoice: String, CaseIterable, ArgumentValue {
  /// On a terminal, unless `NO_COLOR` is set and not empty or `TERM` is `dumb`.
  case auto
  /// Always, in pipes too.
  case always
  /// Never.
  case never
}

/// The place where a command writes and reads: it owns output, messages, input, width and colour,
/// so that commands run the same in a terminal, in a pipe and in a test.
///
/// Output is gathered in a buffer of 64 KiB and written when that is full, before a message, and on
/// ``flush()``, which `main` calls last: only then is it known that all was written. Messages are
/// written at once. A console belongs to one thread.
public final class Console {
  /// What it writes to.
  public let device: ConsoleDevice
  /// When output is coloured; `auto` until the words are read.
  public var color = ColorChoice.auto
  /// Whether the output is for a machine: then it has no colour whatever ``color`` says.
  public var isMachineOutput = false
  /// Whether the person asked for quiet: no progress is shown.
  public var isQuiet = false

  private var buffer: [UInt8] = []
  private var hasProgressLine = false
  private static let bufferBytes = 64 * 1024

  /// Makes a console.
  public init(_ device: ConsoleDevice) {
    self.device = device
    buffer.reserveCapacity(Self.bufferBytes)
  }

  // MARK: Writing

  /// Adds text to the output.
  public func write(_ text: String) throws(ConsoleError) {
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= Self.bufferBytes { try flush() }
  }

  /// Adds bytes to the output; as many as a buffer holds go past it.
  public func write(bytes: [UInt8]) throws(ConsoleError) {
    guard bytes.count < Self.bufferBytes else {
      try flush()
      clearProgress()
      return try device.write(.standard, bytes)
    }
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.bufferBytes { try flush() }
  }

  /// Adds text and a line feed to the output.
  public func writeLine(_ text: String = "") throws(ConsoleError) {
    buffer.append(contentsOf: text.utf8)
    buffer.append(UInt8(ascii: "\n"))
    if buffer.count >= Self.bufferBytes { try flush() }
  }

  /// Writes what is in the buffer.
  ///
  /// After an error the buffer is empty: what could not be written is not tried again.
  public func flush() throws(ConsoleError) {
    guard !buffer.isEmpty else { return }
    clearProgress()
    let bytes = buffer
    buffer.removeAll(keepingCapacity: true)
    try device.write(.standard, bytes)
  }

  /// Writes a line to the messages, after the output so far.
  ///
  /// A message that cannot be written is lost: there is no place left to say so, and the work that
  /// it speaks of should not fail for it.
  public func writeError(_ line: String) {
    // The failure of the output itself is met again at the next flush by whoever writes there.
    var failure: ConsoleError?
    do { try flush() } catch { failure = error }
    clearProgress()
    try? device.write(.error, Array("\(line)\n".utf8))
    if let failure { pendingFailure = pendingFailure ?? failure }
  }

  /// The first failure to write output that a message met; thrown by ``finish()``.
  private var pendingFailure: ConsoleError?

  /// Writes all that is left and throws if any of the output was lost.
  ///
  /// The last thing `main` does.
  public func finish() throws(ConsoleError) {
    try flush()
    clearProgress()
    if let failure = pendingFailure {
      pendingFailure = nil
      throw failure
    }
  }

  // MARK: Reading

  /// Whether a person types the input.
  public var isInputTerminal: Bool { device.isInputTerminal() }

  /// Reads standard input to its end; throws ``ConsoleError/inputTooLong(limit:)`` where it is
  /// longer than `limit` bytes, having read no more than that and a buffer.
  public func readAll(limit: Int) throws(ConsoleError) -> [UInt8] {
    var input: [UInt8] = []
    while true {
      let part = try device.read(Self.bufferBytes)
      if part.isEmpty { return input }
      input += part
      if input.count > limit { throw .inputTooLong(limit: limit) }
    }
  }

  /// Reads a line that a person types, without its line feed; `nil` at the end of input.
  ///
  /// The output so far and `prompt` are shown first, the prompt among the messages.
  public func readLine(prompt: String = "") throws(ConsoleError) -> String? {
    try flush()
    clearProgress()
    if !prompt.isEmpty { try device.write(.error, Array(prompt.utf8)) }
    var line: [UInt8] = []
    while true {
      let byte = try device.read(1)
      guard let read = byte.first else {
        return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
      }
      if read == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
      line.append(read)
    }
  }

  // MARK: How it looks

  /// Whether a person sees the output.
  public var isOutputTerminal: Bool { device.isOutputTerminal(.standard) }

  /// Columns of the terminal; 80 where there is none.
  public var width: Int { max(device.size()?.columns ?? 80, 1) }

  /// Rows of the terminal; 24 where there is none.
  public var height: Int { max(device.size()?.rows ?? 24, 1) }

  /// The marks of the output.
  public var style: Style { Style(isEnabled: !isMachineOutput && isColored(.standard)) }

  /// The marks of the messages.
  public var errorStyle: Style { Style(isEnabled: !isMachineOutput && isColored(.error)) }

  /// Whether long output may go through a pager: a person reads it on a terminal that can.
  public var allowsPager: Bool {
    !isMachineOutput && color != .never && isOutputTerminal && isInputTerminal && isFancy
  }

  /// How pictures are drawn between the lines; nil where they cannot be, or are not wanted.
  public var pictures: PictureProtocol? {
    guard !isMachineOutput, color != .never, isOutputTerminal, isFancy else { return nil }
    return PictureProtocol(variable: device.variable)
  }

  private func isColored(_ output: ConsoleDevice.Output) -> Bool {
    switch color {
    case .always: true
    case .never: false
    case .auto: device.isOutputTerminal(output) && isFancy
    }
  }

  /// no-color.org: a variable that is present and not empty, whatever it says.
  private var isFancy: Bool {
    (device.variable("NO_COLOR") ?? "").isEmpty && device.variable("TERM") != "dumb"
  }

  // MARK: Progress

  /// Begins to show how far a work is; see ``ProgressLine``.
  public func progress(_ what: String, unit: String, total: Int? = nil) -> ProgressLine {
    let isShown =
      !isQuiet && device.isOutputTerminal(.error) && device.variable("TERM") != "dumb"
    return ProgressLine(what, unit: unit, total: total, began: device.elapsed(), isShown: isShown)
  }

  /// Tells how much of a work is done, and redraws its line where that is due.
  public func update(_ progress: inout ProgressLine, done: Int) {
    guard progress.isShown else { return }
    guard let line = progress.line(done: done, at: device.elapsed(), width: width) else { return }
    hasProgressLine = true
    // Progress that cannot be shown is no reason for the work to stop.
    try? device.write(.error, Array("\r\(line)\u{1B}[K".utf8))
  }

  /// Takes the line of progress away, if there is one.
  public func clearProgress() {
    guard hasProgressLine else { return }
    hasProgressLine = false
    try? device.write(.error, Array("\r\u{1B}[K".utf8))
  }
}
