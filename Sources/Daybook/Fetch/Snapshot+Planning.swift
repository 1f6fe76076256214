import LMDB
import Model
import Objects
import Predicates
import Views

extension Snapshot {
  /// What the answer to a request is for.
  enum FetchPurpose {
    /// A page of it.
    case page(end: Int)
    /// How many rows it has.
    case count
  }

  /// Chooses the way that is thought to cost least.
  func plan(_ asked: View, for purpose: FetchPurpose) throws -> FetchPlan {
    let plans = try plans(asked)
    var best = plans[0]
    for plan in plans.dropFirst() where plan.cost(for: purpose) < best.cost(for: purpose) {
      best = plan
    }
    return best
  }

  /// Every way in which a request can be answered, the scan first.
  package func plans(_ request: FetchRequest) throws -> [FetchPlan] {
    try plans(view(of: request))
  }

  private func plans(_ asked: View) throws -> [FetchPlan] {
    let conjuncts = asked.predicate?.conjuncts ?? []
    let conditions = conjuncts.map(\.condition)
    let order = asked.isOrderedByIdentity ? FetchPlan.Order.asRead : .sorted
    func plan(_ source: FetchPlan.Source) -> FetchPlan {
      FetchPlan(source: source, filter: asked.predicate, order: order, asked: asked)
    }
    var plans = [plan(.objects(count: try objectCount))]
    plans += try sources(naming: conditions, of: asked).map(plan)
    for name in viewNames {
      guard let item = context.catalog.items[name], item.isCurrent, let index = item.index
      else { continue }
      if let plan = try self.plan(asked, conjuncts, conditions, readingRowsOf: item.view, index) {
        plans.append(plan)
      }
    }
    guard let texts = try textCandidates(of: asked) else { return plans }
    plans.append(plan(.texts(texts)))
    for var plan in plans where plan.isReadInOrder {
      plan.among = texts
      plans.append(plan)
    }
    for place in plans.indices { plans[place].expectedMatches = texts.count }
    return plans
  }

  /// The plan that reads the rows of a view, nil where those are not all that match.
  private func plan(
    _ asked: View, _ conjuncts: [Predicate], _ conditions: [Condition?],
    readingRowsOf view: View, _ index: ViewIndex
  ) throws -> FetchPlan? {
    guard view.definition.entity == asked.definition.entity else { return nil }
    // The view has every row of the answer where what it asks is asked.
    let implied = view.predicate?.conjuncts ?? []
    guard implied.allSatisfy(conjuncts.contains) else { return nil }

    var ranges = view.keyRanges(for: conditions)
    var match = asked.order(servedBy: view)
    var needsShortYears = ranges?.needsShortYears ?? false
    if case .periods(let period) = match?.extent, !period.isOrderedInEveryYear {
      needsShortYears = true
    }
    if needsShortYears, try index.hasRow(beginningWith: view.keysOfLongYears, in: transaction) {
      if ranges?.needsShortYears == true { ranges = nil }
      if case .periods = match?.extent { match = nil }
    }
    let remaining = conjuncts.indices.filter {
      !(ranges?.exactConditions.contains($0) ?? false) && !implied.contains(conjuncts[$0])
    }
    let order: FetchPlan.Order =
      switch match?.extent {
      case nil: .sorted
      case .whole: .asRead
      case .components, .periods: match.map { .merged($0.extent) } ?? .sorted
      }
    return FetchPlan(
      source: .view(
        try RowSelection(
          index, view, keys: ranges?.ranges ?? [.all], isReversed: match?.isReversed ?? false,
          in: transaction)),
      filter: remaining.isEmpty
        ? nil : .all(remaining.map { conjuncts[$0] }, entity: asked.definition.entity),
      order: order, asked: asked)
  }

  /// The objects that conditions name, or that alone have the unique values which they ask for.
  private func sources(
    naming conditions: [Condition?], of asked: View
  ) throws -> [FetchPlan.Source] {
    var sources: [FetchPlan.Source] = []
    for case let condition? in conditions where condition.concernsObject {
      switch condition.relation {
      case .equal(let value): sources.append(.named([value].identities))
      case .isIn(let values): sources.append(.named(values.identities))
      case .range, .beginsWith, .contains: continue
      }
    }
    guard let entity = model.entity(asked.definition.entity) else { return sources }
    for constraint in entity.uniqueConstraints {
      var values: [Value] = []
      for property in constraint.properties {
        let stored = conditions.lazy.compactMap { $0?.storedValue(of: property, in: entity) }
        guard let value = stored.first else { break }
        values.append(value)
      }
      guard values.count == constraint.properties.count else { continue }
      let holders = try context.store.identities(
        withUnique: values, of: constraint, in: transaction)
      sources.append(.unique(constraint, holders))
    }
    return sources
  }
}

extension Condition {
  /// The one value that a stored property must have as it is stored; nil where several stored
  /// values would do, or none is named.
  fileprivate func storedValue(of name: String, in entity: Entity) -> Value? {
    guard property == name, folding.isEmpty, case .equal(let value) = relation else { return nil }
    switch (entity.property(name), value) {
    case (.attribute(let attribute), .string) where attribute.type == .string: return value
    case (.attribute(let attribute), .int) where attribute.type == .int: return value
    case (.attribute(let attribute), .uuid) where attribute.type == .uuid: return value
    case (.attribute(let attribute), .bool) where attribute.type == .bool: return value
    case (.relationship, .uuid): return value
    // A moment is stored with its offset, and 0.0 beside -0.0.
    default: return nil
    }
  }
}

extension [Value] {
  /// The identities among the values, ascending, each once.
  fileprivate var identities: [ObjectID] {
    Set(compactMap { if case .uuid(let id) = $0 { id } else { nil } }).sorted()
  }
}

extension View {
  /// Whether rows come by identity, the least first, in no sections.
  fileprivate var isOrderedByIdentity: Bool { sort.isEmpty && section == nil }
}

extension FetchPlan {
  /// Whether rows of a view are read, and in an order that lets a page end early.
  fileprivate var isReadInOrder: Bool {
    if case .sorted = order { return false }
    if case .view = source { return true }
    return false
  }

  /// What the plan costs, in looks at an object of one's choice.
  ///
  /// An estimate: how many candidates match is not known before they are looked at.
  fileprivate func cost(for purpose: Snapshot.FetchPurpose) -> Double {
    let candidates = Double(candidateCount)
    var wanted = candidates
    if case .page(let end) = purpose, filter == nil { wanted = min(candidates, Double(end)) }
    if case .page(let end) = purpose, filter != nil {
      wanted = min(candidates, Double(end) * rowsPerMatch)
    }
    if case .merged = order {
      // At least one run of rows is read to its end.
      wanted = min(candidates, wanted + Self.rowsOfRun)
    }
    if let among {
      let isAsked = min(1, Double(among.count) / max(candidates, 1))
      return wanted * (Self.costOfKey + isAsked)
    }
    switch (source, order, purpose) {
    case (.objects, .asRead, .page): return wanted * Self.costInOrder
    case (.objects, _, _): return candidates * Self.costInOrder
    case (_, .asRead, .page): return filter == nil ? wanted * Self.costOfKey : wanted
    case (_, .merged, .page): return wanted
    case (.view, _, .count): return filter == nil ? 0 : candidates
    case (_, _, .count), (_, .sorted, .page): return candidates
    }
  }

  /// How many rows may have to be looked at for one that matches.
  private var rowsPerMatch: Double {
    guard let expectedMatches else { return Self.rowsPerUnknownMatch }
    // Of the candidates of an index half may have its words and no match.
    return max(1, 2 * Double(candidateCount) / Double(max(expectedMatches, 1)))
  }

  /// How many rows may have to be looked at for one that matches.
  private static let rowsPerUnknownMatch = 20.0
  /// How many rows may agree in the keys that two orders have in common.
  private static let rowsOfRun = 100.0
  /// What the next object in a scan costs.
  private static let costInOrder = 0.5
  /// What the next row of a view costs where the object is not read.
  private static let costOfKey = 1 / Double(rowsPerCandidate)
  /// How many rows of a view are passed by in the time that a look at an object takes.
  static let rowsPerCandidate = 100
}
