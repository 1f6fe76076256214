internal import Bytes
internal import MerkleTree
public import Model

/// Names the records of one source, so that the same record of any copy of it has the same key.
///
/// A key is made of the date as it is read, the text, and, of records that agree in both, which of them it
/// is. How the date was spelled, trailing blanks of lines, line ends, blank lines at the end, the one blank
/// that keeps a line from looking like a header, the star and the place in the file have no part in it: a
/// copy that differs only so brings nothing new. Any other difference makes another record. A date that
/// was assumed is left out, since it is not the record's own.
public struct ImportKeys {
  /// How many records of each name there have been.
  private var counts: [ObjectID: Int] = [:]
  private var canonical: [UInt8] = []

  /// Begins a source.
  public init() {}

  /// The key of the source's next record.
  ///
  /// - Parameters:
  ///   - date: The date that the record itself has; nil where it was assumed.
  ///   - text: Its text.
  /// - Complexity: linear in the text.
  public mutating func key(date: WallClock?, text: String) -> String {
    canonical.removeAll(keepingCapacity: true)
    if let date {
      date.appendDate(to: &canonical)
      if date.hasTime { date.appendTime(after: UInt8(ascii: "T"), seconds: true, to: &canonical) }
      date.appendOffset(to: &canonical)
    }
    canonical.append(0)
    appendLines(of: text.utf8.span)
    // Sixteen bytes: by chance, two of 10^12 records share them once in 10^14 journals.
    let digest = SHA256.digest(of: canonical).bytes
    let name = ObjectID(
      high: digest[..<8].reduce(0) { $0 << 8 | UInt64($1) },
      low: digest[8..<16].reduce(0) { $0 << 8 | UInt64($1) })
    let ordinal = (counts[name] ?? 0) + 1
    counts[name] = ordinal
    return ordinal == 1 ? name.hexadecimal : "\(name.hexadecimal)-\(ordinal)"
  }

  /// The key of a record that its source names by a UUID: the same whatever its text.
  ///
  /// - Parameter identity: The UUID.
  public static func key(of identity: ObjectID) -> String { "uuid:\(identity)" }

  /// The UUID that a key was made of; nil for any other key.
  ///
  /// - Parameter key: The key.
  public static func identity(of key: String) -> ObjectID? {
    key.hasPrefix("uuid:") ? ObjectID(String(key.dropFirst(5).prefix(36))) : nil
  }

  /// Adds the lines of a text, without what has no part in a key.
  private mutating func appendLines(of text: Span<UInt8>) {
    let lineFeed = UInt8(ascii: "\n")
    // Line ends before the next line that is not blank; those behind the last one are no text.
    var lineEnds = 0
    var lineStart = 0
    while lineStart < text.count {
      let end = text.place(of: lineFeed, from: lineStart)
      var kept = end
      while kept > lineStart, Self.isBlank(text[kept - 1]) { kept -= 1 }
      if kept > lineStart {
        var place = lineStart
        if kept - place > 1, text[place] == UInt8(ascii: " "), text[place + 1] == UInt8(ascii: "[")
        {
          place += 1
        }
        for _ in 0..<lineEnds { canonical.append(lineFeed) }
        lineEnds = 0
        canonical.append(copying: text.extracting(place..<kept))
      }
      lineEnds += 1
      lineStart = end + 1
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
  }
}
