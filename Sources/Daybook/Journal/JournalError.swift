public import Model

/// Why a journal could not be opened or a wish could not be granted.
///
/// Nothing was written.
public enum JournalError: Error, Sendable, Hashable {
  /// There is no journal at the path.
  case missing(path: String)
  /// The journal was opened to read.
  case readOnly(path: String)
  /// No object has an id that ends so.
  case unknownID(String)
  /// Several objects have an id that ends so.
  case ambiguousID(String, candidates: [ObjectID])
  /// There are fewer commits to take back than were asked for.
  case nothingToUndo(asked: Int, found: Int)
  /// There is no undo to take back.
  case nothingToRedo
  /// The object is there, and was not said how it should be.
  case notDeleted(ObjectID)
  /// There is no state of the object to bring back.
  case nothingToRestore(ObjectID, reason: String)
  /// A change of the model that stored objects would break.
  case modelBreaksObjects(complaint: String, objects: [ObjectID])
  /// A change of the model that a view would not survive.
  case modelBreaksView(name: String, reason: String)
  /// A log of another journal.
  case anotherJournal(found: ObjectID, expected: ObjectID)
  /// A log size that the journal has not reached.
  case beyondLog(size: UInt64, asked: UInt64)
  /// A directory whose journal must not be replaced by a backup of this one.
  case notABackup(path: String, reason: String)
  /// A directory that is to hold a new journal, and holds one.
  case occupied(path: String)
  /// What was asked for is forgotten: the payloads of an object's events were erased.
  case forgotten(ObjectID, asOf: UInt64?)
}

extension JournalError: CustomStringConvertible {
  /// A sentence that says what, where and a mend.
  public var description: String {
    switch self {
    case .missing(let path):
      "there is no journal at \(path); `daybook add` makes one, or name another with --journal"
    case .readOnly(let path):
      "the journal at \(path) can only be read: its file system or its permissions allow no writing"
    case .unknownID(let text):
      "no object has an id that ends in `\(text)`"
    case .ambiguousID(let text, let candidates):
      "several objects have an id that ends in `\(text)`: "
        + candidates.prefix(10).map(\.description).joined(separator: ", ")
        + (candidates.count > 10 ? " and \(candidates.count - 10) more" : "")
    case .nothingToUndo(_, 0): "there is nothing to undo"
    case .nothingToUndo(let asked, let found):
      "\(found == 1 ? "only one commit" : "only \(found) commits") can be undone, and \(asked) were "
        + "asked for"
    case .nothingToRedo: "there is no undo to take back"
    case .notDeleted(let id):
      "object \(id) is there; say as of when with --at to bring back an earlier state"
    case .nothingToRestore(let id, let reason):
      "object \(id) cannot be brought back: \(reason)"
    case .modelBreaksObjects(let complaint, let objects):
      "\(complaint): " + objects.prefix(20).map(\.description).joined(separator: ", ")
        + (objects.count > 20 ? " and \(objects.count - 20) more" : "")
    case .modelBreaksView(let name, let reason):
      "the view `\(name)` does not fit the new model: \(reason); drop it first, or define it anew"
    case .anotherJournal(let found, let expected):
      "that is the log of journal \(found.hexadecimal), and this journal is \(expected.hexadecimal)"
    case .beyondLog(let size, let asked):
      "the log has \(size) events, and \(asked) were asked for"
    case .notABackup(let path, let reason):
      "\(path) is no backup of this journal: \(reason); back up into another directory"
    case .occupied(let path):
      "\(path) holds a journal already; name another directory"
    case .forgotten(let id, let size):
      "object \(id) is forgotten: what it was\(size.map { " in a log of \($0) events" } ?? "") was erased"
    }
  }
}
