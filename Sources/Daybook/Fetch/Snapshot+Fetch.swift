import Collation
import LMDB
public import Model
import Objects
public import Predicates
public import Views

extension Snapshot {
  /// The rows that a request asks for.
  ///
  /// - Throws: `PredicateError` or `ViewError` where it does not fit the model.
  /// - Complexity: That of the ``FetchPlan``: O(log n + page) where a view has the rows in order and
  ///   its keys tell all of the predicate; at worst every object is looked at once.
  public func fetch(_ request: FetchRequest) throws -> ListPage {
    try answer(request).answer
  }

  /// The rows that a request asks for, and the way in which they were had.
  ///
  /// - Parameter request: What is asked.
  public func answer(_ request: FetchRequest) throws -> Fetched<ListPage> {
    try page(by: plan(request), request)
  }

  /// The way in which a request will be answered.
  ///
  /// - Parameter request: What is asked.
  /// - Complexity: O(log n) for each view.
  public func plan(_ request: FetchRequest) throws -> FetchPlan {
    let asked = try view(of: request)
    let end = PageBuilder(asked, offset: request.offset, limit: request.limit).end
    return try plan(asked, for: .page(end: end))
  }

  /// How many objects a request asks for, whatever its offset and limit.
  public func count(_ request: FetchRequest) throws -> Int {
    try counted(request).answer
  }

  /// How many objects a request asks for, whatever its offset and limit, and the way in which they
  /// were counted.
  ///
  /// - Parameter request: What is asked.
  public func counted(_ request: FetchRequest) throws -> Fetched<Int> {
    var unsorted = request
    unsorted.sort = ""
    unsorted.section = nil
    return try count(by: plan(view(of: unsorted), for: .count))
  }

  /// The different values of an expression over the objects that a request asks for, ascending.
  public func distinctValues(of expression: String, _ request: FetchRequest) throws -> [Value] {
    try distinct(expression, request).answer
  }

  /// The different values of an expression over the objects that a request asks for, ascending, and
  /// the way in which those were found.
  ///
  /// - Parameters:
  ///   - expression: The expression.
  ///   - request: What is asked.
  public func distinct(
    _ expression: String, _ request: FetchRequest
  ) throws -> Fetched<[Value]> {
    var sorted = request
    sorted.sort = expression
    let key = try Expression(parsing: expression, entity: request.entity, model: model)
    let state = state
    var values: [Value] = []
    let found = try answer(sorted)
    for section in found.answer.sections {
      for id in section.rows {
        let value = try state.withReader(.after, base: transaction, log: transaction) {
          try key.evaluate(id, $0)
        }
        if values.last != value { values.append(value) }
      }
    }
    return Fetched(answer: values, plan: found.plan, work: found.work)
  }

  /// Calls `body` with one stored value of each object of an entity and its sub-entities, in the order
  /// of identities, until it returns false.
  ///
  /// - Complexity: O(objects); no other values are decoded than those kept with the objects.
  public func forEachValue(
    of property: String, entity: String, _ body: (ObjectID, Value) throws -> Bool
  ) throws {
    try forEachObject(of: entity, reading: [property]) { id, values in
      guard let value = values[0] else { return true }
      return try body(id, value)
    }
  }

  /// The view whose rows are those of another, nil where there is none.
  func materializedView(of view: View) -> ViewReader? {
    for name in viewNames {
      guard let item = context.catalog.items[name], item.isCurrent, let index = item.index,
        item.view.isSame(as: view)
      else { continue }
      return ViewReader(item: item, list: .index(index, item.view))
    }
    return nil
  }

  func view(of request: FetchRequest) throws -> View {
    let definition = try definition(of: request)
    var view = try View(
      name: "", definition, projection: context.projection, isMaterialized: false)
    if let now = request.now { view = try view.binding(now: now, random: request.random) }
    return view
  }

  /// A view's definition of texts as a person writes them: arguments are written out.
  public func definition(
    entity: String, predicate: String?, arguments: [Argument] = [],
    variables: [String: Argument] = [:], sort: String = "", section: String? = nil,
    locale: String = ""
  ) throws -> ViewDefinition {
    guard model.entity(entity) != nil else {
      throw ViewError.unknownEntity(entity, near: model.nearestEntity(to: entity))
    }
    // A language is noted only where it counts: elsewhere a definition is the same in every one.
    let isLocalized =
      try !locale.isEmpty
      && SortDescriptor.list(parsing: sort, entity: entity, model: model)
        .contains { $0.order.locale != nil }
    return ViewDefinition(
      entity: entity,
      predicate: try predicate.map {
        try Predicate(
          parsing: $0, arguments: arguments, variables: variables, entity: entity, model: model
        ).text
      },
      section: section, sort: sort, locale: isLocalized ? locale : "")
  }
}
