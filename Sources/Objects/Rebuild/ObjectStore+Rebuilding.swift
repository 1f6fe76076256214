public import EventLog
public import LMDB
public import Model

/// Two objects that share what the model says is unique, found while the unique values are filed anew.
public struct DuplicateValues: Error, Sendable, Hashable {
  /// The constraint.
  public var constraint: UniqueConstraint
  /// The object that has the values.
  public var first: ObjectID
  /// The other that has them.
  public var second: ObjectID
}

extension ObjectStore {
  /// Builds the objects, references and unique values anew from the log.
  ///
  /// Readers of the transaction's environment keep what was there until it commits.
  ///
  /// - Parameters:
  ///   - isJudged: Whether unique values must be so. Devices that wrote apart may have broken that.
  ///   - progress: Is told how many objects have been folded.
  /// - Throws: ``DuplicateValues`` where values are judged, and are not unique.
  public func rebuild(
    from log: EventLog, isJudged: Bool = false, in transaction: borrowing WriteTransaction,
    progress: (Int) -> Void = { _ in }
  ) throws {
    try transaction.clear(objects)
    try transaction.clear(inverse)
    try transaction.clear(unique)
    try fill(
      from: log, size: .max, isJudged: isJudged, log: transaction.reading, in: transaction,
      progress: progress)
  }

  /// Builds them as of a log of `size` events, in an empty environment of their own.
  public func rebuild(
    from log: EventLog, size: UInt64, log later: borrowing ReadTransaction,
    in transaction: borrowing WriteTransaction
  ) throws {
    try fill(from: log, size: size, isJudged: false, log: later, in: transaction) { _ in }
  }

  private func fill(
    from log: EventLog, size: UInt64, isJudged: Bool, log later: borrowing ReadTransaction,
    in transaction: borrowing WriteTransaction, progress: (Int) -> Void
  ) throws {
    let state = WorkingState(self, log: log)
    try forEachFolded(of: log, size: size, in: later, progress: progress) { folded in
      let object = folded.object
      try transaction.append(object.id.key, object.row, in: objects)
      for row in inverseRows(of: folded) {
        try transaction.put(row.key, row.value, in: inverse)
      }
      for (key, constraint) in try uniqueKeys(
        of: object, state, base: transaction.reading, log: later)
      {
        if isJudged, let holder = try holder(ofUnique: key, in: transaction.reading) {
          throw DuplicateValues(constraint: constraint, first: holder, second: object.id)
        }
        try transaction.put(key + object.id.bytes, [UInt8](), in: unique)
      }
    }
  }

  /// The keys under which an object's unique values are filed; none for a constraint of which it
  /// lacks a value.
  func uniqueKeys(
    of object: StoredObject?, _ state: borrowing WorkingState,
    base: borrowing ReadTransaction, log: borrowing ReadTransaction
  ) throws -> [(key: [UInt8], constraint: UniqueConstraint)] {
    guard let object, let rules = rules[object.entity], !rules.entity.uniqueConstraints.isEmpty
    else { return [] }
    var keys: [(key: [UInt8], constraint: UniqueConstraint)] = []
    for constraint in rules.entity.uniqueConstraints {
      let key = try uniqueKey(of: object, constraint) {
        try state.resolve($0, base: base, log: log)
      }
      if let key { keys.append((key, constraint)) }
    }
    return keys
  }
}

/// A row of a projection that is not what the log says it must be.
public struct ProjectionFault: Sendable, Hashable {
  /// The database.
  public var database: String
  /// The key, as a person can find it again.
  public var key: String
  /// What the log says, as hexadecimal bytes or in words; nil: no row.
  public var expected: String?
  /// What stands there; nil: no row.
  public var found: String?

  /// Describes a fault.
  public init(database: String, key: String, expected: String?, found: String?) {
    self.database = database
    self.key = key
    self.expected = expected
    self.found = found
  }
}

extension ObjectStore {
  /// Compares objects, references and unique values with the log, row by row.
  ///
  /// - Parameters:
  ///   - progress: Is told how many objects have been compared.
  ///   - report: Takes each fault.
  /// - Complexity: O(events); memory for the rows of `inverse` and `unique`.
  public func compare(
    with log: EventLog, in transaction: borrowing ReadTransaction,
    progress: (Int) -> Void = { _ in }, report: (ProjectionFault) -> Void
  ) throws {
    let state = WorkingState(self, log: log)
    var references: [[UInt8]: [UInt8]] = [:]
    var uniques: [[UInt8]: [UInt8]] = [:]
    try transaction.withCursor(in: objects) { cursor in
      var onRow = try cursor.first()
      func reportExtra(_ key: [UInt8], _ value: [UInt8]) {
        report(
          ProjectionFault(
            database: "objects", key: ObjectID(bytes: key)?.description ?? key.hexadecimal,
            expected: nil, found: value.hexadecimal))
      }
      try forEachFolded(of: log, in: transaction, progress: progress) { folded in
        let id = folded.object.id
        let bytes = id.bytes
        while onRow {
          let key = cursor.keyBytes()
          if !key.isBefore(bytes) { break }
          reportExtra(key, cursor.valueBytes())
          onRow = try cursor.next()
        }
        let expected = folded.object.row
        if onRow, cursor.keyBytes() == bytes {
          let found = cursor.valueBytes()
          if found != expected {
            report(
              ProjectionFault(
                database: "objects", key: id.description, expected: expected.hexadecimal,
                found: found.hexadecimal))
          }
          onRow = try cursor.next()
        } else {
          report(
            ProjectionFault(
              database: "objects", key: id.description, expected: expected.hexadecimal, found: nil))
        }
        for row in inverseRows(of: folded) { references[row.key] = row.value }
        for (key, _) in try uniqueKeys(
          of: folded.object, state, base: transaction, log: transaction)
        {
          uniques[key + bytes] = []
        }
      }
      while onRow {
        reportExtra(cursor.keyBytes(), cursor.valueBytes())
        onRow = try cursor.next()
      }
    }
    try Self.compare(inverse, "inverse", with: references, in: transaction, report)
    try Self.compare(unique, "unique", with: uniques, in: transaction, report)
  }

  private static func compare(
    _ database: Database, _ name: String, with expected: [[UInt8]: [UInt8]],
    in transaction: borrowing ReadTransaction, _ report: (ProjectionFault) -> Void
  ) throws {
    var missing = expected
    try transaction.withCursor(in: database) { cursor in
      var onRow = try cursor.first()
      while onRow {
        let key = cursor.keyBytes()
        let found = cursor.valueBytes()
        let wanted = missing.removeValue(forKey: key)
        if wanted != found {
          report(
            ProjectionFault(
              database: name, key: key.hexadecimal, expected: wanted?.hexadecimal,
              found: found.hexadecimal))
        }
        onRow = try cursor.next()
      }
    }
    for (key, value) in missing.sorted(by: { $0.key.isBefore($1.key) }) {
      report(
        ProjectionFault(
          database: name, key: key.hexadecimal, expected: value.hexadecimal, found: nil))
    }
  }
}
