public import Model

/// One thing that a writer wants done.
///
/// A list of them, committed together, is one commit.
public enum Change: Sendable, Hashable {
  /// A new object. What has a default and is not given gets it.
  case insert(ObjectID, entity: String, values: PropertyValues)
  /// New values for some properties of an object; null clears.
  case update(ObjectID, values: PropertyValues)
  /// An end for an object, and what its model's delete rules make of that for others.
  case delete(ObjectID)

  /// The object that the change is for.
  public var id: ObjectID {
    switch self {
    case .insert(let id, _, _), .update(let id, _), .delete(let id): id
    }
  }
}

/// Why a change is refused.
///
/// Nothing of its commit is written.
public enum ChangeError: Error, Sendable, Hashable {
  /// The model knows no such entity.
  case unknownEntity(String, near: String?)
  /// No object of this identity is there.
  case missingObject(ObjectID, what: String)
  /// An object of this identity is there already.
  case objectExists(ObjectID, entity: String)
  /// The object was erased, and an erased object never returns.
  case erased(ObjectID)
  /// Values break rules of the model.
  case invalid([ValidationError])
  /// A reference leads to no object, or to one of another kind.
  case danglingReference(
    from: ObjectID, entity: String, relationship: String, to: ObjectID, found: String?)
  /// Two objects would share what the model says is unique.
  case notUnique(entity: String, properties: [String], ObjectID, ObjectID)
  /// Content that is not in the journal.
  case missingContent(entity: String, property: String, ObjectID, ContentReference)
  /// Objects that may not be left alone stand in the way of a deletion.
  case denied(ObjectID, entity: String, relationship: String, by: [ObjectID])
}

extension ChangeError: CustomStringConvertible {
  /// A sentence that names entity, property, object and rule.
  public var description: String {
    switch self {
    case .unknownEntity(let name, let near):
      "there is no entity `\(name)`" + (near.map { "; did you mean `\($0)`?" } ?? "")
    case .missingObject(let id, let what):
      "there is no object \(id) to \(what)"
    case .objectExists(let id, let entity):
      "there is an object \(id) already, a `\(entity)`: update it, or insert under another id"
    case .erased(let id):
      "object \(id) was erased, and an erased object never returns"
    case .invalid(let errors):
      errors.map(\.description).joined(separator: "; ")
    case .danglingReference(let id, let entity, let relationship, let target, let found):
      if let found {
        "\(entity).\(relationship) of \(id) refers to \(target), which is a `\(found)`"
      } else {
        "\(entity).\(relationship) of \(id) refers to \(target), and there is no such object"
      }
    case .notUnique(let entity, let properties, let first, let second):
      "\(entity).\(properties.joined(separator: "+")) is unique, and \(first) and \(second) would "
        + "have the same"
    case .missingContent(let entity, let property, let id, let content):
      "\(entity).\(property) of \(id) names content \(content.hexadecimalDigest), which is not in the "
        + "journal"
    case .denied(let id, let entity, let relationship, let others):
      "\(entity) \(id) cannot be deleted while \(relationship) has "
        + others.prefix(20).map(\.description).joined(separator: ", ")
        + (others.count > 20 ? " and \(others.count - 20) more" : "")
    }
  }
}
