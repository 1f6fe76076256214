import CommandLineKit

/// The lines of a stream, read as they are asked for.
///
/// Lines end with a line feed; the last may lack it. In memory are one line and one read at most.
struct LineReader {
  /// The number of the line given last, from 1; 0 before the first.
  private(set) var number = 0
  private let read: () throws -> [UInt8]
  private var buffer: [UInt8] = []
  /// Where the next line begins.
  private var start = 0
  private var isAtEnd = false

  /// The longest line that is read: the longest text of the format in base64, with room.
  static let byteLimit = 128 << 20

  /// Reads lines of a stream.
  ///
  /// - Parameter read: The next bytes; none at the end.
  init(_ read: @escaping () throws -> [UInt8]) {
    self.read = read
  }

  /// The next line without its end, nil behind the last.
  mutating func next() throws -> ArraySlice<UInt8>? {
    var scanned = start
    while true {
      if let end = buffer[scanned...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = buffer[start..<end]
        start = end + 1
        number += 1
        return line
      }
      if isAtEnd {
        guard start < buffer.count else { return nil }
        let line = buffer[start...]
        start = buffer.count
        number += 1
        return line
      }
      // The lines given are dropped before more is read, so that the buffer does not keep them.
      buffer.removeFirst(start)
      scanned = buffer.count
      start = 0
      let part = try read()
      isAtEnd = part.isEmpty
      buffer += part
      if buffer.count > Self.byteLimit { throw ConsoleError.inputTooLong(limit: Self.byteLimit) }
    }
  }
}
