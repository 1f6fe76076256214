/// Under which new names the data of one model goes on in the next.
///
/// A log holds the texts of its models one after another (`modelChanged` events). An event that takes
/// another back names the renames beside the text; all other renames are read from two consecutive
/// texts, by this rule, which belongs to the format.
///
/// - An entity N with `renamedFrom` O is the former O where O is an entity of the previous model, and
///   N is not, or is itself the former of another. It is *not* renamed where N has the same
///   `renamedFrom` in the previous model: the mark stays in the text when the rename is done.
/// - A property is the former one by the same rule, among the properties of the same kind (attributes,
///   relationships) that the entity's former self declared. Properties of new entities are new.
/// - A rename reaches the sub-entities that inherit the property, before and after.
/// - Of several entities or properties that claim one former name, the first by the bytes of its new
///   name has it. (``ObjectModel/merging(_:replacing:)`` refuses such models.)
///
/// All renames of a step happen at once, so that two names can be swapped.
public struct ModelRenames: Sendable, Hashable {
  /// The new names of renamed entities, by their old ones.
  public internal(set) var entities: [String: String] = [:]
  /// By the *new* name of each entity, sub-entities included: the new names of renamed properties, by
  /// their old ones.
  public internal(set) var properties: [String: [String: String]] = [:]

  /// Makes renames that rename nothing.
  public init() {}

  /// Reads the renames from two consecutive texts of a log's model.
  public init(from previous: ModelFile, to next: ModelFile) {
    self.init(DeclaredRenames(from: previous, to: next), from: previous, to: next)
  }

  init(_ declared: DeclaredRenames, from previous: ModelFile, to next: ModelFile) {
    entities = declared.entities
    guard !declared.properties.isEmpty else { return }
    for name in previous.entities.keys {
      let newName = declared.newName(ofEntity: name)
      let newLineage = Set(next.lineage(of: newName))
      for owner in previous.lineage(of: name) {
        guard let renames = declared.properties[owner],
          newLineage.contains(declared.newName(ofEntity: owner))
        else { continue }
        properties[newName, default: [:]].merge(renames) { first, _ in first }
      }
    }
  }

  /// Whether nothing is renamed.
  public var isEmpty: Bool { entities.isEmpty && properties.isEmpty }

  /// The name under which an entity goes on: its own where it is not renamed.
  public func newName(ofEntity old: String) -> String {
    entities[old] ?? old
  }

  /// The name under which a property goes on, of an entity by its old name.
  public func newName(of property: String, in oldEntity: String) -> String {
    properties[newName(ofEntity: oldEntity)]?[property] ?? property
  }

  /// The values of an object under the names by which they go on.
  ///
  /// - Parameter oldEntity: The object's entity, by its old name.
  public func renaming(_ values: PropertyValues, of oldEntity: String) -> PropertyValues {
    guard let renames = properties[newName(ofEntity: oldEntity)] else { return values }
    var renamed = PropertyValues()
    for (name, value) in values { renamed[renames[name] ?? name] = value }
    return renamed
  }
}

/// Renames as they are declared: properties by the entity that declares them and not by all that
/// inherit them.
struct DeclaredRenames {
  /// New names by old ones.
  var entities: [String: String] = [:]
  /// By the old name of the entity that declares them: new names by old ones.
  var properties: [String: [String: String]] = [:]
  /// The marks that ask for a rename which cannot be: the new name is in use, or the old one is taken by
  /// another.
  var refused: [(entity: String, property: String?, old: String)] = []

  init(from previous: ModelFile, to next: ModelFile) {
    var refusals: [(new: String, old: String)] = []
    (entities, refusals) = Self.renames(
      marks: next.entities.compactMapValues(\.renamedFrom), previous: previous.entities,
      mark: \.renamedFrom)
    refused += refusals.map { ($0.new, nil, $0.old) }
    let oldNames = Dictionary(entities.map { ($0.value, $0.key) }) { first, _ in first }
    for (name, entity) in next.entities.inByteOrder {
      // An entity that takes the name of one that was renamed is a new one.
      let isNew = oldNames[name] == nil && entities[name] != nil
      let oldName = oldNames[name] ?? name
      guard !isNew, let former = previous.entities[oldName] else { continue }
      let (attributes, refusedAttributes) = Self.renames(
        marks: entity.attributes.compactMapValues(\.renamedFrom), previous: former.attributes,
        mark: \.renamedFrom)
      let (relationships, refusedRelationships) = Self.renames(
        marks: entity.relationships.compactMapValues(\.renamedFrom),
        previous: former.relationships, mark: \.renamedFrom)
      refused += (refusedAttributes + refusedRelationships).map { (name, $0.new, $0.old) }
      let both = attributes.merging(relationships) { first, _ in first }
      if !both.isEmpty { properties[oldName] = both }
    }
  }

  func newName(ofEntity old: String) -> String { entities[old] ?? old }

  /// - Parameters:
  ///   - marks: Old names by new ones.
  ///   - previous: What the previous model has, by name.
  ///   - mark: The `renamedFrom` that it has there already.
  private static func renames<Declaration>(
    marks: [String: String], previous: [String: Declaration], mark: (Declaration) -> String?
  ) -> (renames: [String: String], refused: [(new: String, old: String)]) {
    var renames: [String: String] = [:]
    var refused: [(new: String, old: String)] = []
    for (new, old) in marks.inByteOrder {
      // A name kept as it is spelled in the previous model, to which others refer.
      guard let old = previous.spelling(of: old), old != new, previous[new].flatMap(mark) != old
      else { continue }
      if renames[old] == nil { renames[old] = new } else { refused.append((new, old)) }
    }
    // A name in use is free only where its owner is renamed too, and so on around: take out what is
    // not, until nothing changes.
    while let (old, new) = renames.inByteOrder.first(where: { _, new in
      previous[new] != nil && renames[new] == nil
    }) {
      renames[old] = nil
      refused.append((new, old))
    }
    return (renames, refused)
  }
}
