public import ChangeSets
public import LMDB
public import Model
public import Objects
import OrderedIndex
import Predicates

/// What one commit does to one view.
public struct ViewChange: Sendable {
  /// The change set; empty where the commit does not show in the view.
  public var changeSet: ChangeSet<ObjectID>
  /// The keys of the rows that went or moved.
  package var removed: [RowKey]
  /// The keys of the rows that came or moved.
  package var inserted: [RowKey]
  /// The sections that have another number of rows.
  var sections: [(key: [UInt8], before: Int, after: Int)]
  /// The touched rows, as the change set is made of them, with their keys; empty where it was not asked for.
  var touched: [(row: TouchedRow<ObjectID>, before: RowKey?, after: RowKey?)] = []
}

extension View {
  /// Folds the commit at hand into the view: which rows it touches, where they stood and stand, and
  /// the change set that says so.
  ///
  /// The same for the writer, over its transaction before it has changed the view, and for a
  /// follower or a replay, over an older snapshot and what came since.
  ///
  /// - Parameters:
  ///   - state: The objects before and after the commit.
  ///   - list: The view's rows before the commit: those of the snapshot `base`, with what commits
  ///     between that snapshot and this commit have changed.
  ///   - isRanked: Whether the change set is wanted; else only the rows that come and go are told.
  ///   - base: The snapshot below.
  ///   - log: A snapshot of the log that has the commit's events.
  /// - Complexity: O(k log n + k log k) for k touched objects.
  public func fold(
    _ state: borrowing WorkingState, list: RowList, ranks isRanked: Bool,
    base: borrowing ReadTransaction, log: borrowing ReadTransaction
  ) throws -> ViewChange {
    var ranks = Ranks()
    if !isRanked {
      try forEachCandidate(state, base: base, log: log) { ranks.note($0) }
      ranks.sort()
      return ViewChange(
        changeSet: ChangeSet(), removed: ranks.removed, inserted: ranks.inserted, sections: [])
    }
    var candidates: [Candidate] = []
    try forEachCandidate(state, base: base, log: log) { candidate in
      ranks.note(candidate)
      candidates.append(candidate)
    }
    ranks.sort()
    return try change(candidates, ranks: ranks, list: list, in: base)
  }

  /// A row that the commit touches: its keys before and after.
  struct Candidate {
    var id: ObjectID
    var before: RowKey?
    var after: RowKey?
    var differs: Bool
  }

  /// Calls `body` with the touched rows, written-and-put-back ones left out.
  private func forEachCandidate(
    _ state: borrowing WorkingState, base: borrowing ReadTransaction,
    log: borrowing ReadTransaction, _ body: (Candidate) -> Void
  ) throws {
    let roots = try touchedRoots(state, base: base)
    try state.withReader(.before, base: base, log: log) { readBefore in
      try state.withReader(.after, base: base, log: log) { readAfter in
        for id in roots {
          let before = try state.object(id, .before, in: base)
          let after = try state.object(id, .after, in: base)
          let oldKey = try before.flatMap { try rowKey(of: id, entity: $0.entity, readBefore) }
          let newKey = try after.flatMap { try rowKey(of: id, entity: $0.entity, readAfter) }
          if oldKey == nil && newKey == nil { continue }
          var differs = false
          if let before, let after, oldKey != nil, newKey != nil {
            differs = try projection.differs(id, before, after, state, base: base, log: log)
            if !differs && oldKey == newKey { continue }
          }
          body(Candidate(id: id, before: oldKey, after: newKey, differs: differs))
        }
      }
    }
  }

  // MARK: - Ranks

  /// The keys that a commit takes out and puts in, sorted, so that ranks after it are had from ranks
  /// before it.
  struct Ranks {
    var removed: [RowKey] = []
    var inserted: [RowKey] = []

    /// Notes what a commit does to one row.
    mutating func note(_ candidate: Candidate) {
      if candidate.before == candidate.after { return }
      if let key = candidate.before { removed.append(key) }
      if let key = candidate.after { inserted.append(key) }
    }

    /// Sorts the keys, when all are noted.
    mutating func sort() {
      removed.sort()
      inserted.sort()
    }

    /// How many more rows stand before a key after the commit than before it.
    func shift(before key: [UInt8]) -> Int {
      Self.count(inserted, before: key) - Self.count(removed, before: key)
    }

    private static func count(_ keys: [RowKey], before key: [UInt8]) -> Int {
      partition(0..<keys.count) { keys[$0].bytes.isBefore(key) }
    }
  }

  /// A section that the commit touches.
  private struct TouchedSection {
    var key: [UInt8]
    var countBefore: Int
    var countAfter: Int
    var indexBefore: Int
    var startBefore: Int
    /// Its name, by its first row before and after among those that are touched.
    var nameBefore: RowKey?
    var nameAfter: RowKey?
    var indexAfter = 0
    var startAfter = 0

    mutating func remove(_ row: RowKey) {
      countAfter -= 1
      nameBefore = nameBefore.map { min($0, row) } ?? row
    }

    mutating func insert(_ row: RowKey) {
      countAfter += 1
      nameAfter = nameAfter.map { min($0, row) } ?? row
    }
  }

  private func change(
    _ candidates: [Candidate], ranks: Ranks, list: RowList, in base: borrowing ReadTransaction
  ) throws -> ViewChange {
    if candidates.isEmpty {
      return ViewChange(changeSet: ChangeSet(), removed: [], inserted: [], sections: [])
    }
    let sections = try touchedSections(candidates, ranks: ranks, list: list, in: base)
    func position(_ key: RowKey, _ rank: Int, _ isAfter: Bool) -> RowPosition {
      guard let section = sections[key.section] else {
        return RowPosition(rank: rank, section: 0, sectionStart: 0)
      }
      return RowPosition(
        rank: rank, section: isAfter ? section.indexAfter : section.indexBefore,
        sectionStart: isAfter ? section.startAfter : section.startBefore)
    }
    let bases = try baseRanks(candidates, list: list, in: base)
    let touched = candidates.map { candidate in
      TouchedRow(
        id: candidate.id,
        before: candidate.before.map { position($0, bases[$0.bytes] ?? 0, false) },
        after: candidate.after.map {
          position($0, (bases[$0.bytes] ?? 0) + ranks.shift(before: $0.bytes), true)
        },
        differs: candidate.differs)
    }
    var vanished: [ChangeSet<ObjectID>.SectionChange] = []
    var appeared: [ChangeSet<ObjectID>.SectionChange] = []
    for section in sections.values where isSectioned {
      if section.countBefore > 0 && section.countAfter == 0 {
        vanished.append(
          .init(index: section.indexBefore, name: section.nameBefore?.sectionName ?? ""))
      }
      if section.countBefore == 0 && section.countAfter > 0 {
        appeared.append(
          .init(index: section.indexAfter, name: section.nameAfter?.sectionName ?? ""))
      }
    }
    return ViewChange(
      changeSet: ChangeSet(touched: touched, vanished: vanished, appeared: appeared),
      removed: ranks.removed, inserted: ranks.inserted,
      sections: sections.values.map { ($0.key, $0.countBefore, $0.countAfter) },
      touched: zip(touched, candidates).map { ($0, $1.before, $1.after) })
  }

  /// The ranks of all touched keys before the commit, asked in key order, in which the index answers
  /// the next one from where it stands.
  private func baseRanks(
    _ candidates: [Candidate], list: RowList, in base: borrowing ReadTransaction
  ) throws -> [[UInt8]: Int] {
    var keys: [[UInt8]] = []
    keys.reserveCapacity(2 * candidates.count)
    for candidate in candidates {
      if let key = candidate.before { keys.append(key.bytes) }
      if let key = candidate.after, key != candidate.before { keys.append(key.bytes) }
    }
    keys.sort { $0.isBefore($1) }
    let found = try list.rows.ranks(ofSorted: keys, in: base)
    var ranks: [[UInt8]: Int] = [:]
    ranks.reserveCapacity(keys.count)
    for (key, rank) in zip(keys, found) { ranks[key] = rank }
    return ranks
  }

  private func touchedSections(
    _ candidates: [Candidate], ranks: Ranks, list: RowList, in base: borrowing ReadTransaction
  ) throws -> [[UInt8]: TouchedSection] {
    guard isSectioned else { return [:] }
    var sections: [[UInt8]: TouchedSection] = [:]
    var keys: Set<[UInt8]> = []
    for candidate in candidates {
      if let key = candidate.before { keys.insert(key.section) }
      if let key = candidate.after { keys.insert(key.section) }
    }
    // Asked in key order, in which the index answers the next from where it stands.
    let sorted = keys.sorted { $0.isBefore($1) }
    let indexes = try list.sections.ranks(ofSorted: sorted, in: base)
    let starts = try list.rows.ranks(ofSorted: sorted, in: base)
    for (place, key) in sorted.enumerated() {
      let count = try list.rowCount(ofSection: key, in: base)
      sections[key] = TouchedSection(
        key: key, countBefore: count, countAfter: count,
        indexBefore: indexes[place], startBefore: starts[place])
    }
    for candidate in candidates {
      if let key = candidate.before {
        sections[key.section]?.remove(key)
      }
      if let key = candidate.after {
        sections[key.section]?.insert(key)
      }
    }
    let vanished = sections.values.filter { $0.countBefore > 0 && $0.countAfter == 0 }
      .map(\.key).sorted { $0.isBefore($1) }
    let appeared = sections.values.filter { $0.countBefore == 0 && $0.countAfter > 0 }
      .map(\.key).sorted { $0.isBefore($1) }
    func count(_ keys: [[UInt8]], before key: [UInt8]) -> Int {
      partition(0..<keys.count) { keys[$0].isBefore(key) }
    }
    return sections.mapValues { section in
      var section = section
      section.indexAfter =
        section.indexBefore + count(appeared, before: section.key)
        - count(vanished, before: section.key)
      section.startAfter = section.startBefore + ranks.shift(before: section.key)
      return section
    }
  }
}

extension ViewIndex {
  /// Puts a commit's change into the index.
  public func apply(_ change: ViewChange, in transaction: borrowing WriteTransaction) throws {
    try update(removing: change.removed, inserting: change.inserted, in: transaction)
  }
}
