public import Model
import LMDB
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

  /// Asks for all objects of an entity.
  public init(entity: String) {
    self.entity = entity
  }
}

extension Snapshot {
  /// The rows that a request asks for.
  ///
  /// - Throws: `PredicateError` or `ViewError` where it does not fit the model.
  public func fetch(_ request: FetchRequest) throws -> ListPage {
    let view = try view(of: request)
    return try page(
      scan(view), view, offset: request.offset, limit: request.limit, section: nil,
      isReversed: false)
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
    return try View(name: "", definition, model: model, isMaterialized: false)
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
