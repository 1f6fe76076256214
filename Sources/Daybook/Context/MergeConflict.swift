public import Model

/// What becomes of unsaved changes of an object that another commit has changed meanwhile.
///
/// Attributes that only one side has changed are no conflict: both changes stay, since an event names the
/// properties that it writes and no others.
public enum MergePolicy: Sendable, Hashable, CaseIterable {
  /// Nothing is saved, and the conflicts are told.
  case refuse
  /// The context's unsaved values are written over the store's, and what was deleted in the store is made
  /// anew.
  case unsavedWins
  /// The store's values stay, what was deleted stays deleted, and the context's are dropped where they
  /// differ.
  case storeWins
}

/// An object of which a context and the store have both changed the same attributes, or which one of them
/// has deleted.
public struct MergeConflict: Error, Sendable, Hashable {
  /// One attribute or relationship that both have changed.
  public struct Attribute: Sendable, Hashable {
    /// Its name.
    public var name: String
    /// Its value when the context first read the object.
    public var committed: Value
    /// Its value in the context.
    public var unsaved: Value
    /// Its value in the store.
    public var stored: Value

    /// Says what both have changed.
    public init(name: String, committed: Value, unsaved: Value, stored: Value) {
      self.name = name
      self.committed = committed
      self.unsaved = unsaved
      self.stored = stored
    }
  }

  /// The object.
  public var id: ObjectID
  /// Its entity.
  public var entity: String
  /// What both have changed, by name.
  public var attributes: [Attribute]
  /// Whether it is there no more in the store, while the context has changed it.
  public var isDeletedInStore = false
  /// Whether the context deletes it, while the store has changed it.
  public var isDeletedInContext = false

  /// Says of which object and in what.
  public init(id: ObjectID, entity: String, attributes: [Attribute]) {
    self.id = id
    self.entity = entity
    self.attributes = attributes
  }
}

extension MergeConflict: CustomStringConvertible {
  /// A sentence that names the object and the attributes.
  public var description: String {
    if isDeletedInStore {
      return "\(entity) \(id) was deleted by another commit, and has unsaved changes here"
    }
    let names = attributes.map(\.name).joined(separator: ", ")
    return isDeletedInContext
      ? "\(entity) \(id) is to be deleted, and another commit has changed its \(names)"
      : "\(entity) \(id) was changed by another commit in \(names), as it is here"
  }
}

/// Why a context was not saved: nothing was written.
public struct MergeError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The conflicts, by identity.
  public var conflicts: [MergeConflict]

  /// Says of which conflicts.
  public init(conflicts: [MergeConflict]) { self.conflicts = conflicts }

  /// A sentence for each conflict, and a mend.
  public var description: String {
    conflicts.map(\.description).joined(separator: "; ")
      + "; choose a merge policy by which one side wins, or roll back"
  }
}
