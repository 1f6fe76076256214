public import ChangeSets
public import Model

/// What a commit did.
public struct Commit: Sendable {
  /// The log's size before it.
  public var from: UInt64
  /// The log's size after it; the same where there was nothing to write.
  public var to: UInt64
  /// When it was recorded, microseconds since 1970.
  public var recorded: Int64
  /// The objects written, in the order of their first event.
  public var ids: [ObjectID] = []
  /// The change sets of the views asked for, those that changed; none where the request names no views:
  /// see ``CommitRequest/views`` and ``Journal/commit(by:telling:_:)``.
  public var changeSets: [StampedChangeSet] = []
  /// The records written, as they are now; where they were asked for.
  public var records: [Record] = []
  /// The objects written that were there before and are not now; where records were asked for.
  public var deleted: [ObjectID] = []
  /// The objects of which an undo found nothing to take back, since they are erased.
  public var forgotten: [ObjectID] = []

  /// Whether nothing was written.
  public var isEmpty: Bool { from == to }
}

/// A view's change set, stamped with the commit it is of.
public struct StampedChangeSet: Sendable {
  /// The view's name.
  public var view: String
  /// The log's size before the commit.
  public var from: UInt64
  /// The log's size after it.
  public var to: UInt64
  /// When it was recorded, microseconds since 1970.
  public var recorded: Int64
  /// The changes.
  public var changeSet: ChangeSet<ObjectID>
  /// The rows inserted, moved and updated, as they are after the commit; as many as were asked for.
  public var records: [ObjectID: Record]
  /// How many sections the view has after the commit.
  public var sections: Int
  /// How many rows the view has after the commit.
  public var rows: Int
}
