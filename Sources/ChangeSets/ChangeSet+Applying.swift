extension ChangeSet {
  /// The list after the commit, made from the list before it.
  ///
  /// Everything that the change set says of the old list is checked on the way: that its sections
  /// and paths are there, that they hold the rows named, that no path is claimed twice, that
  /// arrivals are in canonical order, and that an update's two paths are of one row. A section that
  /// stays keeps its name.
  ///
  /// - Parameter sections: The list before the commit.
  /// - Throws: `ChangeSetError` where the change set does not fit the list.
  /// - Complexity: O(n + k) for n rows and k operations.
  public func applying(to sections: [Section<ID>]) throws(ChangeSetError) -> [Section<ID>] {
    var remaining: [[ID?]] = sections.map { $0.rows }
    var arrivals: [(path: IndexPath, id: ID)] = []
    var updates: [(path: IndexPath, id: ID)] = []
    for change in rows {
      switch change {
      case .delete(let id, let old):
        try Self.take(id, at: old, from: &remaining)
      case .insert(let id, let new):
        arrivals.append((new, id))
      case .move(let id, let old, let new):
        try Self.take(id, at: old, from: &remaining)
        arrivals.append((new, id))
      case .update(let id, let old, let new):
        try Self.require(id, at: old, in: remaining)
        updates.append((new, id))
      }
    }

    let deleted = try Self.distinct(deletedSections, below: sections.count)
    for change in deletedSections where remaining[change.index].contains(where: { $0 != nil }) {
      throw .rowsRemain(section: change.index)
    }
    let count = sections.count - deleted.count + insertedSections.count
    let inserted = try Self.distinct(insertedSections, below: count)

    var standing = sections.indices.lazy.filter { deleted[$0] == nil }.makeIterator()
    var next = 0
    var result: [Section<ID>] = []
    result.reserveCapacity(count)
    for index in 0..<count {
      var kept: [ID] = []
      var name = ""
      if let newName = inserted[index] {
        name = newName
      } else if let old = standing.next() {
        name = sections[old].name
        kept = remaining[old].compactMap(\.self)
      }
      // Both the rows that stay and those that arrive are in the new order: they are merged.
      var merged: [ID] = []
      merged.reserveCapacity(kept.count)
      var stays = kept.makeIterator()
      while true {
        let path = IndexPath(section: index, row: merged.count)
        if next < arrivals.count, arrivals[next].path == path {
          merged.append(arrivals[next].id)
          next += 1
        } else if let id = stays.next() {
          merged.append(id)
        } else {
          break
        }
      }
      result.append(Section(name: name, rows: merged))
    }
    if next < arrivals.count { throw .noPlace(arrivals[next].path) }
    for (path, id) in updates {
      guard result.indices.contains(path.section),
        result[path.section].rows.indices.contains(path.row),
        result[path.section].rows[path.row] == id
      else { throw .noPlace(path) }
    }
    return result
  }

  /// Removes a row from the old list, leaving a hole so that old paths stay true.
  private static func take(
    _ id: ID, at path: IndexPath, from rows: inout [[ID?]]
  ) throws(ChangeSetError) {
    try require(id, at: path, in: rows)
    rows[path.section][path.row] = nil
  }

  private static func require(
    _ id: ID, at path: IndexPath, in rows: [[ID?]]
  ) throws(ChangeSetError) {
    guard rows.indices.contains(path.section), rows[path.section].indices.contains(path.row),
      let found = rows[path.section][path.row]
    else { throw .noRow(path) }
    guard found == id else { throw .anotherRow(path) }
  }

  private static func distinct(
    _ changes: [SectionChange], below count: Int
  ) throws(ChangeSetError) -> [Int: String] {
    var names: [Int: String] = [:]
    for change in changes {
      guard (0..<count).contains(change.index),
        names.updateValue(change.name, forKey: change.index) == nil
      else { throw .noSection(change.index) }
    }
    return names
  }
}
