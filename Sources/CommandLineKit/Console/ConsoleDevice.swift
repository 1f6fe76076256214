/// What a console writes to and reads from: the process's streams, or a test's.
public struct ConsoleDevice {
  /// One of the two streams that are written.
  public enum Output: Hashable, Sendable {
    /// Data.
    case standard
    /// Everything else.
    case error
  }

  /// Writes all bytes or throws.
  public var write: (Output, [UInt8]) throws(ConsoleError) -> Void
  /// Reads up to so many bytes from standard input; none at its end.
  public var read: (Int) throws(ConsoleError) -> [UInt8]
  /// Whether a person sees the stream.
  public var isOutputTerminal: (Output) -> Bool
  /// Whether a person types.
  public var isInputTerminal: () -> Bool
  /// Columns and rows of the terminal, where there is one.
  public var size: () -> (columns: Int, rows: Int)?
  /// A variable of the environment.
  public var variable: (String) -> String?
  /// Time since some fixed point, for durations only.
  public var elapsed: () -> Duration

  /// Makes a device of its parts.
  public init(
    write: @escaping (Output, [UInt8]) throws(ConsoleError) -> Void,
    read: @escaping (Int) throws(ConsoleError) -> [UInt8],
    isOutputTerminal: @escaping (Output) -> Bool,
    isInputTerminal: @escaping () -> Bool,
    size: @escaping () -> (columns: Int, rows: Int)?,
    variable: @escaping (String) -> String?,
    elapsed: @escaping () -> Duration
  ) {
    self.write = write
    self.read = read
    self.isOutputTerminal = isOutputTerminal
    self.isInputTerminal = isInputTerminal
    self.size = size
    self.variable = variable
    self.elapsed = elapsed
  }
}
