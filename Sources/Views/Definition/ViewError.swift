/// Why a view could not be defined, found or read.
public enum ViewError: Error, Sendable, Hashable {
  /// The model knows no such entity.
  case unknownEntity(String, near: String?)
  /// There is no view of this name.
  case unknownView(String, near: String?)
  /// A view of this name is there already.
  case viewExists(String)
  /// The view belongs to the format.
  case builtIn(String)
  /// A name that no view can have.
  case badName(String, reason: String)
  /// The predicate, sort or section reads the clock or a random source.
  case notRepeatable(part: String)
  /// More sort keys than a row's key can hold.
  case tooManyStringKeys(found: Int, limit: Int)
  /// The sort keys make rows' keys longer than the engine's.
  case keyTooLong(bytes: Int, limit: Int)
  /// The definition in the log does not fit the model of today.
  case broken(name: String, reason: String)
  /// A row's key in the view is not of its form.
  case damaged(view: String, reason: String)
}

extension ViewError: CustomStringConvertible {
  /// A sentence that says what and a mend.
  public var description: String {
    switch self {
    case .unknownEntity(let name, let near):
      "there is no entity `\(name)`" + (near.map { "; did you mean `\($0)`?" } ?? "")
    case .unknownView(let name, let near):
      "there is no view `\(name)`"
        + (near.map { "; did you mean `\($0)`?" } ?? "; `daybook view list` shows what there is")
    case .viewExists(let name):
      "there is a view `\(name)` already; `daybook view drop \(name)` first"
    case .builtIn(let name):
      "the view `\(name)` is built in, and cannot be changed or dropped"
    case .badName(let name, let reason):
      "`\(name)` is no name for a view: \(reason)"
    case .notRepeatable(let part):
      "the \(part) reads the clock or a random source, and a view's answer must depend on the log "
        + "alone; use it in a single fetch"
    case .tooManyStringKeys(let found, let limit):
      "the view sorts by \(found) texts, and at most \(limit) fit into a key, the section's among them"
    case .keyTooLong(let bytes, let limit):
      "a row's key could have \(bytes) bytes, and at most \(limit) are possible: sort by fewer keys"
    case .broken(let name, let reason):
      "the view `\(name)` does not fit the model: \(reason); drop it or define it anew"
    case .damaged(let view, let reason):
      "the view `\(view)` is damaged: \(reason); `daybook rebuild \(view)` makes it anew"
    }
  }
}
