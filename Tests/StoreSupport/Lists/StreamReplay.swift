public import ChangeSets

/// Follows a change set by hand, operation by operation, and tells everything wrong with it.
public struct StreamReplay<ID: Hashable & Sendable> {
  private let changes: ChangeSet<ID>
  private let old: [Section<ID>]
  private let new: [Section<ID>]

  /// Takes a change set, the list before it and the list after it.
  public init(_ changes: ChangeSet<ID>, old: [Section<ID>], new: [Section<ID>]) {
    self.changes = changes
    self.old = old
    self.new = new
  }

  /// What is wrong, in sentences; empty for a change set that is canonical and exact.
  public func problems() -> [String] {
    orderProblems() + pathProblems() + resultProblems()
  }

  private func orderProblems() -> [String] {
    var problems: [String] = []
    let deleted = changes.deletedSections.map(\.index)
    if zip(deleted, deleted.dropFirst()).contains(where: { $0 <= $1 }) {
      problems.append("section deletes do not descend: \(deleted)")
    }
    let inserted = changes.insertedSections.map(\.index)
    if zip(inserted, inserted.dropFirst()).contains(where: { $0 >= $1 }) {
      problems.append("section inserts do not ascend: \(inserted)")
    }
    // Each row operation as its group and a path that must ascend within the group.
    let places = changes.rows.map { change -> (group: Int, path: IndexPath) in
      switch change {
      case .delete(_, let old): (0, IndexPath(section: -old.section, row: -old.row))
      case .move(_, _, let new), .insert(_, let new): (1, new)
      case .update(_, let old, _): (2, old)
      }
    }
    for (first, second) in zip(places, places.dropFirst()) where !(first < second) {
      problems.append("row operations out of order at \(second)")
    }
    let ids = changes.rows.map(\.id)
    if Set(ids).count != ids.count { problems.append("an id is named twice") }
    return problems
  }

  private func pathProblems() -> [String] {
    var problems: [String] = []
    func require(_ id: ID, at path: IndexPath?, of list: [Section<ID>], _ state: String) {
      guard let path else { return }
      guard list.indices.contains(path.section),
        list[path.section].rows.indices.contains(path.row)
      else {
        problems.append("no row at \(path) of the \(state) list")
        return
      }
      if list[path.section].rows[path.row] != id {
        problems.append("\(path) of the \(state) list is not \(id)")
      }
    }
    for change in changes.rows {
      require(change.id, at: change.oldPath, of: old, "old")
      require(change.id, at: change.newPath, of: new, "new")
    }
    for change in changes.deletedSections
    where !old.indices.contains(change.index) || old[change.index].name != change.name {
      problems.append("no section \(change) in the old list")
    }
    for change in changes.insertedSections
    where !new.indices.contains(change.index) || new[change.index].name != change.name {
      problems.append("no section \(change) in the new list")
    }
    return problems
  }

  /// Takes rows away from the bottom up, then sections; puts sections in, then rows from the top
  /// down.
  private func resultProblems() -> [String] {
    var rows = old.map(\.rows)
    func isMoveOrDelete(_ change: ChangeSet<ID>.RowChange) -> IndexPath? {
      if case .update = change { nil } else { change.oldPath }
    }
    for path in changes.rows.compactMap(isMoveOrDelete).sorted(by: >) {
      guard rows.indices.contains(path.section), rows[path.section].indices.contains(path.row)
      else { return ["\(path) is taken away twice or was never there"] }
      rows[path.section].remove(at: path.row)
    }
    for section in changes.deletedSections.map(\.index).sorted(by: >) {
      guard rows.indices.contains(section) else { return ["no section \(section) to delete"] }
      guard rows[section].isEmpty else { return ["section \(section) goes and keeps rows"] }
      rows.remove(at: section)
    }
    for section in changes.insertedSections.map(\.index).sorted() {
      guard section <= rows.count else { return ["section \(section) cannot come"] }
      rows.insert([], at: section)
    }
    for change in changes.rows {
      guard let path = change.newPath else { continue }
      if case .update = change { continue }
      guard rows.indices.contains(path.section), path.row <= rows[path.section].count else {
        return ["nothing can come to \(path)"]
      }
      rows[path.section].insert(change.id, at: path.row)
    }
    return rows == new.map(\.rows) ? [] : ["the result is \(rows)"]
  }
}
