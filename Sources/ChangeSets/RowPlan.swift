/// In which orders touched rows stand before and after a commit, and which of them keep their
/// place.
///
/// Rows are named by their offsets in the arrays given.
///
/// Why the touched rows suffice: rows are strictly ordered by keys that an untouched row does not
/// change, so the untouched rows of a section stand in one order before and after and cut it into
/// the same gaps. A touched row can keep its place only where it stands in the same gap in both
/// states, and rows of different gaps never disagree about their order. So each gap is decided by
/// itself, by a longest increasing subsequence of the new ranks taken in the old order, and the
/// choices together are largest, and least in their old positions, because they are so in each gap.
@usableFromInline
struct RowPlan {
  /// The rows there before, by old rank.
  @usableFromInline
  let oldOrder: [Int]

  /// The rows there after, by new rank.
  @usableFromInline
  let newOrder: [Int]

  /// For each row, whether it stays in its section and in the kept set of that section.
  @usableFromInline
  private(set) var isKept: [Bool]

  /// Makes the plan for rows that stood at `before` and stand at `after`.
  ///
  /// `vanished` and `appeared` are old and new section numbers, ascending.
  @usableFromInline
  init(before: [RowPosition?], after: [RowPosition?], vanished: [Int], appeared: [Int]) {
    let old = Self.order(of: before)
    let new = Self.order(of: after)
    oldOrder = old
    newOrder = new
    isKept = Array(repeating: false, count: before.count)

    let oldGaps = Self.gaps(of: before, in: old, except: vanished)
    let newGaps = Self.gaps(of: after, in: new, except: appeared)
    // Gaps ascend along the old order, so the rows of one gap follow each other in it.
    var currentGap: Gap?
    var candidates: [Int] = []
    var ranks: [Int] = []
    for row in old {
      guard let gap = oldGaps[row], newGaps[row] == gap, let rank = after[row]?.rank else {
        continue
      }
      if gap != currentGap {
        keepMost(of: candidates, withNewRanks: ranks)
        candidates.removeAll(keepingCapacity: true)
        ranks.removeAll(keepingCapacity: true)
        currentGap = gap
      }
      candidates.append(row)
      ranks.append(rank)
    }
    keepMost(of: candidates, withNewRanks: ranks)
  }

  private mutating func keepMost(of candidates: [Int], withNewRanks ranks: [Int]) {
    for offset in earliestLongestIncreasingSubsequence(of: ranks) {
      isKept[candidates[offset]] = true
    }
  }

  /// The place between two neighbouring untouched rows of a section that stays.
  private struct Gap: Equatable {
    /// The section's number among the sections that stay: the same before and after.
    var section: Int

    /// How many untouched rows of the section stand before the gap.
    var untouched: Int
  }

  /// The rows that have a position, by rank.
  private static func order(of positions: [RowPosition?]) -> [Int] {
    var ranked: [(rank: Int, row: Int)] = []
    ranked.reserveCapacity(positions.count)
    for (row, position) in positions.enumerated() {
      if let position { ranked.append((position.rank, row)) }
    }
    ranked.sort { $0 < $1 }
    return ranked.map(\.row)
  }

  /// The gap in which each row stands; `nil` for a row without position, and in a section of
  /// `except`.
  private static func gaps(
    of positions: [RowPosition?], in order: [Int], except: [Int]
  ) -> [Gap?] {
    var gaps: [Gap?] = Array(repeating: nil, count: positions.count)
    var currentSection: Int?
    var touchedInSection = 0
    var exceptBefore = 0
    for row in order {
      guard let position = positions[row] else { continue }
      if position.section != currentSection {
        currentSection = position.section
        touchedInSection = 0
        while exceptBefore < except.count, except[exceptBefore] < position.section {
          exceptBefore += 1
        }
      }
      if exceptBefore == except.count || except[exceptBefore] != position.section {
        gaps[row] = Gap(
          section: position.section - exceptBefore,
          untouched: position.path.row - touchedInSection)
      }
      touchedInSection += 1
    }
    return gaps
  }
}
