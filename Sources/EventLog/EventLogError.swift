public import Model

/// Why the log refused an append or could not be read.
public enum EventLogError: Error, Sendable, Hashable {
  /// The journal was written by a version of the format that this build does not know.
  case unknownFormat(found: String)
  /// The environment holds no journal, or not all of one.
  case notAJournal(reason: String)
  /// What stands at a place is not what the format says. Nothing may be concluded from it.
  case damaged(database: String, key: String, reason: String)
  /// The log's size is not what the writer expected.
  case wrongExpectedSize(expected: UInt64, found: UInt64)
  /// The last event of an object is not the one that the writer expected; nil: there is none.
  case wrongExpectedVersion(object: ObjectID, expected: SequenceNumber, found: SequenceNumber?)
  /// Another event of this identity is in the log already.
  case identityTaken(EventIdentity, at: SequenceNumber, reason: String)
  /// What was to be appended is no event that a log can hold; its identity is nil where none can be
  /// read.
  case unfitEvent(EventIdentity?, reason: String)
  /// An event out of its device's order: counters have no gap.
  case counterGap(device: DeviceID, expected: UInt64, found: UInt64)
  /// A name, text or commit over its limit.
  case tooLarge(what: String, size: Int, limit: Int)
  /// The environment was replaced by another; open that one and begin again.
  case moved(to: String)
}

extension EventLogError: CustomStringConvertible {
  /// A sentence that says what, where, and what can be done.
  public var description: String {
    switch self {
    case .unknownFormat(let found):
      "the journal needs format \(found), and this program knows format 1: use a newer daybook"
    case .notAJournal(let reason):
      "this is no journal: \(reason)"
    case .damaged(let database, let key, let reason):
      "the journal is damaged at \(database) \(key): \(reason); "
        + "`daybook audit` tells how far, `daybook audit --salvage DIR` saves what is whole"
    case .wrongExpectedSize(let expected, let found):
      "the log has \(found) events, and \(expected) were expected: another writer was first"
    case .wrongExpectedVersion(let object, let expected, let found):
      "the last event of \(object) is \(found.map(String.init) ?? "none"), "
        + "and \(expected) was expected: another writer was first"
    case .identityTaken(let identity, let sequence, let reason):
      "event \(identity.counter) of device \(identity.device) is in the log already, at sequence "
        + "\(sequence), and differs: \(reason)"
    case .unfitEvent(let identity, let reason):
      "\(identity.map { "event \($0.counter) of device \($0.device)" } ?? "an event") cannot be taken "
        + "in: \(reason)"
    case .counterGap(let device, let expected, let found):
      "the next event of device \(device) is number \(expected), and number \(found) came"
    case .tooLarge(let what, let size, let limit):
      "\(what) has \(size), and at most \(limit) are possible"
    case .moved(let name):
      "the journal's environment has been replaced by \(name)"
    }
  }
}
