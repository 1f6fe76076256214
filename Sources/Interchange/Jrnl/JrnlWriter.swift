internal import Bytes

/// Writes the text that jrnl keeps, for jrnl and for ``JrnlText`` to read.
///
/// A header is `[2026-11-30 14:05]`, with seconds where they are known and without a time for an entry of
/// the whole day, followed by the title and, for a starred entry, ` *`. Entries are parted by one blank
/// line. Offsets are not written: jrnl knows the clock on the wall alone.
///
/// What is read back is what was written, but for three things that the format cannot hold:
/// a line of a body that jrnl could take for a header gets a blank before it (``escapedLines``); a title of
/// an entry without a star that ends in `*` is a star to jrnl (``mistakableTitles``); and line ends become line
/// feeds, while blank lines at the end are not kept.
public struct JrnlWriter: Sendable {
  /// How many lines were given a blank.
  public private(set) var escapedLines = 0
  /// How many titles that end in `*` belong to entries without a star.
  public private(set) var mistakableTitles = 0

  private var hasEntries = false

  /// Begins a text.
  public init() {}

  /// Appends an entry; returns false, with nothing written, for a date that jrnl cannot have, outside the
  /// years 1 to 9999.
  ///
  /// - Complexity: linear in the text.
  public mutating func append(
    text: String, date: WallClock, isStarred: Bool, to output: inout [UInt8]
  ) -> Bool {
    guard date.isValid else { return false }
    if hasEntries { output.append(UInt8(ascii: "\n")) }
    hasEntries = true
    output.append(UInt8(ascii: "["))
    date.appendDate(to: &output)
    if date.hasTime {
      date.appendTime(after: UInt8(ascii: " "), seconds: date.hasSeconds, to: &output)
    }
    output.append(UInt8(ascii: "]"))
    output.append(UInt8(ascii: " "))
    let bytes = text.utf8.span
    if bytes.place(of: UInt8(ascii: "\r"), from: 0) == bytes.count {
      append(bytes, isStarred: isStarred, to: &output)
    } else {
      append(Self.lines(of: text).span, isStarred: isStarred, to: &output)
    }
    return true
  }

  private mutating func append(
    _ whole: Span<UInt8>, isStarred: Bool, to output: inout [UInt8]
  ) {
    let lineFeed = UInt8(ascii: "\n")
    let text = whole.extracting(..<Self.end(of: whole))
    var offset = text.place(of: lineFeed, from: 0)
    output.append(copying: text.extracting(..<offset))
    if isStarred {
      output.append(UInt8(ascii: " "))
      output.append(UInt8(ascii: "*"))
    } else if Self.endsInStar(text, upTo: offset) {
      mistakableTitles += 1
    }
    var close = 0
    while offset < text.count {
      output.append(lineFeed)
      offset += 1
      if Self.isMistakable(text, at: offset, &close) {
        output.append(UInt8(ascii: " "))
        escapedLines += 1
      }
      let end = text.place(of: lineFeed, from: offset)
      output.append(copying: text.extracting(offset..<end))
      offset = end
    }
    output.append(lineFeed)
  }

  /// Where the blank lines at the end of a text begin.
  private static func end(of text: Span<UInt8>) -> Int {
    var end = text.count
    while end > 0, JrnlLine.isBlank(text[end - 1]) || text[end - 1] == UInt8(ascii: "\n") {
      end -= 1
    }
    // What is blank in the last line that has anything else belongs to it.
    while end > 0, end < text.count, JrnlLine.isBlank(text[end]) { end += 1 }
    return end
  }

  /// The bytes of a text whose line ends are line feeds.
  private static func lines(of text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    var follows = false
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\r") {
        bytes.append(UInt8(ascii: "\n"))
      } else if byte != UInt8(ascii: "\n") || !follows {
        bytes.append(byte)
      }
      follows = byte == UInt8(ascii: "\r")
    }
    return bytes
  }

  private static func endsInStar(_ text: Span<UInt8>, upTo end: Int) -> Bool {
    var last = end
    while last > 0, JrnlLine.isBlank(text[last - 1]) { last -= 1 }
    return last > 0 && text[last - 1] == UInt8(ascii: "*")
  }

  /// Whether the line at an offset could be a header to jrnl, which looks for `[`, then for the next `]`, on
  /// whatever line, and a blank, and tries to understand more than six characters between; or to ``JrnlText``.
  ///
  /// - Parameter close: Where the last `]` was found; it only moves on, so that a text costs linear time.
  private static func isMistakable(_ text: Span<UInt8>, at offset: Int, _ close: inout Int) -> Bool
  {
    if case .candidate(let candidate) = JrnlLine(at: offset, line: 1, isSeparated: true, in: text),
      candidate.stamp.form.isBracketed
    {
      return true
    }
    guard offset < text.count, text[offset] == UInt8(ascii: "[") else { return false }
    close = max(close, offset)
    while close < text.count, text[close] != UInt8(ascii: "]") { close += 1 }
    guard close + 1 < text.count, JrnlLine.isBlank(text[close + 1]) else { return false }
    // Bytes of UTF-8 that go on a character are not counted.
    var characters = 0
    for place in offset + 1..<close where text[place] & 0xC0 != 0x80 {
      characters += 1
      if characters > 6 { return true }
    }
    return false
  }
}
