public import Model

/// What takes the place of a placeholder (`%@ %K %d …`) or a `$VARIABLE`.
///
/// An argument is a value and never text of the language: nothing in it is parsed.
public enum Argument: Sendable, Hashable {
  /// A value, `.null` included.
  case value(Value)
  /// A key path, its keys separated by points. A name that itself holds a point is found first.
  case keyPath(String)
  /// An object, by its identity: equal to `SELF` and to references.
  case record(ObjectID)
  /// Several arguments, for `IN`, `BETWEEN` and wherever a list may stand.
  case list([Argument])
}
