/// What happens to the others when an object goes.
public enum DeleteRule: String, Sendable, Hashable, CaseIterable {
  /// Their references to it are cleared.
  case nullify
  /// They go too.
  case cascade
  /// While there are any, the object cannot go.
  case deny
}

/// A property that names other objects.
public struct Relationship: Sendable, Hashable {
  /// Where the references of a relationship are kept.
  public enum Storage: Sendable, Hashable {
    /// With the object: one reference, or an ordered list of them.
    case stored
    /// With the objects at the other end, in their relationship of this name: what this one shows
    /// is computed from them.
    case inverse(relationship: String)
  }

  /// The name, unique among the properties of its entity.
  public var name: String
  /// The entity that declares it, of which others may have inherited it.
  public var owner: String
  /// The entity of the objects it names, sub-entities included.
  public var target: String
  /// Whether it names any number of objects, or at most one.
  public var isToMany: Bool
  /// The relationship of `target` that is this one seen from the other end.
  public var inverse: String?
  /// What happens to the named objects when this object goes.
  public var deleteRule: DeleteRule
  /// Where the references are kept, which the model as a whole decides.
  public var storage: Storage

  /// Makes a relationship.
  public init(
    name: String, owner: String, target: String, isToMany: Bool = false, inverse: String? = nil,
    deleteRule: DeleteRule = .nullify, storage: Storage = .stored
  ) {
    self.name = name
    self.owner = owner
    self.target = target
    self.isToMany = isToMany
    self.inverse = inverse
    self.deleteRule = deleteRule
    self.storage = storage
  }
}
