public import LMDB
public import Model
public import Objects
public import Predicates

/// What a row shows of an object: its stored values, its relationships, and what is derived from them.
public struct RowProjection: Sendable {
  /// The model that says so.
  public let model: ObjectModel
  /// The derived attributes of each entity, by name.
  public let derived: [String: [(name: String, expression: Expression)]]

  /// Compiles the derived attributes of a model.
  ///
  /// - Throws: `PredicateError` where an expression does not parse or does not fit the model;
  ///   `ModelError` where its value would be another each time it is asked for.
  public init(_ model: ObjectModel) throws {
    self.model = model
    var derived: [String: [(name: String, expression: Expression)]] = [:]
    // In the order of names, so that of several faults the same one is told each time.
    for (name, entity) in model.entities.sorted(by: { $0.key < $1.key })
    where !entity.derived.isEmpty {
      derived[name] = try entity.derived.values.sorted { $0.name < $1.name }.map { attribute in
        let expression = try Expression(
          parsing: attribute.expression, entity: name, model: model)
        if expression.usesClock {
          throw ModelError(
            entity: name, property: attribute.name,
            "what is derived must follow from the record alone; now() and random() have another "
              + "value each time, so use them in a fetch")
        }
        return (attribute.name, expression)
      }
    }
    self.derived = derived
  }

  /// Everything that an object shows on one side of the commit at hand, by name; what has no value is
  /// left out.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - side: Before the commit, or after it.
  ///   - state: The objects that the commit touches.
  ///   - wanted: The names of what is asked for; nil: all of it. What is not is not read.
  ///   - base: The journal before the commit.
  ///   - log: The log with the events of the commit.
  public func values(
    of object: StoredObject, _ side: WorkingState.Side, _ state: borrowing WorkingState,
    wanted: Set<String>? = nil, base: borrowing ReadTransaction, log: borrowing ReadTransaction
  ) throws -> PropertyValues {
    var values = PropertyValues()
    for entry in object.values where wanted?.contains(entry.name) ?? true {
      values[entry.name] = try state.resolve(entry.value, base: base, log: log)
    }
    for relationship in model.entity(object.entity)?.relationships.values ?? [:].values
    where relationship.storage != .stored && wanted?.contains(relationship.name) ?? true {
      let value = try state.value(of: object.id, relationship.name, side, base: base, log: log)
      if !value.isNull { values[relationship.name] = value }
    }
    try state.withReader(side, base: base, log: log) { read in
      for (name, expression) in derived[object.entity] ?? []
      where wanted?.contains(name) ?? true {
        let value = try expression.evaluate(object.id, read)
        if value.isNull { continue }
        if case .list(let elements) = value, elements.isEmpty { continue }
        values[name] = value
      }
    }
    return values
  }

  /// Whether what an object shows is another thing after the commit at hand than before.
  func differs(
    _ id: ObjectID, _ before: StoredObject, _ after: StoredObject,
    _ state: borrowing WorkingState, base: borrowing ReadTransaction,
    log: borrowing ReadTransaction
  ) throws -> Bool {
    if before.entity != after.entity { return true }
    if try !sameStoredValues(before, after, state, base: base, log: log) { return true }
    for relationship in model.entity(after.entity)?.relationships.values ?? [:].values
    where relationship.storage != .stored {
      let old = try state.value(of: id, relationship.name, .before, base: base, log: log)
      let new = try state.value(of: id, relationship.name, .after, base: base, log: log)
      if old != new { return true }
    }
    // With the same stored values only what is derived from other objects can differ.
    for (_, expression) in derived[after.entity] ?? []
    where expression.reads.contains(where: { !$0.path.isEmpty }) {
      let old = try state.withReader(.before, base: base, log: log) {
        try expression.evaluate(id, $0)
      }
      let new = try state.withReader(.after, base: base, log: log) {
        try expression.evaluate(id, $0)
      }
      if old != new { return true }
    }
    return false
  }

  private func sameStoredValues(
    _ before: StoredObject, _ after: StoredObject, _ state: borrowing WorkingState,
    base: borrowing ReadTransaction, log: borrowing ReadTransaction
  ) throws -> Bool {
    if before.values == after.values { return true }
    guard before.values.count == after.values.count else { return false }
    for (old, new) in zip(before.values, after.values) {
      guard old.name == new.name else { return false }
      if old.value == new.value { continue }
      // Two places in the log may hold the same text.
      guard case .payload = old.value, case .payload = new.value,
        try state.resolve(old.value, base: base, log: log)
          == state.resolve(new.value, base: base, log: log)
      else { return false }
    }
    return true
  }
}

extension WorkingState {
  /// Lends a reader of one side of the commit at hand, as expressions use it.
  public func withReader<R>(
    _ side: Side, base: borrowing ReadTransaction, log: borrowing ReadTransaction,
    _ body: (Reader) throws -> R
  ) throws -> R {
    // An expression reads several values of one object in a row.
    var last: (id: ObjectID, object: StoredObject?)?
    return try body { id, property in
      if last?.id != id { last = (id, try object(id, side, in: base)) }
      guard let object = last?.object else { return .null }
      if let value = object.values[property] {
        return try resolve(value, base: base, log: log)
      }
      return try value(of: id, property, side, base: base, log: log)
    }
  }
}
