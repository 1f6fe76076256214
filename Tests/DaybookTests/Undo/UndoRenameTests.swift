import Daybook
import StoreSupport
import TestSupport
import Testing

/// Taking renames back where the model has both names: the former one is in use for something else.
@Suite struct UndoRenameTests {
  /// Two models, one after the other, and what is written under each.
  struct Renaming: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var former: String
    var latter: String
    /// Objects of the former model: their entity, and a value for each of these attributes.
    var objects: [(entity: String, attributes: [String])]
    /// What these objects, by their places, are given under the latter.
    var updates: [[String]]
    /// An entity of the latter that gets an object, with an attribute of it.
    var later: (entity: String, attribute: String)
    /// What the objects are called under the latter: the entity, and the attributes' names.
    var renamed: [(entity: String, attributes: [String])]
    /// The attribute by which a view of the entity a sorts.
    var sort = ""
  }

  private static let string = #"{"type":"string"}"#

  private static func string(from old: String) -> String {
    #"{"type":"string","search":true,"renamedFrom":"\#(old)"}"#
  }

  static let renamings: [Renaming] = [
    Renaming(
      testDescription: "an attribute's name is given to a new one",
      former: #""a":{"attributes":{"t":\#(string)}}"#,
      latter: #""a":{"attributes":{"u":\#(string(from: "t")),"t":\#(string)}}"#,
      objects: [("a", ["t"])], updates: [["t"]], later: ("a", "t"), renamed: [("a", ["u"])],
      sort: "t"),
    Renaming(
      testDescription: "an entity's name is given to a new one",
      former: #""a":{"attributes":{"t":\#(string)}}"#,
      latter: #"""
        "b":{"renamedFrom":"a","attributes":{"t":\#(string)}},"a":{"attributes":{"t":\#(string)}}
        """#,
      objects: [("a", ["t"])], updates: [["t"]], later: ("a", "t"), renamed: [("b", ["t"])]),
    Renaming(
      testDescription: "both at once",
      former: #""a":{"attributes":{"t":\#(string)}}"#,
      latter: #"""
        "b":{"renamedFrom":"a","attributes":{"u":\#(string(from: "t")),"t":\#(string)}},
        "a":{"attributes":{"t":\#(string)}}
        """#,
      objects: [("a", ["t"])], updates: [["t"]], later: ("a", "t"), renamed: [("b", ["u"])]),
    Renaming(
      testDescription: "attributes are swapped",
      former: #""a":{"attributes":{"t":\#(string),"u":{"type":"string","unique":true}}}"#,
      latter: #"""
        "a":{"attributes":{"t":\#(string(from: "u")),
        "u":{"type":"string","unique":true,"renamedFrom":"t"}}}
        """#,
      objects: [("a", ["t", "u"]), ("a", ["u"])], updates: [["t"], ["u"]], later: ("a", "t"),
      renamed: [("a", ["u", "t"]), ("a", ["t"])], sort: "t"),
    Renaming(
      testDescription: "attributes of the same declaration are swapped",
      former: #""a":{"attributes":{"t":\#(string),"u":\#(string)}}"#,
      latter: #"""
        "a":{"attributes":{"t":{"type":"string","renamedFrom":"u"},
        "u":{"type":"string","renamedFrom":"t"}}}
        """#,
      objects: [("a", ["t", "u"]), ("a", ["u"])], updates: [["t"], ["u"]], later: ("a", "u"),
      renamed: [("a", ["u", "t"]), ("a", ["t"])], sort: "u"),
    Renaming(
      testDescription: "entities are swapped",
      former: #""a":{"attributes":{"t":\#(string)}},"b":{"attributes":{"t":\#(string)}}"#,
      latter: #"""
        "a":{"renamedFrom":"b","attributes":{"t":\#(string)}},
        "b":{"renamedFrom":"a","attributes":{"t":\#(string)}}
        """#,
      objects: [("a", ["t"]), ("b", ["t"])], updates: [["t"], []], later: ("b", "t"),
      renamed: [("b", ["t"]), ("a", ["t"])], sort: "t"),
    Renaming(
      testDescription: "entities and their attributes are swapped",
      former: #"""
        "a":{"attributes":{"t":\#(string),"u":\#(string)}},
        "b":{"attributes":{"t":\#(string),"u":\#(string)}}
        """#,
      latter: #"""
        "a":{"renamedFrom":"b","attributes":{"t":\#(string(from: "u")),
        "u":\#(string(from: "t"))}},
        "b":{"renamedFrom":"a","attributes":{"t":\#(string(from: "u")),
        "u":\#(string(from: "t"))}}
        """#,
      objects: [("a", ["t"]), ("b", ["t", "u"])], updates: [["t"], ["u"]], later: ("b", "t"),
      renamed: [("b", ["u"]), ("a", ["u", "t"])]),
    Renaming(
      testDescription: "names move along, and the first is given to a new one",
      former: #""a":{"attributes":{"t":\#(string),"u":\#(string)}}"#,
      latter: #"""
        "a":{"attributes":{"t":\#(string),"u":\#(string(from: "t")),"v":\#(string(from: "u"))}}
        """#,
      objects: [("a", ["t", "u"]), ("a", ["u"])], updates: [["t"], ["t", "u", "v"]],
      later: ("a", "t"), renamed: [("a", ["u", "v"]), ("a", ["v"])]),
    Renaming(
      testDescription: "a sub-entity takes the name of an inherited attribute",
      former: #""a":{"attributes":{"t":\#(string)}},"s":{"parent":"a"}"#,
      latter: #"""
        "a":{"attributes":{"u":\#(string(from: "t"))}},
        "s":{"parent":"a","attributes":{"t":\#(string)}}
        """#,
      objects: [("a", ["t"]), ("s", ["t"])], updates: [["u"], ["t"]], later: ("s", "t"),
      renamed: [("a", ["u"]), ("s", ["u"])]),
  ]

  /// What a journal shows.
  private struct State: Equatable {
    var model: String
    var records: [ObjectID: RecordState]
    var rows: [ObjectID]
  }

  private func state(_ journal: Journal) throws -> State {
    try journal.read { snapshot in
      State(
        model: snapshot.model.jsonText, records: try snapshot.states(),
        rows: try snapshot.list(of: "v").flatMap(\.rows))
    }
  }

  private func parse(_ entities: String) throws -> ModelFile {
    try ModelFile(parsing: "{\"entities\":{\(entities)}}")
  }

  /// Expects the state, the same of the projections built anew, and the same of a journal that takes
  /// in the log and of a replica that takes in what it lacks.
  private func expect(
    _ expected: State, _ test: TestJournal, _ replica: TestJournal,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(try state(test.journal) == expected, sourceLocation: sourceLocation)
    for report in try test.journal.rebuild([], checkOnly: true, test.request()) {
      #expect(
        !report.differed, "\(report.name) \(report.faults.first.map { "\($0)" } ?? "")",
        sourceLocation: sourceLocation)
    }
    #expect(try test.journal.audit().faults.isEmpty, sourceLocation: sourceLocation)
    let log = try test.journal.exported()
    let journal = try test.journal.identity()
    let fresh = try TestJournal(seed: 99)
    for other in [fresh, replica] {
      try other.journal.take(log, journal: journal, other.request())
      #expect(try state(other.journal) == expected, sourceLocation: sourceLocation)
      #expect(try other.head() == test.head(), sourceLocation: sourceLocation)
    }
  }

  @Test(arguments: renamings)
  func `undo and redo give each state again, and what was written between`(
    _ renaming: Renaming
  ) throws {
    let test = try TestJournal(seed: 21)
    let former = try parse(renaming.former)
    let latter = try parse(renaming.latter)
    _ = try test.journal.applyModel(former, test.request())
    _ = try test.journal.defineView(
      "v", ViewDefinition(entity: "a", sort: renaming.sort), test.request())
    var ids: [ObjectID] = []
    for (place, object) in renaming.objects.enumerated() {
      let id = test.id()
      ids.append(id)
      var values = PropertyValues()
      for name in object.attributes {
        // By the other attribute the order of the objects is the reverse.
        values[name] = .string("\(name)\(name == "t" ? place : 9 - place)")
      }
      try test.commit(.insert(id, entity: object.entity, values: values))
    }
    let replica = try test.copied(seed: 22)
    let first = try state(test.journal)
    try expect(first, test, replica)

    _ = try test.journal.applyModel(latter, test.request())
    let second = try state(test.journal)
    for (place, id) in ids.enumerated() {
      let record = try #require(second.records[id])
      #expect(record.entity == renaming.renamed[place].entity)
      for (old, new) in zip(renaming.objects[place].attributes, renaming.renamed[place].attributes)
      {
        #expect(record.values[new] == first.records[id]?.values[old])
      }
    }
    try expect(second, test, replica)
    #expect(try test.journal.applyModel(latter, test.request()).isEmpty)

    var changes: [Change] = []
    for (id, names) in zip(ids, renaming.updates) where !names.isEmpty {
      var values = PropertyValues()
      for name in names { values[name] = .string("new \(name) \(id)") }
      changes.append(.update(id, values: values))
    }
    changes.append(
      .insert(
        test.id(), entity: renaming.later.entity,
        values: [renaming.later.attribute: .string("later")]))
    try test.journal.commit(changes, test.request())
    let third = try state(test.journal)

    _ = try test.journal.undo(1, test.request())
    try expect(second, test, replica)
    _ = try test.journal.undo(1, test.request())
    try expect(first, test, replica)
    #expect(try test.journal.applyModel(former, test.request()).isEmpty)
    _ = try test.journal.redo(test.request())
    try expect(second, test, replica)
    #expect(try test.journal.applyModel(latter, test.request()).isEmpty)
    _ = try test.journal.redo(test.request())
    try expect(third, test, replica)
    _ = try test.journal.undo(2, test.request())
    try expect(first, test, replica)
    _ = try test.journal.redo(test.request())
    try expect(third, test, replica)
    _ = try test.journal.undo(2, test.request())
    try expect(first, test, replica)

    // Names that were set aside are in nobody's way.
    _ = try test.journal.applyModel(latter, test.request())
    try expect(second, test, replica)
    try test.journal.commit(changes.dropLast(), test.request())
    _ = try test.journal.undo(2, test.request())
    try expect(first, test, replica)
  }

  @Test(arguments: renamings)
  func `a replica that wrote under the former model agrees when both have all`(
    _ renaming: Renaming
  ) throws {
    let test = try TestJournal(seed: 23)
    _ = try test.journal.applyModel(parse(renaming.former), test.request())
    let id = test.id()
    let object = renaming.objects[0]
    try test.commit(
      .insert(id, entity: object.entity, values: [object.attributes[0]: .string("x")]))
    let replica = try test.copied(seed: 24)
    try replica.commit(.update(id, values: [object.attributes[0]: .string("y")]))
    test.now += 10_000_000
    _ = try test.journal.applyModel(parse(renaming.latter), test.request())
    _ = try test.journal.undo(1, test.request())
    let sent = try (test.journal.exported(), replica.journal.exported())
    try test.journal.take(sent.1, test.request())
    try replica.journal.take(sent.0, replica.request())
    #expect(try test.values(id)?[object.attributes[0]] == .string("y"))
    #expect(try test.records() == replica.records())
    for journal in [test, replica] {
      for report in try journal.journal.rebuild([], checkOnly: true, journal.request()) {
        #expect(!report.differed, "\(report.name)")
      }
    }
  }
}
