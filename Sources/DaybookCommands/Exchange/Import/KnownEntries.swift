import Daybook
import Interchange

/// The entries that a journal has, found by what an import would call them.
struct KnownEntries {
  private var ids: [String: ObjectID] = [:]
  private var entries: Set<ObjectID> = []

  /// Knows nothing.
  init() {}

  /// Looks through a journal.
  ///
  /// An entry is known by the key that it was imported under, by its own identity, and by the key that its
  /// text and its clock give as they are now: what was exported, in whatever format, comes back as what it
  /// is, though it was written here, edited since, or of a diary whose records have identities. Since some
  /// formats have neither seconds nor whole days, it is known by the minute as well.
  ///
  /// - Complexity: O(bytes of the entries' texts).
  init(in snapshot: borrowing Snapshot) throws {
    var keys = ImportKeys()
    var keysOfMinutes = ImportKeys()
    let names = ["text", "creationTime", "allDay", "importKey"]
    try snapshot.forEachObject(of: "entry", reading: names) { id, values in
      entries.insert(id)
      if case .string(let key)? = values[3] { ids[key] = id }
      guard case .string(let text)? = values[0], case .date(let moment)? = values[1] else {
        return true
      }
      let clock = WallClock(moment, isWholeDay: values[2] == .bool(true))
      note(keys.key(date: clock, text: text), id)
      if !clock.hasTime || clock.second != 0 {
        var minute = WallClock(moment, isWholeDay: false)
        minute.second = 0
        note(keysOfMinutes.key(date: minute, text: text), id)
      }
      return true
    }
  }

  /// Notes a key that an entry has beside the one that it was imported under, which counts more.
  private mutating func note(_ key: String, _ id: ObjectID) {
    if ids[key] == nil { ids[key] = id }
  }

  /// The entry of a key; nil where there is none.
  subscript(key: String) -> ObjectID? {
    if let id = ids[key] { return id }
    guard let id = ImportKeys.identity(of: key), entries.contains(id) else { return nil }
    return id
  }
}
