/// Why a stream could not be used.
public enum ConsoleError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Whoever read the output has gone (`| head`); there is nobody to tell, so the program ends
  /// quietly.
  case closedPipe
  /// Writing failed: the device is full, the descriptor closed.
  case writeFailed(ConsoleDevice.Output, reason: String)
  /// Reading standard input, a file or a directory failed.
  case readFailed(path: String, reason: String)
  /// The input holds more than the `limit` of bytes.
  case inputTooLong(limit: Int)
  /// A signal asked to stop while the program waited.
  case interrupted
  /// A program could not be started.
  case notStarted(program: String, reason: String)

  /// A sentence for the person.
  public var description: String {
    switch self {
    case .closedPipe: "the reader of the output has gone"
    case .writeFailed(.standard, let reason): "the output could not be written: \(reason)"
    case .writeFailed(.error, let reason): "the messages could not be written: \(reason)"
    case .readFailed(let path, let reason): "\(path.quoted) could not be read: \(reason)"
    case .inputTooLong(let limit): "the input is longer than the limit of \(limit) bytes"
    case .interrupted: "interrupted"
    case .notStarted(let program, let reason): "\(program.quoted) could not be started: \(reason)"
    }
  }
}
