import LMDB
import OrderedIndex

/// Keys in order with their ranks: a counted index on disk, under what commits since its snapshot have
/// changed, or a list in memory.
///
/// What asks does not see which. A writer's has no changes; a follower that is several commits behind
/// carries them, and so computes over an old snapshot what each writer computed over its own.
struct RankedKeys: Sendable {
  private enum Base: Sendable {
    case index(OrderedIndex)
    case memory
  }

  private let base: Base
  /// Beside an index what came and went since; else all there is.
  private var keys: WeightedKeys

  /// The keys of an index.
  init(_ index: OrderedIndex) {
    base = .index(index)
    keys = WeightedKeys()
  }

  /// Keys in memory, which ascend.
  init(ascending keys: [[UInt8]]) {
    base = .memory
    self.keys = WeightedKeys(ascending: keys)
  }

  /// Takes the keys that a commit removed and inserted.
  mutating func apply(removing removed: some Sequence<[UInt8]>, inserting: some Sequence<[UInt8]>) {
    for key in removed { keys.add(-1, at: key) }
    for key in inserting { keys.add(1, at: key) }
  }

  // MARK: - Ranks

  /// How many keys there are.
  func count(in transaction: borrowing ReadTransaction) throws -> Int {
    switch base {
    case .index(let index): try index.count(in: transaction) + keys.weight
    case .memory: keys.weight
    }
  }

  /// How many keys precede one.
  func rank(of key: [UInt8], in transaction: borrowing ReadTransaction) throws -> Int {
    switch base {
    case .index(let index): try index.rank(of: key, in: transaction) + keys.weight(before: key)
    case .memory: keys.weight(before: key)
    }
  }

  /// The ranks of several keys, which ascend.
  func ranks(
    ofSorted sorted: [[UInt8]], in transaction: borrowing ReadTransaction
  ) throws -> [Int] {
    switch base {
    case .index(let index):
      let ranks = try index.ranks(ofSorted: sorted, in: transaction)
      if keys.isEmpty { return ranks }
      return zip(sorted, ranks).map { $1 + keys.weight(before: $0) }
    case .memory: return sorted.map { keys.weight(before: $0) }
    }
  }

  /// How many more keys begin so than the index has; all of them where the keys are in memory.
  func change(withPrefix prefix: [UInt8]) -> Int {
    let end =
      OrderedIndex.successor(ofPrefix: prefix).map { keys.weight(before: $0) } ?? keys.weight
    return end - keys.weight(before: prefix)
  }

  /// Whether there is such a key.
  func contains(_ key: [UInt8], in transaction: borrowing ReadTransaction) throws -> Bool {
    switch base {
    case .index(let index):
      let change = keys.weight(of: key)
      return change == 0 ? try index.contains(key, in: transaction) : change > 0
    case .memory: return keys.weight(of: key) > 0
    }
  }

  /// The key of a rank; nil where there are not so many.
  func key(at rank: Int, in transaction: borrowing ReadTransaction) throws -> [UInt8]? {
    if case .index(let index) = base, keys.isEmpty {
      return try index.key(at: rank, in: transaction)
    }
    var found: [UInt8]?
    try forEach(in: rank..<rank + 1, transaction) { _, key in found = key }
    return found
  }

  // MARK: - Walks

  /// Calls `body` with the ranks of a range and their keys, in order, as far as there are any.
  ///
  /// - Complexity: O(log n) to the first, O(1) for each after it.
  func forEach(
    in range: Range<Int>, _ transaction: borrowing ReadTransaction,
    _ body: (Int, [UInt8]) throws -> Void
  ) throws {
    guard range.lowerBound >= 0, !range.isEmpty else { return }
    switch base {
    case .memory:
      var place = keys.place(ofRank: range.lowerBound)
      for rank in range {
        guard let current = place else { return }
        try body(rank, keys[current].key)
        place = keys.next(after: current)
      }
    case .index(let index):
      try merge(index, in: range, transaction, body)
    }
  }

  /// Walks an index and what came and went beside it as one list.
  private func merge(
    _ index: OrderedIndex, in range: Range<Int>, _ transaction: borrowing ReadTransaction,
    _ body: (Int, [UInt8]) throws -> Void
  ) throws {
    var rank = range.lowerBound
    var start = rank
    var place = keys.first
    // The last change that stands at or before the rank tells how far the index is shifted there.
    let change = try keys.last { key, before in
      try index.rank(of: key, in: transaction) + before <= rank
    }
    if let change {
      let indexRank = try index.rank(of: keys[change.place].key, in: transaction)
      let distance = rank - (indexRank + change.weightBefore)
      if keys[change.place].weight < 0 {
        start = indexRank + 1 + distance
        place = keys.next(after: change.place)
      } else if distance == 0 {
        start = indexRank
        place = change.place
      } else {
        start = indexRank + distance - 1
        place = keys.next(after: change.place)
      }
    }
    func yield(_ key: [UInt8]) throws -> Bool {
      try body(rank, key)
      rank += 1
      return rank < range.upperBound
    }
    var goesOn = true
    try index.forEach(from: start, in: transaction) { span, _ in
      let key = span.array
      while let current = place, !key.isBefore(keys[current].key) {
        let change = keys[current]
        place = keys.next(after: current)
        if change.weight < 0 { return true }
        goesOn = try yield(change.key)
        if !goesOn { return false }
      }
      goesOn = try yield(key)
      return goesOn
    }
    while goesOn, let current = place {
      // A key that went stands in the index, and so was met above.
      if keys[current].weight > 0 { goesOn = try yield(keys[current].key) }
      place = keys.next(after: current)
    }
  }
}
