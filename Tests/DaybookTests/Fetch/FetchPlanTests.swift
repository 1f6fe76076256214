import Daybook
import StoreSupport
import TestSupport
import Testing

@Suite struct FetchPlanTests {
  @Test(arguments: 0..<4 as Range<UInt64>)
  func `every way to an answer gives the same answer`(seed: UInt64) throws {
    var fetches = RandomFetches(seed: seed)
    let (test, ids) = try fetches.journal(heroes: 60, longYears: seed % 4 == 3)
    let states = try test.journal.read { try $0.states() }
    var ways: [String: Int] = [:]
    for number in 0..<60 {
      let request = fetches.request(ids)
      try test.journal.read { snapshot in
        let plans = try snapshot.plans(request)
        let answers = try plans.map { try snapshot.page(by: $0, request) }
        let expected = answers[0]
        let total = try reference(request, states, snapshot.model)
        #expect(expected.answer.rowCount ?? total == total, "\(request)")
        for (plan, found) in zip(plans, answers).dropFirst() {
          ways[plan.kind, default: 0] += 1
          let place: Comment = "seed \(seed), \(number): \(plan) for \(request)"
          #expect(found.answer.sections.map(\.rows) == expected.answer.sections.map(\.rows), place)
          if request.section != nil {
            #expect(
              found.answer.sections.map(\.info) == expected.answer.sections.map(\.info), place)
          }
          if let count = found.answer.rowCount { #expect(count == total, place) }
          if let count = found.answer.sectionCount {
            #expect(count == expected.answer.sectionCount ?? count, place)
          }
          #expect(try snapshot.count(by: plan).answer == total, place)
        }
        #expect(
          try snapshot.fetch(request).sections.map(\.rows) == expected.answer.sections.map(\.rows))
        #expect(try snapshot.count(request) == total)
      }
    }
    // Each kind of plan has been tried.
    for kind in ["view exact", "view filtered", "view merged", "view sorted", "named", "unique"] {
      #expect(ways[kind] ?? 0 > 0, "\(kind) never came: \(ways)")
    }
  }

  /// How many records match, one by one as they are shown.
  private func reference(
    _ request: FetchRequest, _ states: [ObjectID: RecordState], _ model: ObjectModel
  ) throws -> Int {
    let predicate = try Predicate(
      parsing: request.predicate ?? "TRUEPREDICATE", arguments: request.arguments,
      entity: request.entity, model: model)
    let family = model.family(of: request.entity)
    return try states.count { id, state in
      guard family.contains(state.entity) else { return false }
      return try predicate.matches(id) { states[$0]?.values[$1] ?? .null }
    }
  }

  @Test(arguments: [3, 77] as [UInt64])
  func `a predicate and its negation give every row, each once`(seed: UInt64) throws {
    var fetches = RandomFetches(seed: seed)
    let (test, ids) = try fetches.journal(heroes: 60, longYears: false)
    for _ in 0..<60 {
      var request = FetchRequest(entity: "hero")
      let (text, arguments) = fetches.condition(ids)
      request.arguments = arguments
      let rows = try test.journal.read { snapshot in
        try [text, "NOT (\(text))", "NOT NOT (\(text)) OR NOT (\(text))"].map { predicate in
          request.predicate = predicate
          request.arguments = predicate.contains("OR") ? arguments + arguments : arguments
          return try snapshot.fetch(request).sections.flatMap(\.rows)
        }
      }
      #expect((rows[0] + rows[1]).sorted() == ids.sorted(), "\(text) \(arguments)")
      #expect(rows[2] == ids.sorted(), "\(text)")
    }
  }
}

extension FetchPlan {
  /// The kind of way, for a tally.
  fileprivate var kind: String {
    switch source {
    case .view where among != nil: "view among"
    case .view:
      switch order {
      case .asRead: filter == nil ? "view exact" : "view filtered"
      case .merged: "view merged"
      case .sorted: "view sorted"
      }
    case .named: "named"
    case .unique: "unique"
    case .texts: "texts"
    case .objects: "objects"
    }
  }
}
