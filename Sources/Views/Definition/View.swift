import Collation
import EventLog
import LMDB
public import Model
import OrderedBytes
public import Predicates

/// A view's definition, checked against the model: which objects it shows, and each one's place.
///
/// A pure value. Where its rows are kept, on disk or in memory, is another's business.
public struct View: Sendable {
  /// The view's name; "" for the list of a single fetch.
  public let name: String
  /// What it was made from.
  public let definition: ViewDefinition
  /// The entity and its sub-entities, by name.
  public let family: Set<String>
  /// The predicate, nil where all objects match.
  public private(set) var predicate: Predicate?
  /// The section expression, nil where there is one section.
  public private(set) var section: Expression?
  /// Whether sections descend.
  public let isSectionDescending: Bool
  /// The sort descriptors.
  public private(set) var sort: [SortDescriptor]
  /// The order of the section's text: the first sort key's where both are one expression.
  private let sectionOrder: StringOrder
  /// What the objects show, derived values included.
  public let projection: RowProjection
  /// The paths that the predicate, the sort keys, the section and the derived attributes follow to
  /// other objects.
  private(set) var pathsToOthers: Set<RelationshipPath>
  /// Whether the view has sections of its own, or just the one named "".
  public let isSectioned: Bool
  /// All that the rows' keys read of an object; nil where they read other objects too, among which it
  /// can be again.
  private(set) var ownProperties: Set<String>?
  /// Whether there is a predicate: asked for each row, which should not copy it.
  private let isFiltered: Bool
  /// Whether the object id descends, as the last sort key does.
  let isIdentityDescending: Bool
  /// What a row's key begins with, where there are sections.
  private var sectionPart: KeyPart?
  /// What follows: the sort keys.
  private var sortParts: [KeyPart] = []

  /// One component of a row's key.
  ///
  /// A class, so that making a key copies nothing.
  final class KeyPart: Sendable {
    let expression: Expression
    let order: StringOrder
    let isDescending: Bool

    init(_ expression: Expression, _ order: StringOrder, isDescending: Bool) {
      self.expression = expression
      self.order = order
      self.isDescending = isDescending
    }

    /// Appends the component of an object, and returns the value that it stands for.
    func append(
      to key: inout OrderedKey, of id: ObjectID, isSection: Bool, _ read: Reader
    ) throws -> Value {
      let value = try expression.evaluate(id, read)
      if isSection, !value.isOwnSectionComponent {
        key.append(value.sectionComponent(order), descending: isDescending)
      } else {
        key.append(value, in: order, descending: isDescending)
      }
      return value
    }
  }

  /// The most texts that a key can hold: each takes up to 147 of LMDB's 511 bytes.
  static let stringKeyLimit = 3
  /// The longest key of a row: LMDB's 511 bytes without the one that tells rows from counts.
  static let keyLimit = 510

  /// Checks a definition.
  ///
  /// - Parameters:
  ///   - name: The view's name.
  ///   - definition: What it shows.
  ///   - projection: What objects show, by the model that the definition is checked against.
  ///   - isMaterialized: Whether rows will be kept; a single fetch may read the clock.
  /// - Throws: `ViewError`, or `PredicateError` where a text does not parse or does not fit.
  public init(
    name: String, _ definition: ViewDefinition, projection: RowProjection,
    isMaterialized: Bool = true
  ) throws {
    let model = projection.model
    guard model.entity(definition.entity) != nil else {
      throw ViewError.unknownEntity(
        definition.entity, near: model.nearestEntity(to: definition.entity))
    }
    self.name = name
    self.definition = definition
    family = model.family(of: definition.entity)
    predicate = try definition.predicate.map {
      try Predicate(parsing: $0, entity: definition.entity, model: model)
    }
    let parsedSection = try definition.section.map {
      try SortDescriptor.section(parsing: $0, entity: definition.entity, model: model)
    }
    section = parsedSection?.expression
    sort = try SortDescriptor.list(
      parsing: definition.sort, entity: definition.entity, model: model, locale: definition.locale)
    isSectionDescending =
      parsedSection?.isAscending.map { !$0 } ?? (sort.first.map { !$0.isAscending } ?? false)
    if let first = sort.first, first.expression == parsedSection?.expression {
      sectionOrder = first.order
    } else {
      sectionOrder = .compare
    }
    self.projection = projection
    isSectioned = section != nil
    isFiltered = predicate != nil
    isIdentityDescending = sort.last.map { !$0.isAscending } ?? false
    pathsToOthers = []
    pathsToOthers = relationshipPaths
    let reads = keyReads
    ownProperties = reads.allSatisfy(\.path.isEmpty) ? Set(reads.map(\.property)) : nil
    makeParts()
    if isMaterialized { try check() }
  }

  /// The components of a row's key, in order: the section, where there is one, and the sort keys.
  var parts: [KeyPart] { (sectionPart.map { [$0] } ?? []) + sortParts }

  private mutating func makeParts() {
    sortParts = sort.map { KeyPart($0.expression, $0.order, isDescending: !$0.isAscending) }
    sectionPart = section.map {
      KeyPart($0, sectionOrder, isDescending: isSectionDescending)
    }
  }

  /// The view with a value for `now()`, and a seed for `random()`: for a single fetch.
  public func binding(now: Moment, random seed: UInt64) throws -> View {
    // What does not read the clock stays what it is, and so the same as a view's.
    var bound = self
    if predicate?.usesClock == true { bound.predicate = predicate?.binding(now: now, random: seed) }
    if section?.usesClock == true { bound.section = section?.binding(now: now, random: seed) }
    bound.sort = try sort.map {
      if !$0.expression.usesClock { return $0 }
      return try SortDescriptor(
        $0.expression.binding(now: now, random: seed), isAscending: $0.isAscending, order: $0.order)
    }
    bound.makeParts()
    return bound
  }

  /// Whether both show the same rows in the same order and sections, whatever their names.
  public func isSame(as other: View) -> Bool {
    definition.entity == other.definition.entity && predicate == other.predicate
      && section == other.section && sort == other.sort
      && (section == nil || isSectionDescending == other.isSectionDescending)
  }

  /// The stored properties of its own objects that the view reads, to tell which it shows and where.
  package var propertiesRead: Set<String> {
    Set(keyReads.lazy.filter { $0.path.isEmpty }.map(\.property))
  }

  /// The names of relationships of its own objects that are kept with others.
  package var relationshipsShown: Set<String> {
    var names: Set<String> = []
    for entity in family {
      for relationship in projection.model.entity(entity)?.relationships.values ?? [:].values
      where relationship.storage != .stored {
        names.insert(relationship.name)
      }
    }
    return names
  }

  private func check() throws {
    if predicate?.usesClock == true { throw ViewError.notRepeatable(part: "predicate") }
    if section?.usesClock == true { throw ViewError.notRepeatable(part: "section") }
    if sort.contains(where: { $0.expression.usesClock }) {
      throw ViewError.notRepeatable(part: "sort")
    }
    let components = (section.map { [$0] } ?? []) + sort.map(\.expression)
    let strings = components.count { $0.valueType.isLong }
    guard strings <= Self.stringKeyLimit else {
      throw ViewError.tooManyStringKeys(found: strings, limit: Self.stringKeyLimit)
    }
    let bytes = components.reduce(16) { $0 + $1.valueType.maximumKeyByteCount }
    guard bytes <= Self.keyLimit else {
      throw ViewError.keyTooLong(bytes: bytes, limit: Self.keyLimit)
    }
  }

  // MARK: - Rows

  /// The place of an object in the view, nil where it is not among its rows.
  ///
  /// - Parameters:
  ///   - id: The object.
  ///   - entity: Its entity.
  ///   - read: Reads values of objects.
  public func rowKey(of id: ObjectID, entity: String, _ read: Reader) throws -> RowKey? {
    guard family.contains(entity), try shows(id, read) else { return nil }
    return try rowKey(ofMatching: id, read)
  }

  /// The place of an object of which it is known that the view shows it.
  ///
  /// - Parameters:
  ///   - id: The object.
  ///   - read: Reads values of objects.
  public func rowKey(ofMatching id: ObjectID, _ read: Reader) throws -> RowKey {
    var key = OrderedKey(reservingCapacity: 64)
    let section = try sectionPart?.append(to: &key, of: id, isSection: true, read) ?? .null
    let sectionByteCount = key.bytes.count
    try appendOrder(of: id, to: &key, read)
    return RowKey(
      bytes: key.bytes, sectionByteCount: sectionByteCount, sectionName: section.sectionName)
  }

  /// Appends the key of an object of the family to an empty one, whose memory serves many.
  ///
  /// - Returns: Whether the object is a row; if not, nothing was appended.
  func appendKey(ofMember id: ObjectID, to key: inout OrderedKey, _ read: Reader) throws -> Bool {
    guard try shows(id, read) else { return false }
    _ = try sectionPart?.append(to: &key, of: id, isSection: true, read)
    try appendOrder(of: id, to: &key, read)
    return true
  }

  private func shows(_ id: ObjectID, _ read: Reader) throws -> Bool {
    try !isFiltered || predicate?.matches(id, read) != false
  }

  /// Appends what orders the rows of a section.
  private func appendOrder(of id: ObjectID, to key: inout OrderedKey, _ read: Reader) throws {
    for part in sortParts { _ = try part.append(to: &key, of: id, isSection: false, read) }
    key.append(bareIdentifier: id.high, id.low, descending: isIdentityDescending)
    guard key.bytes.count <= Self.keyLimit else {
      throw ViewError.keyTooLong(bytes: key.bytes.count, limit: Self.keyLimit)
    }
  }

  /// The name of the section that an object stands in; "" where the view has one section.
  ///
  /// - Parameters:
  ///   - id: The object.
  ///   - read: Reads values of objects.
  public func sectionName(of id: ObjectID, _ read: Reader) throws -> String {
    try section.map { try $0.evaluate(id, read).sectionName } ?? ""
  }

  /// The object of a row, by the end of its key.
  public func identity(ofRow key: [UInt8]) throws -> ObjectID {
    guard let start = startOfIdentity(inRowOf: key.count) else { throw shortKey(key.count) }
    return identity(key.bigEndian(at: start), key.bigEndian(at: start + 8))
  }

  /// The object of a row, by the end of its key.
  public func identity(ofRow key: RawSpan) throws -> ObjectID {
    guard let start = startOfIdentity(inRowOf: key.byteCount) else {
      throw shortKey(key.byteCount)
    }
    return identity(key.bigEndianInteger(at: start), key.bigEndianInteger(at: start + 8))
  }

  private func startOfIdentity(inRowOf count: Int) -> Int? { count < 16 ? nil : count - 16 }

  private func shortKey(_ count: Int) -> ViewError {
    .damaged(view: name, reason: "a row's key has \(count) bytes")
  }

  private func identity(_ high: UInt64, _ low: UInt64) -> ObjectID {
    isIdentityDescending ? ObjectID(high: ~high, low: ~low) : ObjectID(high: high, low: low)
  }

  /// The part of a row's key that tells its section; empty where there is one section.
  public func sectionKey(ofRow key: [UInt8]) throws -> [UInt8] {
    guard isSectioned else { return [] }
    guard
      let end = OrderedKey.endOfComponent(
        in: key.span, from: 0, descending: isSectionDescending)
    else {
      throw ViewError.damaged(view: name, reason: "a row's key does not tell its section")
    }
    return Array(key[..<end])
  }
}

/// The place of a row in its view.
public struct RowKey: Sendable, Hashable {
  /// Section component, sort components, object id: bytes whose order is that of the rows.
  public let bytes: [UInt8]
  /// How many of the bytes tell the section.
  public let sectionByteCount: Int
  /// The section's name, as this row would give it.
  public let sectionName: String

  /// The bytes that tell the section.
  public var section: [UInt8] { Array(bytes[..<sectionByteCount]) }

  /// Whether the row stands in the section that some bytes tell.
  func isWithin(section: [UInt8]) -> Bool {
    sectionByteCount == section.count && bytes.starts(with: section)
  }
}

extension RowKey: Comparable {
  /// Orders as rows are ordered.
  public static func < (left: RowKey, right: RowKey) -> Bool {
    left.bytes.isBefore(right.bytes)
  }

  /// Whether both are one place.
  public static func == (left: RowKey, right: RowKey) -> Bool { left.bytes == right.bytes }

  /// Hashes what equality compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}
