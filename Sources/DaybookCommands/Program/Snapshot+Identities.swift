import Daybook

extension Snapshot {
  /// The one object that is or ever was whose id ends so.
  ///
  /// Those that are there are looked at first: who names a few digits most likely means one of them.
  ///
  /// - Complexity: O(objects), and O(events) where none of them ends so.
  func identity(everEndingIn suffix: String) throws -> ObjectID {
    do {
      return try identity(endingIn: suffix)
    } catch JournalError.unknownID {
      let digits = suffix.lowercased().filter { $0 != "-" }
      var found: Set<ObjectID> = []
      try forEachEvent(in: 0..<size, reversed: true) { event in
        let id = event.header.object
        if id != .zero, id.hexadecimal.hasSuffix(digits) { found.insert(id) }
        return found.count <= 10
      }
      guard let id = found.first else { throw JournalError.unknownID(suffix) }
      guard found.count == 1 else {
        throw JournalError.ambiguousID(suffix, candidates: found.sorted())
      }
      return id
    }
  }
}
