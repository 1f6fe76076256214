public import Daybook
public import TestSupport

/// Makes changes over the sample model at random: few objects, few values, so that ties, swaps, empty
/// sections and refused commits all come often.
public struct RandomChanges {
  /// The source of all chance.
  public var random: SplitMix64
  /// How many heroes there are to be, about.
  public var heroCount = 24
  /// Of how many changes that would be refused one is kept.
  public var refusalRarity = 12
  private var milliseconds: UInt64 = 1_796_000_000_000

  private static let words = ["ann", "bob", "cid", "dan", "eve", "abe", "ben", "cas", "ada"]

  /// Starts from a seed.
  public init(seed: UInt64) {
    random = SplitMix64(seed: seed)
  }

  /// The changes of one commit after what a store holds.
  public mutating func next(_ store: PlainStore) -> [Change] {
    var draft = store
    draft.begin()
    var changes: [Change] = []
    let count = random.below(2) == 0 ? 1 : 1 + random.below(random.below(4) == 0 ? 20 : 6)
    for _ in 0..<count {
      let change = change(draft)
      var attempt = draft
      do throws(PlainStore.Refusal) {
        try attempt.resolve(change)
        draft = attempt
        changes.append(change)
      } catch {
        if random.below(refusalRarity) == 0 { changes.append(change) }
      }
    }
    return changes
  }

  /// A new id; they do not come in the order of their making.
  public mutating func id() -> ObjectID {
    milliseconds += 1
    return ObjectID.version7(
      milliseconds: milliseconds ^ UInt64(random.below(64)), random: (random.next(), random.next()))
  }

  private mutating func change(_ store: PlainStore) -> Change {
    let heroes = store.ids("hero", "villain")
    switch random.below(100) {
    case 0..<6: return insertEntry()
    case 6..<11: return edit(entryOf: store)
    case 11..<13: return delete(store, "entry", "medium")
    case 13..<32 where heroes.count < heroCount: return insertHero(store)
    case 13..<52: return updateHero(store)
    case 52..<60: return connect(store)
    case 60..<66: return store.ids("team").count < 6 ? insertTeam(store) : updateTeam(store)
    case 66..<74: return updateTeam(store)
    case 74..<77: return insertSmall(store)
    case 77..<81: return updateSmall(store)
    case 81..<91: return delete(store, "hero", "villain")
    case 91..<93: return delete(store, "team", "league")
    case 93..<96: return delete(store, "gadget", "skill", "base")
    default: return again(store)
    }
  }

  // MARK: - Values

  private mutating func word() -> Value {
    .string(Self.words[random.below(Self.words.count)])
  }

  private mutating func one(_ ids: [ObjectID]) -> Value {
    ids.isEmpty || random.below(5) == 0 ? .null : .uuid(ids[random.below(ids.count)])
  }

  private mutating func some(_ ids: [ObjectID], _ limit: Int = 4) -> Value {
    .list(ids.shuffled(using: &random).prefix(random.below(limit + 1)).map(Value.uuid))
  }

  private mutating func moment() -> Moment {
    // Days 10 to 14 of November 2026, at moments that are other days elsewhere.
    let microseconds = 1_794_268_800_000_000 + Int64(random.below(5 * 24)) * 3_600_000_000
    let offsets: [Int32] = [0, 3_600, -18_000, 20_700]
    let offset = offsets[random.below(4)]
    return Moment(
      microseconds: microseconds, offsetSeconds: offset,
      zone: offset == 3_600 ? "Europe/Berlin" : nil)
  }

  private mutating func heroValue(_ name: String, _ store: PlainStore) -> Value {
    switch name {
    case "name":
      return word()
    case "age": return random.below(5) == 0 ? .null : .int(Int64(random.below(6)))
    case "power":
      let values = [0.0, -0.0, 1.5, 2, 2.5, 1e300]
      return random.below(6) == 0 ? .null : .double(values[random.below(6)])
    case "alias":
      return random.below(3) == 0 ? .null : .string("x\(random.below(60))")
    case "active": return random.below(6) == 0 ? .null : .bool(random.below(3) > 0)
    case "biography":
      return random.below(3) == 0
        ? .null : .string(String(repeating: "abcdefgh ", count: 1 + random.below(30)))
    case "born": return random.below(3) == 0 ? .null : .date(moment())
    case "marks": return .list((0..<random.below(4)).map { _ in word() })
    case "team": return one(store.ids("team"))
    case "mentor", "rival": return one(store.ids("hero", "villain"))
    case "skills": return some(store.ids("skill"))
    case "students": return some(store.ids("hero", "villain"), 3)
    case "gadgets": return some(store.ids("gadget"), 3)
    case "base": return one(store.ids("base"))
    default: return word()
    }
  }

  private static let heroNames = [
    "name", "age", "power", "alias", "active", "biography", "born", "marks", "team", "mentor",
    "rival", "skills", "students", "gadgets", "base",
  ]

  // MARK: - Changes

  private mutating func insertEntry() -> Change {
    .insert(id(), entity: "entry", values: ["text": word(), "creationTime": .date(moment())])
  }

  private mutating func edit(entryOf store: PlainStore) -> Change {
    let ids = store.ids("entry")
    guard let id = ids.randomElement(using: &random) else { return insertEntry() }
    switch random.below(3) {
    case 0: return .update(id, values: ["creationTime": .date(moment())])
    case 1: return .update(id, values: ["text": word()])
    default: return .update(id, values: ["mood": random.below(2) == 0 ? .null : .int(3)])
    }
  }

  private mutating func insertHero(_ store: PlainStore) -> Change {
    var values: PropertyValues = ["name": word()]
    for name in Self.heroNames.dropFirst() where random.below(3) == 0 {
      values[name] = heroValue(name, store)
    }
    let isVillain = random.below(4) == 0
    if isVillain { values["plan"] = word() }
    return .insert(id(), entity: isVillain ? "villain" : "hero", values: values)
  }

  private mutating func updateHero(_ store: PlainStore) -> Change {
    let heroes = store.ids("hero", "villain")
    guard let id = heroes.randomElement(using: &random) else { return insertHero(store) }
    var values = PropertyValues()
    for _ in 0...random.below(3) {
      let name = Self.heroNames[random.below(Self.heroNames.count)]
      values[name] = heroValue(name, store)
    }
    if random.below(20) == 0 { values["age"] = .int(1_000) }
    if random.below(20) == 0 { values["letter"] = .string("A") }
    if random.below(20) == 0 { values["team"] = .uuid(id) }
    return .update(id, values: values)
  }

  /// Writes a relationship from whichever end.
  private mutating func connect(_ store: PlainStore) -> Change {
    let heroes = store.ids("hero", "villain")
    switch random.below(5) {
    case 0:
      if let skill = store.ids("skill").randomElement(using: &random) {
        return .update(skill, values: ["holders": some(heroes, 6)])
      }
    case 1:
      let gadgets = store.ids("gadget")
      if let gadget = gadgets.randomElement(using: &random) {
        return .update(gadget, values: ["owner": one(heroes), "whole": one(gadgets)])
      }
    case 2:
      let free = store.ids("base").filter { store.reference($0, "resident") == nil }
      let homeless = heroes.filter { hero in
        !store.ids("base").contains { store.reference($0, "resident") == hero }
      }
      if let base = free.randomElement(using: &random) {
        return .update(base, values: ["resident": one(homeless)])
      }
    case 3:
      if let league = store.ids("league").randomElement(using: &random) {
        return .update(league, values: ["teams": some(store.ids("team"), 4)])
      }
    default:
      if let team = store.ids("team").randomElement(using: &random) {
        return .update(team, values: ["members": some(heroes, 8)])
      }
    }
    return updateHero(store)
  }

  private mutating func insertTeam(_ store: PlainStore) -> Change {
    .insert(
      id(), entity: "team",
      values: [
        "title": word(), "league": one(store.ids("league")),
        "members": some(store.ids("hero", "villain"), 5),
      ])
  }

  private mutating func updateTeam(_ store: PlainStore) -> Change {
    guard let team = store.ids("team").randomElement(using: &random) else {
      return insertTeam(store)
    }
    switch random.below(4) {
    case 0: return .update(team, values: ["title": random.below(8) == 0 ? .string("") : word()])
    case 1: return .update(team, values: ["league": one(store.ids("league"))])
    case 2: return .update(team, values: ["rank": .int(Int64(random.below(3)))])
    default: return .update(team, values: ["title": random.below(9) == 0 ? .null : word()])
    }
  }

  private mutating func insertSmall(_ store: PlainStore) -> Change {
    switch random.below(4) {
    case 0 where store.ids("league").count < 3:
      return .insert(id(), entity: "league", values: ["name": word()])
    case 1 where store.ids("skill").count < 6:
      return .insert(
        id(), entity: "skill",
        values: ["name": word(), "holders": some(store.ids("hero", "villain"))])
    case 2 where store.ids("base").count < 5:
      return .insert(id(), entity: "base", values: ["place": word()])
    default:
      return .insert(
        id(), entity: "gadget",
        values: [
          "label": word(), "owner": one(store.ids("hero", "villain")),
          "whole": one(store.ids("gadget")),
        ])
    }
  }

  private mutating func updateSmall(_ store: PlainStore) -> Change {
    let ids = store.ids("league", "skill", "base", "gadget")
    guard let id = ids.randomElement(using: &random), let entity = store.objects[id]?.entity else {
      return insertSmall(store)
    }
    let name = ["league": "name", "skill": "name", "base": "place", "gadget": "label"][entity]
    return .update(id, values: [name ?? "name": word()])
  }

  private mutating func delete(_ store: PlainStore, _ entities: String...) -> Change {
    let ids = store.objects.filter { entities.contains($0.value.entity) }.keys.sorted()
    guard let id = ids.randomElement(using: &random) else { return insertHero(store) }
    return .delete(id)
  }

  /// An id that was there before, or an update of what is there with what it has.
  private mutating func again(_ store: PlainStore) -> Change {
    if random.below(3) > 0, let id = store.dead.sorted().randomElement(using: &random) {
      return .insert(id, entity: "hero", values: ["name": word(), "team": one(store.ids("team"))])
    }
    if random.below(10) == 0 { return .update(id(), values: ["name": word()]) }
    let heroes = store.ids("hero", "villain")
    guard let id = heroes.randomElement(using: &random), let values = store.objects[id]?.values
    else { return insertHero(store) }
    var same = PropertyValues()
    for (name, value) in values { same[name] = value }
    return .update(id, values: same)
  }
}
