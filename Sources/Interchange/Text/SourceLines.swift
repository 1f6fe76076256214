/// The lines of a text: LF, CR and CR LF each end one, and nothing else does.
struct SourceLines {
  private var place: Int
  private let end: Int
  /// The number of the line given last, from 1.
  private(set) var number = 0

  /// Begins at a place of a text.
  init(from start: Int, to end: Int) {
    place = start
    self.end = end
  }

  /// The bytes of the next line without its end; nil behind the last.
  mutating func next(in text: Span<UInt8>) -> Range<Int>? {
    guard place < end else { return nil }
    let start = place
    while place < end, text[place] != UInt8(ascii: "\n"), text[place] != UInt8(ascii: "\r") {
      place += 1
    }
    let line = start..<place
    if place < end {
      let isPair =
        text[place] == UInt8(ascii: "\r") && place + 1 < end
        && text[place + 1] == UInt8(ascii: "\n")
      place += isPair ? 2 : 1
    }
    number += 1
    return line
  }

  /// Where the next line begins.
  var nextStart: Int { place }
}
