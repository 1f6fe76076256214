public import Daybook

/// A view of the sample model as a person would read its definition: a closure that filters, one that
/// names the section, some that give what to sort by, and `sort`.
public struct PlainView: Sendable {
  /// Something to sort by.
  public enum Key: Comparable, Hashable, Sendable {
    /// Nothing, which comes first.
    case null
    /// False, then true.
    case bool(Int)
    /// A number.
    case number(Double)
    /// Text of ASCII letters and digits, by its bytes.
    case text(String)
  }

  /// One sort key.
  public struct Sort: Sendable {
    var isDescending = false
    var key: @Sendable (PlainStore, ObjectID) -> Key
  }

  /// The view's name.
  public var name: String
  /// What the store is told.
  public var definition: ViewDefinition
  var entities: Set<String>
  var isSectionDescending = false
  var filter: @Sendable (PlainStore, ObjectID) -> Bool = { _, _ in true }
  var section: (@Sendable (PlainStore, ObjectID) -> (key: Key, name: String))?
  var sort: [Sort] = []

  /// Whether it has sections of its own.
  public var isSectioned: Bool { section != nil }

  /// What a row is sorted by, its section first.
  public func keys(of id: ObjectID, in store: PlainStore) -> [Key] {
    [section?(store, id).key ?? .null] + sort.map { $0.key(store, id) }
  }

  /// The whole list.
  public func state(of store: PlainStore) -> ListState<ObjectID> {
    struct Row {
      var id: ObjectID
      var section: Key
      var name: String
      var keys: [Key]
    }
    var rows: [Row] = []
    for (id, object) in store.objects where entities.contains(object.entity) && filter(store, id) {
      let place = section?(store, id) ?? (.null, "")
      rows.append(
        Row(id: id, section: place.key, name: place.name, keys: sort.map { $0.key(store, id) }))
    }
    rows.sort { left, right in
      if left.section != right.section {
        return (left.section < right.section) != isSectionDescending
      }
      for (index, descriptor) in sort.enumerated() where left.keys[index] != right.keys[index] {
        return (left.keys[index] < right.keys[index]) != descriptor.isDescending
      }
      return (left.id < right.id) != (sort.last?.isDescending ?? false)
    }
    var sections: [ListState<ObjectID>.KeyedSection] = []
    var last: Key?
    for row in rows {
      if last != row.section {
        sections.append(
          .init(key: section == nil ? "" : "\(row.section)", name: row.name, rows: []))
      }
      last = row.section
      sections[sections.count - 1].rows.append(row.id)
    }
    if section == nil, sections.isEmpty { sections = [.init(key: "", name: "", rows: [])] }
    return ListState(sections)
  }
}

extension PlainView {
  /// Views of every kind over the sample model, the built-in one among them.
  public static let all: [PlainView] = [
    byDay, active, byLetter, byAge, byTeam, inLeague, teams, skilled, villains, mentored,
  ]

  private static func text(_ store: PlainStore, _ id: ObjectID?, _ name: String) -> Key {
    id.flatMap { store.text($0, name) }.map(Key.text) ?? .null
  }

  private static func number(_ store: PlainStore, _ id: ObjectID, _ name: String) -> Key {
    switch store.objects[id]?.values[name] {
    case .int(let value): .number(Double(value))
    case .double(let value): .number(value)
    case .date(let moment): .number(Double(moment.microseconds))
    case .bool(let value): .bool(value ? 1 : 0)
    default: .null
    }
  }

  /// A moment's day where it was lived.
  private static func day(_ moment: Moment) -> Int64 {
    let seconds = moment.microseconds / 1_000_000 + Int64(moment.offsetSeconds)
    // The samples are of 2026-11, whose first day is number 20,758 since 1970.
    return seconds / 86_400 - 20_758 + 1
  }

  static let byDay = PlainView(
    name: "by-day", definition: .byDay, entities: ["entry"], isSectionDescending: true,
    section: { store, id in
      guard case .date(let moment) = store.objects[id]?.values["creationTime"] else {
        return (.null, "")
      }
      let text = String(day(moment))
      return (.number(Double(day(moment))), "2026-11-" + (text.count < 2 ? "0" : "") + text)
    },
    sort: [Sort(isDescending: true) { number($0, $1, "creationTime") }])

  static let active = PlainView(
    name: "active",
    definition: ViewDefinition(
      entity: "hero", predicate: "active == true AND power > 1.5", sort: "name"),
    entities: ["hero", "villain"],
    filter: { store, id in
      guard case .double(let power) = store.objects[id]?.values["power"] else { return false }
      return store.objects[id]?.values["active"] == .bool(true) && power > 1.5
    },
    sort: [Sort { text($0, $1, "name") }])

  static let byLetter = PlainView(
    name: "by letter",
    definition: ViewDefinition(entity: "hero", section: "letter", sort: "power desc, name"),
    entities: ["hero", "villain"], isSectionDescending: true,
    section: { store, id in
      let letter = (store.text(id, "name") ?? "").prefix(1).uppercased()
      return (.text(letter), letter)
    },
    sort: [
      Sort(isDescending: true) { number($0, $1, "power") }, Sort { text($0, $1, "name") },
    ])

  static let byAge = PlainView(
    name: "by age", definition: ViewDefinition(entity: "hero", sort: "age desc"),
    entities: ["hero", "villain"],
    sort: [Sort(isDescending: true) { number($0, $1, "age") }])

  static let byTeam = PlainView(
    name: "by team",
    definition: ViewDefinition(
      entity: "hero", section: "team.title", sort: "team.title, name desc"),
    entities: ["hero", "villain"],
    section: { store, id in
      let title = store.reference(id, "team").flatMap { store.text($0, "title") } ?? ""
      return (title.isEmpty ? .null : .text(title), title)
    },
    sort: [
      Sort { text($0, $0.reference($1, "team"), "title") },
      Sort(isDescending: true) { text($0, $1, "name") },
    ])

  static let inLeague = PlainView(
    name: "in league",
    definition: ViewDefinition(
      entity: "hero", predicate: "team.league.name == \"ada\"", section: "active asc",
      sort: "name desc"),
    entities: ["hero", "villain"],
    filter: { store, id in
      guard let team = store.reference(id, "team"), let league = store.reference(team, "league")
      else { return false }
      return store.text(league, "name") == "ada"
    },
    section: { store, id in
      let key = number(store, id, "active")
      return (key, key == .null ? "" : key == .bool(1) ? "true" : "false")
    },
    sort: [Sort(isDescending: true) { text($0, $1, "name") }])

  static let teams = PlainView(
    name: "teams", definition: ViewDefinition(entity: "team", sort: "size desc, title"),
    entities: ["team"],
    sort: [
      Sort(isDescending: true) { .number(Double($0.members(of: $1).count)) },
      Sort { text($0, $1, "title") },
    ])

  static let skilled = PlainView(
    name: "skilled",
    definition: ViewDefinition(
      entity: "hero", predicate: "ANY skills.name BEGINSWITH \"c\"", section: "skills.@count",
      sort: "age"),
    entities: ["hero", "villain"],
    filter: { store, id in
      store.objects[id]?.references("skills").contains {
        store.text($0, "name")?.hasPrefix("c") ?? false
      } ?? false
    },
    section: { store, id in
      let count = store.objects[id]?.references("skills").count ?? 0
      return (.number(Double(count)), String(count))
    },
    sort: [Sort { number($0, $1, "age") }])

  static let villains = PlainView(
    name: "villains", definition: ViewDefinition(entity: "villain", sort: "plan"),
    entities: ["villain"], sort: [Sort { text($0, $1, "plan") }])

  static let mentored = PlainView(
    name: "mentored",
    definition: ViewDefinition(
      entity: "hero",
      predicate: "mentor.team.title != nil AND SUBQUERY(students, $s, $s.age > 2).@count < 2",
      section: "team.leagueName", sort: "mentor.name, base.place desc"),
    entities: ["hero", "villain"],
    filter: { store, id in
      guard let mentor = store.reference(id, "mentor"), let team = store.reference(mentor, "team"),
        store.text(team, "title") != nil
      else { return false }
      let students = store.objects.keys.filter { store.reference($0, "mentor") == id }
      return students.count {
        if case .int(let age) = store.objects[$0]?.values["age"] { age > 2 } else { false }
      } < 2
    },
    section: { store, id in
      let league = store.reference(id, "team").flatMap { store.reference($0, "league") }
      let name = league.flatMap { store.text($0, "name") } ?? ""
      return (name.isEmpty ? .null : .text(name), name)
    },
    sort: [
      Sort { text($0, $0.reference($1, "mentor"), "name") },
      Sort(isDescending: true) { store, id in
        text(store, store.objects.keys.first { store.reference($0, "resident") == id }, "place")
      },
    ])
}
