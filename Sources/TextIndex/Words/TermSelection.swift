import Collation

/// Which terms of a query are asked of a segment.
///
/// A term that most texts have beside the others rules out few of them, at the cost of searching the
/// whole vocabulary for it. Such terms are left out of the segments that follow, and tried again in
/// every eighth: there are a few candidates more then, and no fewer.
struct TermSelection {
  private let all: [BytePattern]
  private var worthwhile: [BytePattern]
  private var level = 0
  /// How many segments are left in which only the worthwhile are asked.
  private var left = 0

  /// How many segments go by the findings of one.
  private static let reach = 7
  /// How many bytes of a vocabulary are searched in the time in which one candidate is looked at.
  private static let bytesPerCandidate = 1 << 15

  init(_ query: TextQuery) {
    all = query.terms
    worthwhile = all
  }

  /// The terms to ask of the next segment.
  mutating func terms(for segment: Segment) -> [BytePattern] {
    if segment.level != level { left = 0 }
    level = segment.level
    return left > 0 ? worthwhile : all
  }

  /// Learns from what was found for terms.
  mutating func note(_ findings: Segment.Findings, of terms: [BytePattern]) {
    if left > 0 {
      left -= 1
      return
    }
    left = Self.reach
    worthwhile = terms.indices
      .filter {
        findings.ruledOut[$0] * Self.bytesPerCandidate >= findings.searchedByteCount
      }
      .map { terms[$0] }
    if worthwhile.isEmpty { worthwhile = terms }
  }
}
