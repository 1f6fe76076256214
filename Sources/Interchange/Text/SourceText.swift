/// The bytes of a source, brought to UTF-8 without a byte order mark.
///
/// A mark decides the encoding. Without one, NULs in every other byte mean UTF-16 (which is then said in
/// ``doubts``), and all else is UTF-8. What no UTF-8 has is not touched here but mended record by record,
/// by ``UTF8Repair``, so that one bad byte is the matter of one record. Line ends are left as they are.
public struct SourceText: Sendable {
  /// What the source was taken for.
  public let encoding: TextEncoding
  /// Where the text begins in its bytes: behind a mark, which is not copied away.
  public let start: Int
  /// What was assumed of the source as a whole, in sentences.
  public let doubts: [String]
  /// The text in UTF-8, where the source is of another encoding; lone surrogates of UTF-16 stand in three
  /// bytes, as a scalar of their number would.
  private let transcoded: [UInt8]?

  /// Looks at the bytes of a source.
  ///
  /// - Complexity: O(1) for UTF-8; else linear, with one new copy.
  public init(_ source: Span<UInt8>) {
    let marked = TextEncoding.marked(source)
    encoding = marked?.encoding ?? TextEncoding.unmarked(source)
    guard encoding != .utf8 else {
      transcoded = nil
      start = marked?.markLength ?? 0
      doubts = []
      return
    }
    var doubts: [String] = []
    if marked == nil {
      doubts.append(
        "read as \(encoding.rawValue), told by its NUL bytes: it has no byte order mark")
    }
    let length = encoding.unitLength
    let body = (marked?.markLength ?? 0)..<source.count
    if !body.count.isMultiple(of: length) {
      doubts.append("cut within a character at its end; the rest of it was replaced by U+FFFD")
    }
    var output: [UInt8] = []
    output.reserveCapacity(body.count / length + body.count / 16)
    let strangers = Self.transcode(source, body, from: encoding, to: &output)
    if strangers > 0 {
      doubts.append("units that are no characters, replaced by U+FFFD: \(strangers)")
    }
    transcoded = output
    start = 0
    self.doubts = doubts
  }

  /// Lends the text in UTF-8: the source itself where it is that.
  ///
  /// - Parameters:
  ///   - source: The bytes that this was made of.
  ///   - body: Takes the text, which begins at ``start``.
  public func withBytes<R, Failure: Error>(
    of source: Span<UInt8>, _ body: (Span<UInt8>) throws(Failure) -> R
  ) throws(Failure) -> R {
    if let transcoded { return try body(transcoded.span) }
    return try body(source)
  }

  /// The whole text, and what had to be mended in it.
  ///
  /// - Parameter source: The bytes that this was made of.
  /// - Complexity: linear.
  public func text(of source: Span<UInt8>) -> (text: String, repair: UTF8Repair?) {
    withBytes(of: source) { UTF8Repair.text(of: $0.extracting(start..<$0.count)) }
  }

  /// Appends the units of `range` in UTF-8 and returns how many of them are no characters.
  private static func transcode(
    _ source: Span<UInt8>, _ range: Range<Int>, from encoding: TextEncoding,
    to output: inout [UInt8]
  ) -> Int {
    let length = encoding.unitLength
    var strangers = 0
    var place = range.lowerBound
    while place + length <= range.upperBound {
      var scalar = encoding.unit(in: source, at: place)
      place += length
      if length == 2, scalar & 0xFC00 == 0xD800, place + length <= range.upperBound {
        let low = encoding.unit(in: source, at: place)
        if low & 0xFC00 == 0xDC00 {
          scalar = 0x10000 + (scalar & 0x3FF) << 10 + (low & 0x3FF)
          place += length
        }
      }
      if scalar > 0x10FFFF {
        scalar = 0xFFFD
        strangers += 1
      }
      UTF8Repair.append(scalar, to: &output)
    }
    if place < range.upperBound { UTF8Repair.append(0xFFFD, to: &output) }
    return strangers
  }
}
