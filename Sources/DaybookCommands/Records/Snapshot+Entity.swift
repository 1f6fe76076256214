import Daybook

extension Snapshot {
  /// The entity of an object, nil where there is none.
  func entity(of id: ObjectID) throws -> String? {
    try record(id)?.entity
  }
}
