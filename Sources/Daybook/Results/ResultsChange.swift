public import ChangeSets
public import Model

/// What a results controller tells of one commit.
public enum ResultsChange<Element: FetchableRecord>: Sendable {
  /// The commit changed the list.
  case changes(ResultsChangeSet<Element>)
  /// What was shown no longer leads to what is: the list must be read anew.
  case reset
}

/// What one commit did to the list of a results controller, with the elements that came and changed.
public struct ResultsChangeSet<Element: FetchableRecord>: Sendable {
  /// The log's size before the commit.
  public var from: UInt64
  /// The log's size after it.
  public var to: UInt64
  /// When it was recorded, microseconds since 1970.
  public var recorded: Int64
  /// The operations that explain the new list.
  public var changeSet: ChangeSet<ObjectID>
  /// The elements inserted, moved and updated, as they are after the commit, and those deleted, as they
  /// were before it.
  public var elements: [ObjectID: Element]
  /// How many sections the list has after the commit.
  public var numberOfSections: Int
  /// How many rows the list has after the commit.
  public var numberOfObjects: Int

  /// The change set as a table view takes it.
  public var batch: TableBatch { changeSet.batch() }
}

/// What became of a row, as a delegate is told.
public enum ResultsChangeType: Sendable, Hashable, CaseIterable {
  /// The row is new.
  case insert
  /// The row is gone.
  case delete
  /// The row has another place among the rows that stay; its values may have changed.
  case move
  /// The row's values have changed, its place has not.
  case update
}

/// The whole list as values: the ids of the rows by section, as a diffable data source takes them.
public struct ResultsSnapshot: Sendable, Hashable {
  /// The sections, each with its name and the ids of its rows.
  public var sections: [Section<ObjectID>]
  /// The rows that are to be shown anew where they stand, since their values have changed.
  public var reloadedItems: [ObjectID]

  /// Takes the sections and what is to be shown anew.
  public init(sections: [Section<ObjectID>], reloadedItems: [ObjectID] = []) {
    self.sections = sections
    self.reloadedItems = reloadedItems
  }

  /// The ids of all rows, in order.
  public var items: [ObjectID] { sections.flatMap(\.rows) }

  /// Becomes the list after a commit.
  ///
  /// - Throws: `ChangeSetError` where the change set is not of this list.
  /// - Complexity: O(n + k) for n rows and k operations.
  public mutating func apply(_ changeSet: ChangeSet<ObjectID>) throws(ChangeSetError) {
    sections = try changeSet.applying(to: sections)
    reloadedItems = changeSet.updatedIDs
  }
}

extension ChangeSet {
  /// The ids of the rows that are updated where they stand.
  public var updatedIDs: [ID] {
    rows.compactMap { if case .update(let id, _, _) = $0 { id } else { nil } }
  }

  /// The change as a difference of two arrays of ids, for a list without sections; nil where sections came
  /// or went, or rows are not all of one section.
  ///
  /// Updates do not show in it: the ids are where they were.
  public var difference: CollectionDifference<ID>? {
    guard deletedSections.isEmpty, insertedSections.isEmpty else { return nil }
    var changes: [CollectionDifference<ID>.Change] = []
    for row in rows {
      guard (row.oldPath?.section ?? 0) == 0, (row.newPath?.section ?? 0) == 0 else { return nil }
      switch row {
      case .delete(let id, let old):
        changes.append(.remove(offset: old.row, element: id, associatedWith: nil))
      case .insert(let id, let new):
        changes.append(.insert(offset: new.row, element: id, associatedWith: nil))
      case .move(let id, let old, let new):
        changes.append(.remove(offset: old.row, element: id, associatedWith: new.row))
        changes.append(.insert(offset: new.row, element: id, associatedWith: old.row))
      case .update: break
      }
    }
    return CollectionDifference(changes)
  }
}
