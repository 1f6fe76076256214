import Daybook
import JSON

/// Reads the lines that `export --as jsonl` and `log` write.
struct LogReader {
  /// The journal that the log says it is of; known once its first line has been read.
  private(set) var journal: ObjectID?
  private var lines: LineReader
  private let name: String
  private var lastSequence: UInt64?
  /// The first entry, read ahead for the sake of the journal's name.
  private var first: LogEntry?

  /// Begins to read a log.
  ///
  /// - Parameter name: What it is called in messages.
  init(_ lines: LineReader, name: String) throws {
    self.lines = lines
    self.name = name
    first = try read()
  }

  /// The next entry, nil behind the last.
  ///
  /// - Throws: A failure with the line's number.
  mutating func next() throws -> LogEntry? {
    if let entry = first {
      first = nil
      return entry
    }
    return try read()
  }

  /// The number of the line read last.
  var lineNumber: Int { lines.number }

  private mutating func read() throws -> LogEntry? {
    while let line = try lines.next() {
      let isFirst = lines.number == 1
      let text = isFirst && line.starts(with: [0xEF, 0xBB, 0xBF]) ? line.dropFirst(3) : line
      if text.allSatisfy({ $0 == 0x20 || $0 == 0x0D }) { continue }
      let json: JSONValue
      do {
        json = try JSONParser.parse(text)
      } catch {
        throw failure("column \(error.column): \(error.reason)")
      }
      if let digest = json["blob"] { return try blob(digest, json) }
      return try event(json)
    }
    return nil
  }

  private func blob(_ digest: JSONValue, _ json: JSONValue) throws -> LogEntry {
    guard let text = digest.string, let bytes = [UInt8](hexadecimalDigits: text), bytes.count == 32
    else { throw failure("\"blob\" must be the 64 hexadecimal digits of a SHA-256") }
    guard let chunk = json["chunk"]?.int.flatMap({ UInt32(exactly: $0) }) else {
      throw failure("\"chunk\" must be a whole number from 0")
    }
    return .blob(digest: bytes, chunk: chunk, bytes: try self.bytes("data", of: json))
  }

  private mutating func event(_ json: JSONValue) throws -> LogEntry {
    guard json["header"] != nil else {
      throw failure("it has neither \"header\" nor \"blob\", and is no line of a log")
    }
    if let sequence = json["sequence"]?.int.flatMap({ UInt64(exactly: $0) }) {
      // A log with an event missing, repeated or out of its place is another log.
      if let lastSequence, sequence != lastSequence + 1 {
        throw failure("event \(sequence) stands behind event \(lastSequence)")
      }
      lastSequence = sequence
    }
    if let text = json["journal"]?.string {
      guard let id = ObjectID(text) else { throw failure("\"journal\" is no journal's identity") }
      journal = journal ?? id
    }
    let header = try bytes("header", of: json)
    guard let payload = json["payload"] else { throw failure("it has no \"payload\"") }
    return .event(header: header, payload: payload.isNull ? nil : try bytes("payload", of: json))
  }

  private func bytes(_ member: String, of json: JSONValue) throws -> [UInt8] {
    guard let text = json[member]?.string, let bytes = Base64.decode(text) else {
      throw failure("\"\(member)\" must be base64")
    }
    return bytes
  }

  private func failure(_ reason: String) -> CommandFailure {
    CommandFailure(.usage, "\(name), line \(lines.number): \(reason)")
  }
}

extension [UInt8] {
  /// The bytes of hexadecimal digits, two each; nil for anything else.
  fileprivate init?(hexadecimalDigits text: String) {
    let digits = text.utf8.map { Character(Unicode.Scalar($0)).hexDigitValue }
    guard digits.count.isMultiple(of: 2) else { return nil }
    self = []
    reserveCapacity(digits.count / 2)
    for place in stride(from: 0, to: digits.count, by: 2) {
      guard let high = digits[place], let low = digits[place + 1] else { return nil }
      append(UInt8(high << 4 | low))
    }
  }
}
