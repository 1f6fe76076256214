import Collation
import StoreSupport
import TestSupport
import Testing

@testable import Daybook
@testable import TextIndex

@Suite struct TextFetchTests {
  /// A journal of hard texts, some of them written again, deleted or brought back.
  private func journal(
    _ random: inout SplitMix64, count: Int
  ) throws -> (TestJournal, [String]) {
    let test = try TestJournal(seed: random.next())
    var texts: [String] = []
    var ids: [ObjectID] = []
    while ids.count < count {
      let changes = (0..<40).map { _ in
        texts.append(HardTexts.text(&random, pieces: 1 + random.below(10)))
        ids.append(test.id())
        var change = test.insertion(texts[texts.count - 1], ids[ids.count - 1])
        if random.below(3) == 0, case .insert(let id, let entity, var values) = change {
          values["starred"] = .bool(true)
          change = .insert(id, entity: entity, values: values)
        }
        return change
      }
      try test.journal.commit(changes, test.request())
    }
    for number in 0..<30 {
      let id = ids[random.below(ids.count)]
      if try test.values(id) == nil { continue }
      switch random.below(3) {
      case 0:
        texts.append(HardTexts.text(&random, pieces: 6) + "\(number)")
        try test.commit(.update(id, values: ["text": .string(texts[texts.count - 1])]))
      case 1:
        try test.commit(.delete(id))
      default:
        try test.commit(.delete(id))
        _ = try test.journal.undo(1, test.request())
      }
    }
    return (test, texts)
  }

  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func `an index, a view and a scan give the same answers`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let (test, texts) = try journal(&random, count: 300)
    var ways: [String: Int] = [:]
    var found = 0
    for _ in 0..<250 {
      var request = FetchRequest(entity: "entry")
      var arguments: [Argument] = []
      func condition() -> String {
        let operation = [
          "CONTAINS", "CONTAINS", "CONTAINS", "BEGINSWITH", "ENDSWITH", "LIKE", "=", "IN",
        ][random.below(8)]
        let options = ["", "[c]", "[d]", "[cd]"][random.below(4)]
        let needle = HardTexts.needle(texts, &random)
        switch operation {
        case "LIKE":
          arguments.append(.value(.string("*\(needle)*")))
          return "text LIKE\(options) %@"
        case "IN":
          arguments.append(.value(.string(needle)))
          return "%@ IN\(options) text"
        case "=":
          arguments.append(
            .value(.string(random.below(2) == 0 ? needle : texts[random.below(texts.count)])))
          return "text =\(options) %@"
        default:
          arguments.append(.value(.string(random.below(20) == 0 ? "" : needle)))
          return "text \(operation)\(options) %@"
        }
      }
      request.predicate = [
        { condition() }, { condition() },
        { "\(condition()) AND starred = YES" },
        { "\(condition()) OR \(condition())" },
        { "(\(condition()) OR \(condition())) AND \(condition())" },
        { "NOT (\(condition()))" },
        { "\(condition()) OR starred = YES" },
      ][random.below(7)]()
      request.arguments = arguments
      request.sort =
        ["creationTime desc", "creationTime desc", "creationTime", "", "text"][
          random.below(5)]
      request.limit = [1, 5, 30, .max][random.below(4)]
      request.offset = [0, 0, 3][random.below(3)]
      try test.journal.read { snapshot in
        let plans = try snapshot.plans(request)
        let expected = try snapshot.page(by: plans[0], request).answer
        let total = try snapshot.count(by: plans[0]).answer
        found += total
        for plan in plans.dropFirst() {
          ways[plan.among != nil ? "among" : plan.isByTexts ? "texts" : "", default: 0] += 1
          let page = try snapshot.page(by: plan, request).answer
          let place: Comment = "\(plan) for \(request)"
          #expect(page.sections.map(\.rows) == expected.sections.map(\.rows), place)
          #expect(try snapshot.count(by: plan).answer == total, place)
        }
      }
    }
    #expect(found > 1000)
    #expect(ways["among"] ?? 0 > 20 && ways["texts"] ?? 0 > 20, "\(ways)")
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `a scan that passes by what a text rules out finds what the predicate finds`(
    seed: UInt64
  ) throws {
    var random = SplitMix64(seed: seed)
    let (test, texts) = try journal(&random, count: 200)
    var found = 0
    var passed = 0
    for _ in 0..<150 {
      var request = FetchRequest(entity: "entry")
      var arguments: [Argument] = []
      func condition() -> String {
        let options = ["", "[c]", "[d]", "[cd]"][random.below(4)]
        let subject = ["text", "noindex:(text)"][random.below(2)]
        arguments.append(.value(.string(HardTexts.needle(texts, &random))))
        return random.below(4) == 0
          ? "%@ IN\(options) \(subject)"
          : "\(subject) \(["CONTAINS", "BEGINSWITH", "="][random.below(3)])\(options) %@"
      }
      request.predicate = [
        { condition() }, { "\(condition()) OR \(condition())" },
        { "starred = YES AND \(condition())" }, { "NOT (\(condition()))" },
        { "(\(condition()) OR \(condition())) AND NOT \(condition())" },
      ][random.below(5)]()
      request.arguments = arguments
      try test.journal.read { snapshot in
        let predicate = try Predicate(
          parsing: request.predicate ?? "", arguments: arguments, entity: "entry",
          model: snapshot.model)
        var expected: [ObjectID] = []
        try snapshot.forEachObject(of: "entry", reading: ["text", "starred"]) { id, values in
          let isMatch = try predicate.matches(id) { _, property in
            (property == "text" ? values[0] : values[1]) ?? .null
          }
          if isMatch { expected.append(id) }
          return true
        }
        let scan = try snapshot.plans(request)[0]
        let page = try snapshot.page(by: scan, request)
        let place: Comment = "\(request)"
        #expect(page.answer.sections.flatMap(\.rows) == expected, place)
        let counted = try snapshot.count(by: scan)
        #expect(counted.answer == expected.count, place)
        // What is passed by has been looked at.
        #expect(counted.work.candidatesRead == (try snapshot.objectCount), place)
        found += expected.count
        if predicate.textSieve != nil { passed += counted.work.candidatesRead - expected.count }
      }
    }
    #expect(found > 1000 && passed > 1000, "\(found), \(passed)")
  }

  @Test func `texts under an earlier name are found`() throws {
    let test = try TestJournal(seed: 5)
    func apply(_ attributes: String) throws {
      _ = try test.journal.applyModel(
        ModelFile(parsing: #"{"entities": {"note": {"attributes": {\#(attributes)}}}}"#),
        test.request())
    }
    try apply(#""body": {"type": "string", "search": true}"#)
    let long = String(repeating: "rain and ", count: 20)
    try test.journal.commit(
      (0..<4).map { number in
        .insert(
          test.id(), entity: "note",
          values: ["body": .string(number < 2 ? "snow \(number)" : long + "snow \(number)")])
      }, test.request())
    try apply(#""text": {"type": "string", "search": true, "renamedFrom": "body"}"#)
    try test.journal.commit(
      (4..<6).map { number in
        .insert(test.id(), entity: "note", values: ["text": .string(long + "snow \(number)")])
      }, test.request())
    for (needle, count) in [("SNOW", 6), ("snow 3", 1), ("and snow", 4), ("sleet", 0)] {
      for subject in ["text", "noindex:(text)"] {
        var request = FetchRequest(entity: "note")
        request.predicate = "\(subject) CONTAINS[cd] %@"
        request.arguments = [.value(.string(needle))]
        try test.journal.read { snapshot in
          for plan in try snapshot.plans(request) {
            #expect(try snapshot.count(by: plan).answer == count, "\(needle): \(plan)")
          }
        }
      }
    }
  }

  @Test func `where matches lie far apart in a view, all candidates are looked at instead`() throws
  {
    let test = try TestJournal(seed: 6)
    // Of the newest no text has the words side by side; of the oldest ten do.
    try test.journal.commit(
      (0..<2048 + 7 * 128).map { number in
        test.insertion(
          number < 10
            ? "old rain \(number)"
            : number < 20 ? "rain of old \(number)" : "sun \(number)")
      }, test.request())
    var request = FetchRequest(entity: "entry")
    request.predicate = "text CONTAINS 'old rain'"
    request.sort = "creationTime desc"
    request.limit = 5
    try test.journal.read { snapshot in
      let plans = try snapshot.plans(request)
      let expected = try snapshot.page(by: plans[0], request).answer
      #expect(expected.sections.flatMap(\.rows).count == 5)
      let among = try #require(plans.first { $0.among != nil })
      #expect(among.among?.count == 20)
      let fetched = try snapshot.page(by: among, request)
      #expect(fetched.answer.sections.map(\.rows) == expected.sections.map(\.rows))
      #expect(fetched.plan.isByTexts && fetched.work.matches == 10)
    }
  }

  @Test func `the plan names the index where it has few candidates, and not where it has many`()
    throws
  {
    let test = try TestJournal(seed: 1)
    try test.journal.commit(
      (0..<2048).map { test.insertion("the rain \($0 % 512) in number\($0)") }, test.request())
    func plan(_ predicate: String, limit: Int = .max) throws -> FetchPlan {
      var request = FetchRequest(entity: "entry")
      request.predicate = predicate
      request.sort = "creationTime desc"
      request.limit = limit
      return try test.journal.read { try $0.plan(request) }
    }
    let rare = try plan("text CONTAINS[cd] 'NUMBER77'")
    #expect(rare.isByTexts)
    #expect(rare.candidateCount == 11)
    #expect(rare.description.contains("the words of 'entry.text' name 11 objects"))
    #expect(try plan("text CONTAINS 'nowhere'").candidateCount == 0)
    let frequent = try plan("text CONTAINS[c] 'the rain'", limit: 30)
    #expect(!frequent.isByTexts && frequent.among == nil)
    #expect(try !plan("NOT text CONTAINS 'number77'").isByTexts)
    #expect(try !plan("noindex:(text) CONTAINS 'number77'").isByTexts)
  }
}

extension FetchPlan {
  fileprivate var isByTexts: Bool {
    if case .texts = source { true } else { false }
  }
}
