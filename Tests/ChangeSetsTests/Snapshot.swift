import ChangeSets

/// One whole state of a view, held plainly: what the engine must do without.
struct Snapshot<ID: Hashable & Comparable & Sendable>: Equatable, Sendable {
  /// A section as the view knows it: by its key, of which the name is only a label.
  struct KeyedSection: Equatable, Sendable {
    var key: String
    var name: String
    var rows: [ID]
  }

  var sections: [KeyedSection]

  init(_ sections: [KeyedSection]) {
    self.sections = sections
  }

  /// The state as a consumer holds it.
  var list: [Section<ID>] { sections.map { Section(name: $0.name, rows: $0.rows) } }

  var ids: [ID] { sections.flatMap(\.rows) }

  func section(withKey key: String) -> KeyedSection? { sections.first { $0.key == key } }

  /// Where the row stands, by counting every row before it.
  func position(of id: ID) -> RowPosition? {
    var start = 0
    for (index, section) in sections.enumerated() {
      if let row = section.rows.firstIndex(of: id) {
        return RowPosition(rank: start + row, section: index, sectionStart: start)
      }
      start += section.rows.count
    }
    return nil
  }

  func path(of id: ID) -> IndexPath? { position(of: id)?.path }

  func key(of id: ID) -> String? { position(of: id).map { sections[$0.section].key } }
}

/// Two states, the rows that a commit touched between them, and those of which the values differ.
struct Transition<ID: Hashable & Comparable & Sendable>: Sendable {
  var old: Snapshot<ID>
  var new: Snapshot<ID>
  var touched: [ID]
  var differing: Set<ID>

  init(old: Snapshot<ID>, new: Snapshot<ID>, touched: [ID], differing: Set<ID>? = nil) {
    self.old = old
    self.new = new
    self.touched = touched
    self.differing = differing ?? Set(touched)
  }

  typealias Changes = ChangeSet<ID>

  var touchedRows: [TouchedRow<ID>] {
    touched.map {
      TouchedRow(
        id: $0, before: old.position(of: $0), after: new.position(of: $0),
        differs: differing.contains($0))
    }
  }

  var vanished: [Changes.SectionChange] { Self.sections(of: old, absentFrom: new) }
  var appeared: [Changes.SectionChange] { Self.sections(of: new, absentFrom: old) }

  private static func sections(
    of state: Snapshot<ID>, absentFrom other: Snapshot<ID>
  ) -> [Changes.SectionChange] {
    state.sections.enumerated().compactMap { index, section in
      other.section(withKey: section.key) == nil
        ? Changes.SectionChange(index: index, name: section.name) : nil
    }
  }

  /// What the engine says.
  var changes: Changes { Changes(touched: touchedRows, vanished: vanished, appeared: appeared) }

  /// What the plain model says, from the rules and the whole states.
  ///
  /// `keptSet` is given the new numbers of a section's survivors in their old order, and which of
  /// them are pinned; it returns the offsets kept.
  func expected(
    keptSet: ([Int], [Bool]) -> [Int] = KeptSetReference.byAllPairs
  ) -> Changes {
    let touched = Set(touched)
    var kept: Set<ID> = []
    for section in old.sections {
      guard let after = new.section(withKey: section.key)?.rows else { continue }
      let survivors = section.rows.filter(after.contains)
      let numbers = survivors.compactMap { after.firstIndex(of: $0) }
      for offset in keptSet(numbers, survivors.map { !touched.contains($0) }) {
        kept.insert(survivors[offset])
      }
    }
    var deletes: [(IndexPath, Changes.RowChange)] = []
    var arrivals: [(IndexPath, Changes.RowChange)] = []
    var updates: [(IndexPath, Changes.RowChange)] = []
    for id in Set(old.ids).union(new.ids) {
      switch (old.path(of: id), new.path(of: id)) {
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
