import Daybook
import Interchange

/// The entries that a journal has, found by what an import would call them.
struct KnownEntries {
  private var ids: [String: ObjectID] = [:]

  /// Knows nothing.
  init() {}

  /// Looks through a journal.
  ///
  /// Entries that were written here have no import key; they are known by the one that their text and
  /// their clock would give, so that what was exported comes back as what it is.
  ///
  /// - Complexity: O(objects); only entries without a key are read.
  init(in snapshot: borrowing Snapshot) throws {
    var entries: Set<ObjectID> = []
    try snapshot.forEachValue(of: "creationTime", entity: "entry") { id, _ in
      entries.insert(id)
      return true
    }
    try snapshot.forEachValue(of: "importKey", entity: "entry") { id, value in
      if case .string(let key) = value {
        ids[key] = id
        entries.remove(id)
      }
      return true
    }
    var keys = ImportKeys()
    for id in entries.sorted() {
      ids[ImportKeys.key(of: id)] = id
      guard let record = try snapshot.record(id), let text = record.text,
        let moment = record.creationTime
      else { continue }
      let isWholeDay = record.values["allDay"] == .bool(true)
      let key = keys.key(date: WallClock(moment, isWholeDay: isWholeDay), text: text)
      if ids[key] == nil { ids[key] = id }
    }
  }

  /// The entry of a key; nil where there is none.
  subscript(key: String) -> ObjectID? { ids[key] }
}
