import LMDB
public import Model
import Objects
public import Predicates
public import Views

/// What to find, in which order, and which part of it.
public struct FetchRequest: Sendable {
  /// The entity whose objects, and those of its sub-entities, are looked at.
  public var entity: String
  /// The predicate they match; nil: all.
  public var predicate: String?
  /// What its placeholders stand for, in order.
  public var arguments: [Argument] = []
  /// What its variables stand for.
  public var variables: [String: Argument] = [:]
  /// The sort descriptors; empty: by identity.
  public var sort = ""
  /// The expression that groups the answer, with `asc` or `desc` behind it; nil: no sections.
  public var section: String?
  /// How many rows to leave out first.
  public var offset = 0
  /// How many rows to give at the most.
  public var limit = Int.max
  /// What `now()` stands for in this fetch; nil: it may not stand there.
  public var now: Moment?
  /// The seed of `random()` in this fetch.
  public var random: UInt64 = 0

  /// Asks for all objects of an entity.
  public init(entity: String) {
    self.entity = entity
  }
}

/// The way in which a request is answered.
public enum FetchPlan: Sendable, Hashable {
  /// The rows of a view that has the same definition.
  case view(String)
  /// Every object of the journal is looked at.
  case scan(objects: Int)
}

extension Snapshot {
  /// The rows that a request asks for.
  ///
  /// - Throws: `PredicateError` or `ViewError` where it does not fit the model.
  public func fetch(_ request: FetchRequest) throws -> ListPage {
    let view = try view(of: request)
    let list = try materializedView(of: view)?.list ?? scan(view)
    return try page(
      list, view, offset: request.offset, limit: request.limit, section: nil,
      isReversed: false)
  }

  /// Tells the way in which a request is answered, without answering it.
  public func plan(_ request: FetchRequest) throws -> FetchPlan {
    if let view = try materializedView(of: view(of: request)) { return .view(view.name) }
    return .scan(objects: try objectCount)
  }

  /// The view whose rows are the answer, nil where there is none.
  func materializedView(of view: View) -> ViewReader? {
    for name in viewNames {
      guard let item = context.catalog.items[name], item.isCurrent, let index = item.index,
        item.view.isSame(as: view)
      else { continue }
      return ViewReader(item: item, list: .index(index, item.view))
    }
    return nil
  }

  /// Calls `body` with one stored value of each object of an entity and its sub-entities, in the order
  /// of identities, until it returns false.
  ///
  /// - Complexity: O(objects); no other values are decoded than those kept with the objects.
  public func forEachValue(
    of property: String, entity: String, _ body: (ObjectID, Value) throws -> Bool
  ) throws {
    let family = model.family(of: entity)
    let state = state
    try context.store.forEach(in: transaction) { object in
      guard family.contains(object.entity), let value = object.values[property] else { return true }
      return try body(object.id, state.resolve(value, base: transaction, log: transaction))
    }
  }

  /// How many objects a request asks for, whatever its offset and limit.
  public func count(_ request: FetchRequest) throws -> Int {
    var unsorted = request
    unsorted.sort = ""
    unsorted.section = nil
    return try scan(view(of: unsorted)).rowCount(in: transaction)
  }

  /// The different values of an expression over the objects that a request asks for, ascending.
  public func distinctValues(of expression: String, _ request: FetchRequest) throws -> [Value] {
    var sorted = request
    sorted.sort = expression
    let key = try Expression(parsing: expression, entity: request.entity, model: model)
    let state = state
    var values: [Value] = []
    for section in try fetch(sorted).sections {
      for id in section.rows {
        let value = try state.withReader(.after, base: transaction, log: transaction) {
          try key.evaluate(id, $0)
        }
        if values.last != value { values.append(value) }
      }
    }
    return values
  }

  func view(of request: FetchRequest) throws -> View {
    let definition = try definition(
      entity: request.entity, predicate: request.predicate, arguments: request.arguments,
      variables: request.variables, sort: request.sort, section: request.section)
    var view = try View(
      name: "", definition, projection: context.projection, isMaterialized: false)
    if let now = request.now { view = try view.binding(now: now, random: request.random) }
    return view
  }

  /// A view's definition of texts as a person writes them: arguments are written out.
  public func definition(
    entity: String, predicate: String?, arguments: [Argument] = [],
    variables: [String: Argument] = [:], sort: String = "", section: String? = nil
  ) throws -> ViewDefinition {
    guard model.entity(entity) != nil else {
      throw ViewError.unknownEntity(entity, near: model.nearestEntity(to: entity))
    }
    return ViewDefinition(
      entity: entity,
      predicate: try predicate.map {
        try Predicate(
          parsing: $0, arguments: arguments, variables: variables, entity: entity, model: model
        ).text
      },
      section: section, sort: sort)
  }
}
