/// Why a model, or a change of one, is refused.
public struct ModelError: Error, Hashable, Sendable {
  /// The entity at fault, nil where it is the text as a whole.
  public var entity: String?
  /// The property of that entity at fault, nil where it is the entity itself.
  public var property: String?
  /// What is wrong, what was expected, and where one is near, a mend.
  public var reason: String

  /// Says what is wrong with an entity or a property of one.
  public init(entity: String? = nil, property: String? = nil, _ reason: String) {
    self.entity = entity
    self.property = property
    self.reason = reason
  }
}

extension ModelError: CustomStringConvertible {
  /// The place and the reason, as in `hero.power: “min” must be a finite number, and is "a"`.
  public var description: String {
    guard let entity else { return reason }
    return property.map { "\(entity).\($0): \(reason)" } ?? "\(entity): \(reason)"
  }
}
