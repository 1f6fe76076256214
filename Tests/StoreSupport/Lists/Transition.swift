public import ChangeSets

/// Two states, the rows that a commit touched between them, and those of which the values differ.
public struct Transition<ID: Hashable & Comparable & Sendable>: Sendable {
  /// The state before.
  public var old: ListState<ID>
  /// The state after.
  public var new: ListState<ID>
  /// The rows that the commit touched.
  public var touched: [ID]
  /// Those of which the values differ.
  public var differing: Set<ID>

  /// Makes a transition; without `differing` all touched rows differ.
  public init(
    old: ListState<ID>, new: ListState<ID>, touched: [ID], differing: Set<ID>? = nil
  ) {
    self.old = old
    self.new = new
    self.touched = touched
    self.differing = differing ?? Set(touched)
  }

  /// The change sets of such transitions.
  public typealias Changes = ChangeSet<ID>

  /// The touched rows as the engine takes them.
  public var touchedRows: [TouchedRow<ID>] {
    let before = old.positions
    let after = new.positions
    return touched.map {
      TouchedRow(
        id: $0, before: before[$0], after: after[$0], differs: differing.contains($0))
    }
  }

  /// The sections that went.
  public var vanished: [Changes.SectionChange] { Self.sections(of: old, absentFrom: new) }
  /// The sections that came.
  public var appeared: [Changes.SectionChange] { Self.sections(of: new, absentFrom: old) }

  private static func sections(
    of state: ListState<ID>, absentFrom other: ListState<ID>
  ) -> [Changes.SectionChange] {
    state.sections.enumerated().compactMap { index, section in
      other.section(withKey: section.key) == nil
        ? Changes.SectionChange(index: index, name: section.name) : nil
    }
  }

  /// What the engine says.
  public var changes: Changes {
    Changes(touched: touchedRows, vanished: vanished, appeared: appeared)
  }

  /// What the plain model says, from the rules and the whole states.
  ///
  /// `keptSet` is given the new numbers of a section's survivors in their old order, and which of
  /// them are pinned; it returns the offsets kept.
  public func expected(
    keptSet: ([Int], [Bool]) -> [Int] = KeptSetReference.byAllPairs
  ) -> Changes {
    let touched = Set(touched)
    let before = old.positions
    let after = new.positions
    var kept: Set<ID> = []
    for section in old.sections {
      guard let number = new.sections.firstIndex(where: { $0.key == section.key }) else {
        continue
      }
      let survivors = section.rows.filter { after[$0]?.section == number }
      let numbers = survivors.compactMap { after[$0]?.rank }
      // Where nothing left its order, all are kept.
      if zip(numbers, numbers.dropFirst()).allSatisfy({ $0 < $1 }) {
        kept.formUnion(survivors)
        continue
      }
      for offset in keptSet(numbers, survivors.map { !touched.contains($0) }) {
        kept.insert(survivors[offset])
      }
    }
    var deletes: [(IndexPath, Changes.RowChange)] = []
    var arrivals: [(IndexPath, Changes.RowChange)] = []
    var updates: [(IndexPath, Changes.RowChange)] = []
    for id in Set(before.keys).union(after.keys) {
      switch (before[id]?.path, after[id]?.path) {
      case (let path?, nil): deletes.append((path, .delete(id, at: path)))
      case (nil, let path?): arrivals.append((path, .insert(id, at: path)))
      case (let from?, let to?):
        if !kept.contains(id) {
          arrivals.append((to, .move(id, from: from, to: to)))
        } else if differing.contains(id) {
          updates.append((from, .update(id, at: from, to: to)))
        }
      case (nil, nil): break
      }
    }
    return Changes(
      deletedSections: vanished.reversed(), insertedSections: appeared,
      rows: deletes.sorted { $0.0 > $1.0 }.map(\.1) + arrivals.sorted { $0.0 < $1.0 }.map(\.1)
        + updates.sorted { $0.0 < $1.0 }.map(\.1))
  }
}
