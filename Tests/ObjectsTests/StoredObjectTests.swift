import Daybook
import EventLog
import LMDB
import StoreSupport
import TestSupport
import Testing

/// What stands in the projections of the objects, to the byte.
@Suite struct StoredObjectTests {
  let test: TestJournal

  init() throws { test = try TestJournal(seed: 41, views: []) }

  private func row(_ database: String, _ key: [UInt8]) throws -> [UInt8]? {
    let environment = try Environment.open(
      at: test.directory.file("journal/1.mdb"), creating: false)
    return try environment.read { transaction in
      guard let database = try transaction.database(named: database) else { return nil }
      return try transaction.getBytes(key, in: database)
    }
  }

  private func keys(_ database: String) throws -> [[UInt8]] {
    let environment = try Environment.open(
      at: test.directory.file("journal/1.mdb"), creating: false)
    return try environment.read { transaction in
      var keys: [[UInt8]] = []
      guard let database = try transaction.database(named: database) else { return [] }
      try transaction.withCursor(in: database) { cursor in
        var found = try cursor.first()
        while found {
          keys.append(cursor.keyBytes())
          found = try cursor.next()
        }
      }
      return keys
    }
  }

  @Test func `a value of more than 64 bytes stands once, in the log`() throws {
    let id = test.id()
    // Text of 62 bytes has 64 with its head.
    let short = String(repeating: "a", count: 62)
    let long = String(repeating: "b", count: 63)
    let sequence = try test.commit(
      .insert(
        id, entity: "hero",
        values: ["name": .string("n"), "biography": .string(long), "alias": .string(short)])
    ).from
    #expect(sequence < 24)
    var expected: [UInt8] = [0x84, 0x64] + Array("hero".utf8) + [UInt8(sequence), 0x80, 0xA4]
    expected += [0x64] + Array("name".utf8) + [0x61, 0x6E]
    expected += [0x65] + Array("alias".utf8) + [0x78, 62] + Array(short.utf8)
    expected += [0x66] + Array("active".utf8) + [0xF5]
    expected += [0x69] + Array("biography".utf8) + [0xD9, 0x9C, 0x42, 0x82, UInt8(sequence)]
    expected += [0x69] + Array("biography".utf8)
    #expect(try row("objects", id.bytes) == expected)
    #expect(try test.values(id)?["biography"] == .string(long))
    // The value stays where it was written while others change.
    try test.commit(.update(id, values: ["name": .string("m")]))
    #expect(try test.values(id)?["biography"] == .string(long))
    #expect(try row("objects", id.bytes)?.count == expected.count)
  }

  @Test func `a reference is filed under its target with the stamp of the write that made it`()
    throws
  {
    let hero = test.id()
    let team = test.id()
    try test.commit(.insert(team, entity: "team", values: ["title": .string("x")]))
    let commit = try test.commit(
      .insert(hero, entity: "hero", values: ["name": .string("n"), "team": .uuid(team)]))
    let stamp = try test.journal.read { try $0.event(at: SequenceNumber(commit.from)).header.stamp }
    let key = team.bytes + Array("hero".utf8) + [0] + Array("team".utf8) + [0] + hero.bytes
    func stored() throws -> UInt64? {
      try row("inverse", key).map { $0.reduce(0) { $0 << 8 | UInt64($1) } }
    }
    #expect(try stored() == stamp)
    // Another write of the object is no other joining.
    try test.commit(.update(hero, values: ["age": .int(1)]))
    #expect(try stored() == stamp)
    try test.commit(.update(hero, values: ["team": .null]))
    #expect(try keys("inverse").isEmpty)
  }

  @Test func `unique values are filed without their text, and go with their object`() throws {
    let hero = test.id()
    try test.commit(
      .insert(hero, entity: "villain", values: ["name": .string("n"), "alias": .string("secret")]))
    let filed = try keys("unique")
    #expect(filed.count == 1 && filed[0].count == 48 && filed[0].suffix(16) == hero.bytes[...])
    try test.commit(.update(hero, values: ["alias": .null]))
    #expect(try keys("unique").isEmpty)
    try test.commit(.update(hero, values: ["alias": .string("secret")]))
    #expect(try keys("unique") == filed)
    try test.commit(.delete(hero))
    #expect(try keys("unique").isEmpty)
    #expect(try keys("objects").isEmpty)
  }
}
