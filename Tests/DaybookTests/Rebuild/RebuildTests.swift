import Daybook
import LMDB
import StoreSupport
import TestSupport
import Testing

/// The projections against the log: what is kept commit by commit is what a rebuild makes, row for
/// row, and whatever else stands there is found and mended.
@Suite struct RebuildTests {
  /// All rows of the databases that are projections, by database and key.
  static func rows(_ test: TestJournal, prefix: String = "") throws -> [String: [[UInt8]: [UInt8]]]
  {
    let environment = try Environment.open(
      at: test.directory.file("journal/1.mdb"), creating: false)
    return try environment.read { transaction in
      var rows: [String: [[UInt8]: [UInt8]]] = [:]
      for name in try transaction.databaseNames() where isProjection(name) && name.hasPrefix(prefix)
      {
        guard let database = try transaction.database(named: name) else { continue }
        rows[name] = [:]
        try transaction.withCursor(in: database) { cursor in
          var found = try cursor.first()
          while found {
            rows[name]?[cursor.keyBytes()] = cursor.valueBytes()
            found = try cursor.next()
          }
        }
      }
      return rows
    }
  }

  static func isProjection(_ name: String) -> Bool {
    ["models", "views", "objects", "inverse", "unique"].contains(name) || name.hasPrefix("view.")
  }

  @Test(arguments: [UInt64(21), 22, 23])
  func `a rebuild makes the very rows that the commits made`(seed: UInt64) throws {
    var walk = try Walk(seed: seed)
    for round in 0..<3 {
      for _ in 0..<40 { try walk.step() }
      let before = try Self.rows(walk.test)
      #expect(before.count >= 5 + PlainView.all.count)
      let reports =
        round == 1
        ? try walk.test.journal.rebuild(["by team", "by-day"], walk.test.request())
        : try walk.test.journal.rebuild([], walk.test.request())
      for report in reports { #expect(!report.differed, "\(report)") }
      let after = try Self.rows(walk.test)
      for name in Set(before.keys).union(after.keys) {
        #expect(before[name] == after[name], "\(name)")
      }
      try walk.follow()
    }
    try walk.checkState()
  }

  @Test func `many rows in many sections are counted alike by builder and commits`() throws {
    let test = try TestJournal(seed: 24, views: [PlainView.all[2]])
    var ids: [ObjectID] = []
    for batch in 0..<6 {
      var changes: [Change] = []
      for index in 0..<200 {
        let id = test.id()
        ids.append(id)
        let letter = ["a", "b", "c", "d"][Int(index) % 4]
        changes.append(
          .insert(
            id, entity: "hero",
            values: [
              "name": .string(letter + "\(batch * 7 + index % 50)"),
              "power": .double(Double(index % 17)),
            ]))
      }
      _ = try test.journal.commit(changes, test.request())
    }
    ids.shuffle(using: &test.random)
    _ = try test.journal.commit(ids.prefix(500).map { .delete($0) }, test.request())
    let before = try Self.rows(test)
    // Counts begin at the level above the rows.
    #expect(before["view.by letter"]?.keys.contains { $0.first == 1 } == true)
    _ = try test.journal.rebuild([], test.request())
    #expect(try Self.rows(test) == before)
  }

  // MARK: - Damage

  /// A way to damage one row.
  enum Damage: CaseIterable, Sendable {
    case gone, altered, added
  }

  static let targets = [
    "objects", "inverse", "unique", "view.by letter", "view.active", "views", "models",
  ]

  @Test(arguments: targets, Damage.allCases)
  func `damage is found at its place, and mended`(target: String, damage: Damage) throws {
    var walk = try Walk(
      seed: 31, views: PlainView.all.filter { ["by-day", "active", "by letter"].contains($0.name) })
    for _ in 0..<45 { try walk.step() }
    let test = walk.test
    let whole = try Self.rows(test)
    let keys = (whole[target] ?? [:]).keys.sorted { $0.lexicographicallyPrecedes($1) }
    // Among rows and counts alike, and not the first: a view's rows come before its counts.
    let key = try #require(keys.dropFirst(keys.count / 3).first)
    let environment = try Environment.open(
      at: test.directory.file("journal/1.mdb"), creating: false)
    var damaged = key
    try environment.write { transaction in
      let database = try #require(try transaction.reading.database(named: target))
      switch damage {
      case .gone:
        try transaction.delete(key, in: database)
      case .altered:
        var value = whole[target]?[key] ?? []
        value.append(0)
        try transaction.put(key, value, in: database)
      case .added:
        damaged = key.dropLast() + [key[key.count - 1] ^ 1]
        let value = whole[target]?[key] ?? []
        try transaction.put(damaged, value, in: database)
      }
    }
    let reports = try test.journal.rebuild([], checkOnly: true, test.request())
    let report = try #require(reports.first { $0.name == target })
    #expect(report.differed)
    let hexadecimal = Self.hexadecimal(damaged)
    let id = ObjectID(bytes: damaged)?.description ?? ""
    #expect(
      report.faults.contains {
        $0.key.contains(hexadecimal) || hexadecimal.hasSuffix($0.key) || $0.key == id
      }, "\(hexadecimal) is not among \(report.faults)")
    #expect(try Self.rows(test) != whole)
    let mending = try test.journal.rebuild([], test.request())
    #expect(mending.first { $0.name == target }?.differed == true)
    #expect(try Self.rows(test) == whole)
    for report in try test.journal.rebuild([], checkOnly: true, test.request()) {
      #expect(!report.differed)
    }
    for _ in 0..<5 { try walk.step() }
    try walk.checkState()
  }

  @Test(arguments: [
    (#""many""#, #""maNy""#), ("{", "["), (#""type":"string""#, #""type":"strimg""#),
  ])
  func `a stored model that cannot be is damage, told by the audit and mended by a rebuild`(
    written: String, found: String
  ) throws {
    let test = try TestJournal(seed: 35)
    _ = try test.journal.applyModel(
      ModelFile(
        parsing: #"{"entities":{"club":{"attributes":{"name":{"type":"string"}},"#
          + #""relationships":{"people":{"to":"entry","many":true}}}}}"#),
      test.request())
    let id = test.id()
    try test.commit(.insert(id, entity: "club", values: ["name": .string("x")]))
    let whole = try Self.rows(test)
    let path = test.directory.file("journal")
    let environment = try Environment.open(at: "\(path)/1.mdb", creating: false)
    try environment.write { transaction in
      let database = try #require(try transaction.reading.database(named: "models"))
      let key = try #require(whole["models"]?.keys.max { $0.lexicographicallyPrecedes($1) })
      let row = try #require(try transaction.reading.getBytes(key, in: database))
      let place = try #require(row.firstRange(of: Array(written.utf8)))
      try transaction.put(
        key, Array(row[..<place.lowerBound]) + Array(found.utf8) + row[place.upperBound...],
        in: database)
    }
    let error = #expect(throws: EventLogError.self) { try test.journal.read { _ in } }
    guard case .damaged("models", _, _) = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    for isQuick in [true, false] {
      var told: [AuditFault] = []
      let report = try Journal.audit(at: path, isQuick: isQuick, report: { told.append($0) })
      #expect(report.faults.count == 1 && told == report.faults)
      #expect(report.faults.first?.place.hasPrefix("models") == true)
    }
    let mending = try test.journal.rebuild([], test.request())
    #expect(mending.first?.name == "models" && mending.first?.differed == true)
    #expect(try Self.rows(test) == whole)
    #expect(try Journal.audit(at: path).faults == [])
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { byte in
      let digits = String(byte, radix: 16)
      return digits.count < 2 ? "0" + digits : digits
    }.joined()
  }

  @Test func `a view that was never built, or for another collator, is read by looking`() throws {
    var walk = try Walk(seed: 33)
    for _ in 0..<30 { try walk.step() }
    let environment = try Environment.open(
      at: walk.test.directory.file("journal/1.mdb"), creating: false)
    // The fingerprint is the last thing in the row.
    try environment.write { transaction in
      let database = try #require(try transaction.reading.database(named: "views"))
      let key = Array("by team".utf8)
      var row = try #require(try transaction.reading.getBytes(key, in: database))
      row[row.count - 1] ^= 1
      try transaction.put(key, row, in: database)
    }
    let list = PlainView.all[4].state(of: walk.plain).list
    try walk.test.journal.read { snapshot throws in
      #expect(try !snapshot.view("by team").isMaterialized)
      #expect(try snapshot.list(of: "by team") == list)
    }
    // The next writer builds it.
    try walk.test.commit(
      .insert(walk.test.id(), entity: "skill", values: ["name": .string("x")]))
    try walk.test.journal.read { snapshot throws in
      #expect(try snapshot.view("by team").isMaterialized)
      #expect(try snapshot.list(of: "by team") == list)
    }
  }
}
