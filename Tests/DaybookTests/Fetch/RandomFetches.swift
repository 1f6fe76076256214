import Daybook
import StoreSupport
import TestSupport

/// Heroes with values that lie close together and at the edges, views over them, and questions.
struct RandomFetches {
  var random: SplitMix64

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
  }

  mutating func pick<T>(_ choices: [T]) -> T { choices[random.below(choices.count)] }
  mutating func chance(_ part: Int) -> Bool { random.below(part) == 0 }

  // MARK: - Records

  /// Texts that agree in their beginnings, or are equivalent, or have the lowest bytes.
  static let names = [
    "Ada", "ada", "Ada Lovelace", "A", "É", "E\u{301}", "Émile", "Emile", "e", "Zoë", "zoe", "ß",
    "ss", "K", "\u{212A}", "\u{1}low", "\u{0}", "a\u{1}b", "日記", "10", "9", "Ad",
    String(repeating: "x", count: 39), "x\u{301}",
  ]
  static let biographies =
    names.map { String(repeating: "long ", count: 25) + $0 } + [
      String(repeating: "long ", count: 25) + "abz", String(repeating: "é", count: 64),
      String(repeating: "é", count: 63) + "e", "", "short",
    ]
  static let numbers = [-0.0, 0, 0.5, 1, 2, 3, 3.5, 1e15, 9_007_199_254_740_992]

  mutating func moment() -> Moment {
    let day = Int64(random.below(9)) - 2
    let seconds = pick([0, 1, 3_599, 43_200, 86_399, Int64(random.below(86_400))])
    let offset = pick([0, 3_600, -3_600, 50_400, -43_200, 86_399, -86_399, 19_800] as [Int32])
    return Moment(
      microseconds: (day * 86_400 + seconds) * 1_000_000 + Int64(random.below(2)),
      offsetSeconds: offset)
  }

  mutating func hero(_ teams: [ObjectID]) -> PropertyValues {
    var values: PropertyValues = ["name": .string(pick(Self.names))]
    if !chance(4) { values["age"] = .int(Int64(random.below(12))) }
    if !chance(4) { values["power"] = .double(pick(Self.numbers)) }
    if !chance(5) { values["born"] = .date(moment()) }
    if !chance(3) { values["biography"] = .string(pick(Self.biographies)) }
    if chance(3) { values["active"] = .bool(false) }
    if chance(2) { values["team"] = .uuid(pick(teams)) }
    return values
  }

  /// A journal of heroes and villains, with all the views.
  mutating func journal(heroes: Int, longYears: Bool) throws -> (TestJournal, [ObjectID]) {
    let test = try TestJournal(seed: random.next())
    _ = try test.journal.applyModel(SampleModel.file(), test.request())
    let teams = (0..<4).map { _ in test.id() }
    var changes: [Change] = teams.enumerated().map { index, id in
      .insert(id, entity: "team", values: ["title": .string("Team \(index / 2)")])
    }
    var ids: [ObjectID] = []
    for index in 0..<heroes {
      let id = test.id()
      ids.append(id)
      var values = hero(teams)
      values["alias"] = .string("alias \(index)")
      changes.append(.insert(id, entity: chance(4) ? "villain" : "hero", values: values))
    }
    if longYears {
      for year: Int64 in [-200_000, 200_000] {
        let id = test.id()
        ids.append(id)
        changes.append(
          .insert(
            id, entity: "hero",
            values: [
              "name": .string("far"), "alias": .string("year \(year)"),
              "born": .date(Moment(microseconds: year * 365 * 86_400_000_000)),
            ]))
      }
    }
    _ = try test.journal.commit(changes, test.request())
    for (name, definition) in Self.views {
      _ = try test.journal.defineView(name, definition, test.request())
    }
    return (test, ids)
  }

  // MARK: - Views

  static let views: [(String, ViewDefinition)] = [
    ("ages", ViewDefinition(entity: "hero", sort: "age")),
    ("ages-back", ViewDefinition(entity: "hero", sort: "age desc, name desc")),
    ("folded", ViewDefinition(entity: "hero", sort: "name caseInsensitive")),
    ("names", ViewDefinition(entity: "hero", sort: "name desc, power")),
    ("dictionary", ViewDefinition(entity: "hero", sort: "name localized")),
    ("biographies", ViewDefinition(entity: "hero", sort: "biography, age")),
    ("powers", ViewDefinition(entity: "hero", sort: "power, age desc")),
    ("days", ViewDefinition(entity: "hero", section: "day(born) desc", sort: "born desc")),
    ("days-up", ViewDefinition(entity: "hero", section: "day(born)", sort: "born, age")),
    ("months", ViewDefinition(entity: "hero", section: "month(born) desc", sort: "born")),
    ("weeks", ViewDefinition(entity: "hero", section: "week(born)", sort: "age")),
    ("years", ViewDefinition(entity: "hero", section: "year(born)", sort: "born desc")),
    ("births", ViewDefinition(entity: "hero", section: "born", sort: "born")),
    ("letters", ViewDefinition(entity: "hero", section: "letter", sort: "name")),
    ("tens", ViewDefinition(entity: "hero", section: "age / 3 desc", sort: "age desc, born")),
    (
      "active", ViewDefinition(entity: "hero", predicate: "active == YES", sort: "born desc")
    ),
    ("teams", ViewDefinition(entity: "hero", sort: "teamTitle, age")),
    ("references", ViewDefinition(entity: "hero", sort: "team, power desc")),
    ("identities", ViewDefinition(entity: "hero", predicate: "age > 3")),
    ("villains", ViewDefinition(entity: "villain", sort: "age")),
  ]

  // MARK: - Questions

  private mutating func text() -> String {
    let text = chance(4) ? pick(Self.biographies) : pick(Self.names)
    return chance(3) ? String(text.unicodeScalars.prefix(random.below(130))) : text
  }

  private mutating func number() -> Value {
    chance(2) ? .int(Int64(random.below(14)) - 1) : .double(pick(Self.numbers))
  }

  /// One conjunct, with what fills its placeholders.
  mutating func condition(_ ids: [ObjectID]) -> (text: String, arguments: [Argument]) {
    let ordering = pick(["<", "<=", ">", ">=", "==", "!="])
    switch random.below(17) {
    case 0: return ("age \(ordering) %@", [.value(number())])
    case 1: return ("%@ \(ordering) power", [.value(number())])
    case 2: return ("born \(ordering) %@", [.value(.date(moment()))])
    case 3, 4:
      return ("born BETWEEN {%@, %@}", [.value(.date(moment())), .value(.date(moment()))])
    case 5: return ("age BETWEEN {%@, %@}", [.value(number()), .value(number())])
    case 6:
      return ("name \(ordering)\(pick(["", "[c]", "[cd]"])) %@", [.value(.string(text()))])
    case 7: return ("biography \(ordering) %@", [.value(.string(text()))])
    case 8:
      return (
        "\(pick(["name", "biography"])) \(pick(["BEGINSWITH", "CONTAINS"]))\(pick(["", "[c]"])) %@",
        [.value(.string(text()))]
      )
    case 9:
      return ("age IN {%@, nil, %@, %@}", [.value(number()), .value(number()), .value(number())])
    case 10: return ("active == \(pick(["YES", "NO", "nil", "1"]))", [])
    case 11:
      return chance(4)
        ? ("team \(pick(["==", "!="])) nil", [])
        : ("\(pick(["born", "age", "name"])) \(ordering) nil", [])
    case 12:
      let (first, second) = (pick(ids), pick(ids))
      return chance(2)
        ? ("SELF IN {%@, %@}", [.record(first), .record(second)])
        : ("SELF \(pick(["==", "!="])) %@", [.record(first)])
    case 13: return ("alias == %@", [.value(.string("alias \(random.below(60))"))])
    case 14:
      return (
        pick(["letter == %@", "letter BEGINSWITH %@", "letter >= %@", "letter IN {%@, 'A'}"]),
        [.value(.string(pick(["A", "E", "Z", "S", ""])))]
      )
    case 15: return ("day(born) \(ordering) %@", [.value(.string(moment().dayText))])
    default: return ("teamTitle \(ordering) %@", [.value(.string("Team \(random.below(2))"))])
    }
  }

  mutating func request(_ ids: [ObjectID]) -> FetchRequest {
    var request = FetchRequest(entity: chance(8) ? "villain" : "hero")
    var parts: [String] = []
    for _ in 0..<random.below(4) {
      let (text, arguments) = condition(ids)
      parts.append(chance(6) ? "NOT (\(text))" : text)
      request.arguments += arguments
    }
    if !parts.isEmpty { request.predicate = parts.joined(separator: " AND ") }
    let orders = Self.views.map { ($1.section, $1.sort) }
    let (section, sort) = pick(orders)
    request.section = chance(3) ? nil : section
    request.sort = chance(6) ? "" : sort
    if chance(4) { request.sort = flipped(request.sort) }
    if chance(6), let first = request.sort.split(separator: ",").first {
      request.sort = String(first)
    }
    if chance(2) { request.limit = random.below(20) }
    if chance(3) { request.offset = random.below(15) }
    if chance(3) { request.lookahead = random.below(30) }
    return request
  }

  /// The same keys in the opposite directions.
  private func flipped(_ sort: String) -> String {
    sort.split(separator: ",").map { key in
      key.contains(" desc")
        ? key.replacing(" desc", with: "")
        : "\(key.split(separator: " ")[0]) desc"
          + key.split(separator: " ").dropFirst().map { " \($0)" }.joined()
    }.joined(separator: ", ")
  }
}
