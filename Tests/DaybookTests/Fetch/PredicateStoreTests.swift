import Daybook
import JSON
import PredicateSupport
import StoreSupport
import Testing

/// The known questions, asked of a journal in every way that it has.
@Suite struct PredicateStoreTests {
  /// Views by whose keys questions can be answered.
  private static let views: [(String, String, section: String?, sort: String)] = [
    ("moods", "entry", nil, "mood, rating desc"), ("texts", "entry", nil, "text"),
    ("months", "entry", "month(creationTime) desc", "creationTime desc"),
    ("initials", "entry", "initial", "author, mood"), ("ratings", "entry", nil, "rating desc"),
    ("names", "person", nil, "firstName caseInsensitive"),
    ("family", "person", nil, "lastName desc"),
    ("ages", "person", "age / 10", "age"), ("heroes", "hero", nil, "name, power"),
    ("powers", "hero", nil, "power desc, secretIdentity"), ("tasks", "todo", nil, "name"),
    ("dues", "todo", "day(due)", "due"), ("priorities", "todo", nil, "priority"),
    ("sizes", "medium", "type", "#size desc"), ("entries", "medium", nil, "diaryEntry, width"),
  ]

  private func journal(views: [(String, ViewDefinition)]) throws -> TestJournal {
    let test = try TestJournal(seed: 11)
    _ = try test.journal.applyModel(ModelFile(parsing: StoredWorld.shared.model), test.request())
    for (name, definition) in views {
      _ = try test.journal.defineView(name, definition, test.request())
    }
    return test
  }

  private func load(_ test: TestJournal) throws {
    let model = try test.journal.read { $0.model }
    let changes = try StoredWorld.shared.script.split(separator: "\n").map { line in
      let json = try JSONParser.parse(String(line))
      let entity = json["entity"]?.string ?? ""
      var values = PropertyValues()
      for (name, value) in json["values"]?.object ?? [:] {
        values[name] = try Self.value(value, model.entity(entity)?.property(name))
      }
      return Change.insert(
        try #require(json["id"]?.string.flatMap { ObjectID($0) }), entity: entity, values: values)
    }
    _ = try test.journal.commit(changes, test.request())
  }

  private static func value(_ json: JSONValue, _ property: Property?) throws -> Value {
    switch property {
    case .attribute(let attribute): try Value(json: json, as: attribute.type)
    default: .uuid(try #require(json.string.flatMap { ObjectID($0) }))
    }
  }

  private func ids(_ names: [String]) -> [ObjectID] { names.map { Library.id($0) } }

  @Test func `every way to an answer gives the known one`() throws {
    let test = try journal(
      views: Self.views.map {
        (
          $0.0,
          ViewDefinition(
            entity: StoredWorld.entity($0.1), section: $0.section, sort: $0.sort)
        )
      })
    try load(test)
    var plans = 0
    try test.journal.read { snapshot in
      for example in PredicateCase.all where example.error == nil {
        var request = FetchRequest(entity: StoredWorld.entity(example.entity))
        request.predicate = example.format
        request.arguments = example.arguments
        request.variables = example.variables
        request.now = Moment(microseconds: 1_764_490_353_120_450)
        for plan in try snapshot.plans(request) {
          plans += 1
          let found = try snapshot.page(by: plan, request).answer.sections.flatMap(\.rows)
          #expect(found == ids(example.expected), "\(example.name): \(plan)")
          #expect(try snapshot.count(by: plan).answer == example.expected.count, "\(example.name)")
        }
        request.predicate = "NOT (\(example.format))"
        let all = ids(Library.shared.names[example.entity] ?? [])
        for plan in try snapshot.plans(request) {
          let rest = try snapshot.page(by: plan, request).answer.sections.flatMap(\.rows)
          #expect(rest == all.filter { !ids(example.expected).contains($0) }, "\(example.name)")
        }
      }
    }
    #expect(plans > 3 * PredicateCase.all.count)
  }

  @Test func `views with the known questions have the known rows, folded and rebuilt`() throws {
    // What reads the clock is no question for a view.
    let examples = PredicateCase.all.filter {
      $0.error == nil && !$0.format.contains("now()") && !$0.format.contains("random")
    }
    let model = try journal(views: []).journal.read { $0.model }
    for start in stride(from: 0, to: examples.count, by: 40) {
      let part = examples[start..<min(start + 40, examples.count)]
      let test = try journal(
        views: part.map { example in
          let predicate = try Predicate(
            parsing: example.format, arguments: example.arguments, variables: example.variables,
            entity: StoredWorld.entity(example.entity), model: model)
          return (
            example.name,
            ViewDefinition(
              entity: StoredWorld.entity(example.entity), predicate: predicate.text)
          )
        })
      try load(test)
      try test.journal.read { snapshot in
        for example in part {
          let rows = try snapshot.list(of: example.name).flatMap(\.rows)
          #expect(rows == ids(example.expected), "\(example.name): \(example.format)")
        }
      }
      for report in try test.journal.rebuild([], checkOnly: true, test.request()) {
        #expect(!report.differed, "\(report.name): \(report.faults)")
      }
    }
  }
}
