public import LMDB
import OrderedIndex

/// Runs of a view's rows on disk as a list of their own: forwards, or from the last to the first.
public struct RowSelection: Sendable {
  /// The view's rows.
  public let index: ViewIndex
  /// The view.
  public let view: View
  /// The ranks of the rows in the view, disjoint and ascending; none is empty.
  public let ranges: [Range<Int>]
  /// Whether the list begins with the last of them.
  public let isReversed: Bool
  /// How many rows there are.
  public let count: Int
  /// Whether they are all rows of the view.
  public let isWhole: Bool

  /// Selects the rows of a view whose keys lie in ranges.
  ///
  /// - Parameters:
  ///   - index: The view's rows.
  ///   - view: The view.
  ///   - keys: The ranges, disjoint and ascending.
  ///   - isReversed: Whether the list begins with the last of the rows.
  ///   - transaction: The snapshot to read.
  /// - Complexity: O(log n) for each range.
  public init(
    _ index: ViewIndex, _ view: View, keys: [KeyRange], isReversed: Bool,
    in transaction: borrowing ReadTransaction
  ) throws {
    var ranges: [Range<Int>] = []
    for range in keys {
      let start = range.lower.isEmpty ? 0 : try index.rows.rank(of: range.lower, in: transaction)
      let end =
        try range.upper.map { try index.rows.rank(of: $0, in: transaction) }
        ?? index.rowCount(in: transaction)
      guard start < end else { continue }
      if let last = ranges.last, last.upperBound == start {
        ranges[ranges.count - 1] = last.lowerBound..<end
      } else {
        ranges.append(start..<end)
      }
    }
    self.index = index
    self.view = view
    self.ranges = ranges
    self.isReversed = isReversed
    count = ranges.reduce(0) { $0 + $1.count }
    isWhole = keys == [.all]
  }

  /// Calls `body` for each row of the view from a place in the list on, in the list's order, until
  /// it returns false.
  ///
  /// The keys are the view's, whichever way they are read, and lent where they lie.
  ///
  /// - Parameters:
  ///   - start: How many rows are passed by first.
  ///   - transaction: The snapshot to read.
  ///   - body: Takes a row's key.
  public func forEachRow(
    from start: Int = 0, in transaction: borrowing ReadTransaction,
    _ body: (RawSpan) throws -> Bool
  ) throws {
    var skipped = start
    for range in isReversed ? ranges.reversed() : ranges {
      if skipped >= range.count {
        skipped -= range.count
        continue
      }
      var left = range.count - skipped
      var goesOn = true
      try index.rows.forEach(
        from: isReversed ? range.upperBound - 1 - skipped : range.lowerBound + skipped,
        reversed: isReversed, in: transaction
      ) { key, _ in
        goesOn = try body(key)
        left -= 1
        return goesOn && left > 0
      }
      if !goesOn { return }
      skipped = 0
    }
  }

  /// How many of the rows lie before a rank of the view.
  private func count(before rank: Int) -> Int {
    ranges.reduce(0) { $0 + max(0, min(rank, $1.upperBound) - $1.lowerBound) }
  }

  /// The rank in the view of a row of the list.
  private func rank(at place: Int) -> Int? {
    var left = isReversed ? count - 1 - place : place
    guard (0..<count).contains(left) else { return nil }
    for range in ranges {
      if left < range.count { return range.lowerBound + left }
      left -= range.count
    }
    return nil
  }

  // MARK: - Sections

  /// The numbers in the view of the sections that have rows in each range.
  private func sectionRanges(
    in transaction: borrowing ReadTransaction
  ) throws -> [ClosedRange<Int>] {
    try ranges.map { range in
      let numbers = try [range.lowerBound, range.upperBound - 1].map { rank in
        guard let key = try index.rows.key(at: rank, in: transaction) else {
          throw ViewError.damaged(view: view.name, reason: "it has no row \(rank)")
        }
        return try index.sections.rank(of: view.sectionKey(ofRow: key), in: transaction)
      }
      return numbers[0]...max(numbers[0], numbers[1])
    }
  }

  /// How many sections have rows in the list.
  ///
  /// - Parameter transaction: The snapshot to read.
  public func sectionCount(in transaction: borrowing ReadTransaction) throws -> Int {
    guard index.isSectioned else { return 1 }
    return Self.count(of: try sectionRanges(in: transaction), below: .max)
  }

  /// How many numbers below one lie in ranges that ascend and may share their ends.
  private static func count(of ranges: [ClosedRange<Int>], below limit: Int) -> Int {
    var count = 0
    var next = 0
    for range in ranges {
      let start = max(range.lowerBound, next)
      let end = min(range.upperBound + 1, limit)
      if start < end { count += end - start }
      next = max(next, range.upperBound + 1)
    }
    return count
  }

  /// The section that a row of the list stands in.
  ///
  /// - Parameters:
  ///   - key: The row's key.
  ///   - transaction: The snapshot to read.
  public func section(
    ofRow key: [UInt8], in transaction: borrowing ReadTransaction
  ) throws -> RowList.Section {
    guard index.isSectioned else {
      return RowList.Section(index: 0, start: 0, count: count, firstRow: key)
    }
    let section = try view.sectionKey(ofRow: key)
    let start = try index.rows.rank(of: section, in: transaction)
    let before = count(before: start)
    let size =
      try count(before: start + index.rowCount(ofSection: section, in: transaction)) - before
    let place = isReversed ? count - before - size : before
    let numbers = try sectionRanges(in: transaction)
    let number = Self.count(
      of: numbers, below: try index.sections.rank(of: section, in: transaction))
    return RowList.Section(
      index: isReversed ? Self.count(of: numbers, below: .max) - 1 - number : number,
      start: place, count: size,
      firstRow: try rank(at: place).flatMap { try index.rows.key(at: $0, in: transaction) })
  }
}
