/// A rule of the model that an object breaks.
public struct ValidationError: Error, Hashable, Sendable {
  /// The rules, by the words of a model file where it has one.
  public enum Rule: String, Sendable, Hashable, CaseIterable {
    /// A required attribute has no value.
    case required
    /// A number or moment is below the least one allowed.
    case minimum = "min"
    /// A number or moment is above the greatest one allowed.
    case maximum = "max"
    /// A text, data or list is too short.
    case minimumLength = "minLength"
    /// A text, data or list is too long.
    case maximumLength = "maxLength"
    /// The value is none of the property's type.
    case type
    /// The entity has no property of this name.
    case property
    /// The property is computed from others.
    case derived
    /// The relationship is kept at its other end.
    case stored
    /// A relationship names one object twice.
    case repeated
    /// A text is longer than any may be.
    case limit
    /// Another object has the same values.
    case unique
    /// A reference names no object, or one of another entity.
    case reference = "to"
    /// Other objects refer to one that is to be deleted.
    case deleteRule = "onDelete"
  }

  /// The entity of the object.
  public var entity: String
  /// The property, or several with commas between them where a rule is about several.
  public var property: String
  /// The object, where it is known.
  public var object: ObjectID?
  /// The rule that is broken.
  public var rule: Rule
  /// What is wrong, as the rest of a sentence that begins with the property: `is required`.
  public var complaint: String

  /// Says which rule is broken and how.
  public init(
    entity: String, property: String, object: ObjectID? = nil, rule: Rule, complaint: String
  ) {
    self.entity = entity
    self.property = property
    self.object = object
    self.rule = rule
    self.complaint = complaint
  }

  /// Says that a required attribute has no value.
  public static func required(
    entity: String, property: String, object: ObjectID? = nil
  ) -> ValidationError {
    ValidationError(
      entity: entity, property: property, object: object, rule: .required, complaint: "is required")
  }

  /// The same fault of an object that is now known.
  public func naming(_ object: ObjectID) -> ValidationError {
    var error = self
    error.object = object
    return error
  }
}

extension ValidationError: CustomStringConvertible {
  /// The sentence: `hero.name is required`, or with the object
  /// `hero 0c8f…: power is -1, and must be at least 0`.
  public var description: String {
    object.map { "\(entity) \($0): \(property) \(complaint)" }
      ?? "\(entity).\(property) \(complaint)"
  }
}
