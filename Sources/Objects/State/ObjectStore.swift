import EventLog
public import LMDB
public import Model

/// The projections that hold every object as its last event left it.
///
/// A value of handles and of the model: it holds no transaction.
///
///     objects   object 16                             → StoredObject (see StoredObject+Coding)
///     inverse   target 16 ‖ relationship ‖ 00 ‖ source 16 → stamp u64 of the write that joined them
///     unique    SHA-256 of constraint and values ‖ object 16 → nothing
///
/// A relationship is named there by its owner and name with 00 between. Every stored reference has its
/// row in `inverse`, whether or not the model names an inverse, since who refers to an object must be
/// known when it goes.
public struct ObjectStore: Sendable {
  /// The model of today.
  public let model: ObjectModel
  /// What entities and properties of earlier models are called today.
  public let names: NameHistory
  /// Object → its state.
  public let objects: Database
  /// Target, relationship, source → the stamp of the write that joined them.
  public let inverse: Database
  /// Digest of a constraint's values → the object that has them.
  public let unique: Database
  /// The model by entity, as each object that is written or folded asks it.
  let rules: ModelRules

  /// The names of the databases.
  public static let databaseNames = ["objects", "inverse", "unique"]

  /// Opens the projections.
  public init(
    model: ObjectModel, names: NameHistory, in transaction: borrowing ReadTransaction
  ) throws {
    func open(_ name: String, in transaction: borrowing ReadTransaction) throws -> Database {
      guard let database = try transaction.database(named: name) else {
        throw EventLogError.notAJournal(reason: "it has no database `\(name)`")
      }
      return database
    }
    self.model = model
    self.names = names
    objects = try open("objects", in: transaction)
    inverse = try open("inverse", in: transaction)
    unique = try open("unique", in: transaction)
    rules = ModelRules(model)
  }

  /// Makes the databases of a journal without objects.
  public static func create(in transaction: borrowing WriteTransaction) throws {
    for name in databaseNames { _ = try transaction.database(named: name) }
  }

  /// The same projections under another model.
  public func with(model: ObjectModel, names: NameHistory) -> ObjectStore {
    ObjectStore(self, model: model, names: names)
  }

  /// Empty projections of the same model in another environment.
  public static func scratch(
    like other: ObjectStore, in transaction: borrowing WriteTransaction
  ) throws -> ObjectStore {
    try create(in: transaction)
    return try ObjectStore(model: other.model, names: other.names, in: transaction.reading)
  }

  private init(_ other: ObjectStore, model: ObjectModel, names: NameHistory) {
    self.model = model
    self.names = names
    objects = other.objects
    inverse = other.inverse
    unique = other.unique
    rules = ModelRules(model)
  }

  /// How many objects there are.
  public func count(in transaction: borrowing ReadTransaction) throws -> Int {
    try transaction.count(of: objects)
  }

  /// The object of an identity, nil where there is none.
  public func object(
    _ id: ObjectID, in transaction: borrowing ReadTransaction
  ) throws -> StoredObject? {
    try transaction.get(id.key, in: objects) { row in try StoredObject(id: id, row: row) }
  }

  /// Calls `body` for each object of some entities in the order of identities until it returns false.
  ///
  /// - Parameters:
  ///   - entities: The names of the entities.
  ///   - properties: The stored properties that the objects handed out have; others are passed by.
  ///   - transaction: The snapshot to read.
  ///   - body: Takes an object.
  public func forEach(
    of entities: Set<String>, decoding properties: Set<String>,
    in transaction: borrowing ReadTransaction, _ body: (StoredObject) throws -> Bool
  ) throws {
    let part = StoredObject.Part(entities: entities, properties: properties)
    try forEachRow(in: transaction) { id, row in
      guard let object = try StoredObject(id: id, row: row, part) else { return true }
      return try body(object)
    }
  }

  /// Calls `body` for each object of some entities in the order of identities until it returns false,
  /// with nil for those that one of their texts rules out: nothing of them is decoded.
  ///
  /// - Parameters:
  ///   - entities: The names of the entities.
  ///   - properties: The stored properties that the objects handed out have; others are passed by.
  ///   - property: The attribute of the text.
  ///   - transaction: The snapshot to read.
  ///   - rulesOut: Takes where the text of an object stands, and the object's row; not asked where
  ///     there is none, or only under an earlier name.
  ///   - body: Takes an object, or nil.
  public func forEach(
    of entities: Set<String>, decoding properties: Set<String>, sifting property: String,
    in transaction: borrowing ReadTransaction,
    _ rulesOut: (StoredText, _ row: RawSpan) throws -> Bool,
    _ body: (StoredObject?) throws -> Bool
  ) throws {
    let part = StoredObject.Part(entities: entities, properties: properties)
    let name = Array(property.utf8)
    try forEachRow(in: transaction) { id, row in
      if let text = try StoredText(of: name, id: id, row: row, part), try rulesOut(text, row) {
        return try body(nil)
      }
      guard let object = try StoredObject(id: id, row: row, part) else { return true }
      return try body(object)
    }
  }

  /// Calls `body` for each object in the order of identities until it returns false.
  public func forEach(
    in transaction: borrowing ReadTransaction, _ body: (StoredObject) throws -> Bool
  ) throws {
    try forEachRow(in: transaction) { id, row in try body(StoredObject(id: id, row: row)) }
  }

  private func forEachRow(
    in transaction: borrowing ReadTransaction, _ body: (ObjectID, RawSpan) throws -> Bool
  ) throws {
    try transaction.withCursor(in: objects) { cursor in
      var found = try cursor.first()
      while found {
        cursor.prefetchNext()
        let goesOn = try cursor.withEntry { key, row in
          guard let id = ObjectID(span: key) else {
            throw EventLogError.damaged(
              database: "objects", key: "of \(key.byteCount) bytes", reason: "a key has 16")
          }
          return try body(id, row)
        }
        if !goesOn { return }
        found = try cursor.next()
      }
    }
  }
}
