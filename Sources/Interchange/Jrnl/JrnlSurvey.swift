/// All lines of a source that could be headers, found in one pass.
///
/// - Complexity: linear in the text; memory grows with the candidates alone.
struct JrnlSurvey {
  private(set) var candidates: [JrnlLine.Candidate] = []
  private(set) var lookAlikes: [JrnlLine.LookAlike] = []
  /// Whether a carriage return stands anywhere.
  private(set) var hasCarriageReturns = false
  /// Whether a NUL stands anywhere.
  private(set) var hasNULs = false
  /// Whether the first line that is not blank could be a header without brackets.
  private(set) var beginsBare = false

  /// Looks through a text from an offset.
  init(_ text: Span<UInt8>, from start: Int) {
    var offset = start
    var line = 1
    var isSeparated = true
    var isBlankSoFar = true
    while offset < text.count {
      switch JrnlLine(at: offset, line: line, isSeparated: isSeparated, in: text) {
      case .candidate(let candidate):
        if isBlankSoFar { beginsBare = !candidate.stamp.form.isBracketed }
        candidates.append(candidate)
      case .lookAlike(let lookAlike):
        lookAlikes.append(lookAlike)
      case .text:
        break
      }
      var place = offset
      while place < text.count, JrnlLine.isBlank(text[place]) { place += 1 }
      isSeparated = place == text.count || JrnlLine.isLineEnd(text[place])
      if !isSeparated { isBlankSoFar = false }
      while place < text.count {
        let byte = text[place]
        // One comparison rules out nearly every byte.
        if byte <= UInt8(ascii: "\r") {
          if JrnlLine.isLineEnd(byte) { break }
          if byte == 0 { hasNULs = true }
        }
        place += 1
      }
      if place < text.count, text[place] == UInt8(ascii: "\r") {
        hasCarriageReturns = true
        if place + 1 < text.count, text[place + 1] == UInt8(ascii: "\n") { place += 1 }
      }
      offset = place + 1
      line += 1
    }
  }
}
