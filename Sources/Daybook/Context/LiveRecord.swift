public import Model
import Objects

/// An object in a context: what it shows are its unsaved values over its committed ones, and what it is
/// given is unsaved until the context is saved.
///
///     let hero = try context.object(id, as: Hero.self)
///     hero?.name = "Robin"
///     let team = try hero?.related(\.team)
///
/// All live records of one object in one context show the same.
@dynamicMemberLookup
public final class LiveRecord<Element: TypedRecord>: Identifiable {
  /// The context that holds it.
  public let context: Context
  /// The object.
  public let id: ObjectID
  private var shown: Element
  private var generation: Int

  init(_ context: Context, _ shown: Element) {
    self.context = context
    self.shown = shown
    id = shown.id
    generation = context.generation
  }

  /// The object as a struct, with its unsaved values; as it was last where it is gone.
  public var element: Element {
    if generation != context.generation {
      generation = context.generation
      do {
        if let record = try context.record(id) { shown = try Element(record) }
      } catch {
        context.note(error)
      }
    }
    return shown
  }

  /// A property, unsaved where it was set.
  ///
  /// What a struct cannot store (see ``TypedRecord/propertyValues()``), and a value for an object that is
  /// gone, is told when the context is saved.
  public subscript<Value>(dynamicMember path: WritableKeyPath<Element, Value>) -> Value {
    get { element[keyPath: path] }
    set {
      do {
        let old = try element.propertyValues()
        shown[keyPath: path] = newValue
        try context.update(id, values: try shown.propertyValues().changes(since: old))
      } catch {
        context.note(error)
      }
    }
  }

  /// A property that is only read.
  public subscript<Value>(dynamicMember path: KeyPath<Element, Value>) -> Value {
    element[keyPath: path]
  }

  /// The object that a relationship names, loaded when it is asked for; nil where it names none.
  ///
  /// - Parameter path: The relationship.
  public func related<Target>(
    _ path: KeyPath<Element, Reference<Target>?>
  ) throws -> LiveRecord<Target>? {
    try element[keyPath: path].flatMap { try context.object($0.id) }
  }

  /// The objects that a relationship names, in its order, loaded when they are asked for.
  ///
  /// What is stored at the other end is in the order in which it was added.
  ///
  /// - Parameter path: The relationship.
  public func related<Target>(
    _ path: KeyPath<Element, [Reference<Target>]>
  ) throws -> [LiveRecord<Target>] {
    try element[keyPath: path].compactMap { try context.object($0.id) }
  }

  /// What was set since it was read or saved; null where it was cleared.
  public var changedValues: PropertyValues { context.changedValues(of: id) }

  /// Its values as it was read or saved last; nil where it is new.
  public var committedValues: PropertyValues? {
    get throws { try context.committedValues(of: id) }
  }

  /// Whether it has unsaved changes.
  public var hasChanges: Bool { !changedValues.isEmpty }

  /// Deletes it when the context is saved.
  public func delete() throws { try context.delete(id) }
}

extension Context {
  /// Inserts an object.
  ///
  /// - Parameter element: Its values; where its identity is `ObjectID.zero` it gets a new one.
  /// - Returns: The object in this context.
  @discardableResult
  public func insert<Element: TypedRecord>(_ element: Element) throws -> LiveRecord<Element> {
    let id = try insert(
      entity: Element.entity, values: element.propertyValues(),
      id: element.id == .zero ? nil : element.id)
    var element = element
    element.id = id
    return LiveRecord(self, element)
  }

  /// An object of an entity, to be read and changed; nil where there is none, or the context deletes it.
  ///
  /// - Parameters:
  ///   - id: The object.
  ///   - type: The struct for it.
  /// - Throws: `DecodingError` where its values are not what the struct needs.
  public func object<Element: TypedRecord>(
    _ id: ObjectID, as type: Element.Type = Element.self
  ) throws -> LiveRecord<Element>? {
    try record(id).map { LiveRecord(self, try Element($0)) }
  }

  /// Changes an object of an entity: what differs afterwards is written, and nothing else.
  ///
  /// - Parameters:
  ///   - id: The object.
  ///   - type: The struct for it.
  ///   - change: Changes it.
  /// - Throws: `ChangeError.missingObject` where there is no such object.
  public func update<Element: TypedRecord>(
    _ id: ObjectID, as type: Element.Type = Element.self, _ change: (inout Element) throws -> Void
  ) throws {
    guard let record = try record(id) else {
      throw ChangeError.missingObject(id, what: "update")
    }
    var element = try Element(record)
    let old = try element.propertyValues()
    try change(&element)
    try update(id, values: element.propertyValues().changes(since: old))
  }

  /// Deletes an object when the context is saved.
  public func delete(_ element: some TypedRecord) throws { try delete(element.id) }

  /// Deletes an object when the context is saved.
  public func delete(_ object: LiveRecord<some TypedRecord>) throws { try delete(object.id) }
}

extension PropertyValues {
  /// The values that are others than those of `old`; null for what is not there any more.
  func changes(since old: PropertyValues) -> PropertyValues {
    var changes = PropertyValues()
    for (name, value) in self where (old[name] ?? .null) != value { changes[name] = value }
    for (name, value) in old where !value.isNull && self[name] == nil { changes[name] = .null }
    return changes
  }
}
