import Model

/// Gives a syntax tree its meaning: keys become properties of the model, placeholders and variables
/// their values, and every operation is one that its operands have.
struct Checker {
  /// The text that the tree was parsed from; nil where it was built.
  let text: String?
  let model: ObjectModel
  let arguments: [Argument]
  let variables: [String: Argument]
  /// The variables of the subqueries around the place, outermost first.
  var scopes: [(name: String, type: ValueType)] = []
  /// The derived attributes whose expressions are being checked, outermost first.
  var expanding: [(entity: String, name: String)] = []
  /// Whether the fault that was met says which derived attribute it is of.
  var namesCulprit = false
  private var usedArguments: Set<Int> = []

  init(text: String?, model: ObjectModel, arguments: [Argument], variables: [String: Argument]) {
    self.text = text
    self.model = model
    self.arguments = arguments
    self.variables = variables
  }

  /// A checked expression and what is known of it.
  struct Checked {
    var node: Node
    var type: ValueType
    /// Whether it comes through a to-many relationship, so that it needs ANY, ALL, NONE or an
    /// aggregate.
    var isToMany = false
    /// The collection whose operator still waits for its right key path.
    var aggregated:
      (operation: CollectionOperator, path: PropertyPath, split: Int, type: ValueType)?
  }

  func fail(_ kind: PredicateError.Kind, _ message: String, at offset: Int) -> PredicateError {
    PredicateError(kind, message, column: text?.column(ofByte: offset))
  }

  func entity(_ name: String) throws(PredicateError) -> Entity {
    guard let entity = model.entity(name) else {
      throw PredicateError(
        .key, "there is no entity “\(name)”\(hint(for: name, among: model.entities.keys))")
    }
    return entity
  }

  /// Fails where arguments are left over.
  func expectAllArgumentsUsed() throws(PredicateError) {
    guard usedArguments.count < arguments.count else { return }
    throw fail(
      .args,
      "too many arguments: \(arguments.count) given, and placeholders take \(usedArguments.count)",
      at: text?.utf8.count ?? 0)
  }

  // MARK: Expressions

  /// Checks an expression for objects of an entity.
  mutating func expression(_ syntax: SyntaxExpression, of entity: String) throws(PredicateError)
    -> Checked
  {
    let checked = try open(syntax, of: entity)
    if let aggregated = checked.aggregated {
      try expectAggregable(aggregated.operation, aggregated.type, at: syntax.offset)
    }
    return checked
  }

  /// As ``expression(_:of:)``, where a key may still follow a collection operator.
  private mutating func open(_ syntax: SyntaxExpression, of entity: String) throws(PredicateError)
    -> Checked
  {
    let offset = syntax.offset
    switch syntax.kind {
    case .literal(let value): return Checked(node: .literal(value), type: ValueType(of: value))
    case .placeholder(let placeholder, let index):
      return try argument(placeholder, index, of: entity, at: offset)
    case .variable(let name): return try variable(name, of: entity, at: offset)
    case .selfObject: return selfObject(of: entity)
    case .key(let key): return try member(of: selfObject(of: entity), key, at: offset)
    case .member(let base, let key):
      return try member(of: try open(base, of: entity), key, at: offset)
    case .memberPlaceholder(let base, let index):
      return try keyPath(
        from: try open(base, of: entity), try keyPathArgument(index, at: offset), at: offset)
    case .collectionOperator(let base, let operation):
      return try aggregate(operation, try expression(base, of: entity), at: offset)
    case .element(let base, let index):
      return try element(index, of: try expression(base, of: entity), entity: entity, at: offset)
    case .list(let elements):
      var checked: [Checked] = []
      for element in elements { checked.append(try scalar(element, of: entity)) }
      return list(of: checked)
    case .negative(let operand):
      let operand = try number(operand, "“-”", of: entity)
      if case .literal(let value) = operand.node, value.number != nil {
        let negative = Arithmetic.negative(value)
        return Checked(node: .literal(negative), type: ValueType(of: negative))
      }
      return Checked(node: .negative(operand.node), type: operand.type == .double ? .double : .int)
    case .arithmetic(let operation, let left, let right):
      let sign = "“\(operation.rawValue)”"
      let left = try number(left, sign, of: entity)
      let right = try number(right, sign, of: entity)
      return Checked(
        node: .arithmetic(operation, left.node, right.node),
        type: left.type.joined(with: right.type) == .double ? .double : .int)
    case .call(let function, let arguments):
      return try call(function, arguments, of: entity, at: offset)
    case .cast(let operand, let className):
      return try cast(try scalar(operand, of: entity), className, at: offset)
    case .ternary(let condition, let first, let second):
      let condition = try predicate(condition, of: entity)
      let first = try scalar(first, of: entity)
      let second = try scalar(second, of: entity)
      return Checked(
        node: .ternary(condition, first.node, second.node),
        type: first.type.joined(with: second.type))
    case .argument(let argument): return try constant(argument, of: entity, at: offset)
    case .declared(let expression, let family):
      return try declared(try open(expression, of: entity), family)
    case .subquery(let collection, let variable, let predicate):
      return try subquery(collection, variable, predicate, of: entity, at: offset)
    }
  }

  /// An expression of which it was said what it yields: the elements of it, where it is a path
  /// through a to-many relationship.
  private func declared(_ checked: Checked, _ family: ValueFamilyKind) throws(PredicateError)
    -> Checked
  {
    var type = checked.type
    if checked.isToMany, case .list(let element) = type { type = element }
    guard family.holds(type) else {
      throw fail(
        .type,
        "“\(checked.node.text)” was declared as \(family.rawValue), and is \(type.phrase)", at: 0)
    }
    return checked
  }

  /// An expression that is no to-many path: what ANY, ALL, NONE and aggregates take is not taken.
  mutating func scalar(_ syntax: SyntaxExpression, of entity: String) throws(PredicateError)
    -> Checked
  {
    let checked = try expression(syntax, of: entity)
    if checked.isToMany { throw toMany(at: syntax.offset) }
    return checked
  }

  func toMany(at offset: Int) -> PredicateError {
    fail(
      .type,
      "a path through a to-many relationship needs ANY, ALL or NONE before it, or an aggregate "
        + "such as .@count", at: offset)
  }

  mutating func number(_ syntax: SyntaxExpression, _ operation: String, of entity: String)
    throws(PredicateError) -> Checked
  {
    let checked = try scalar(syntax, of: entity)
    guard checked.type.isNumber || checked.type.isOpen else {
      var message = "\(operation) takes numbers, and this is \(checked.type.phrase)"
      if checked.type == .date { message += "; CAST(…, 'NSNumber') gives a moment's seconds" }
      throw fail(.type, message, at: syntax.offset)
    }
    return checked
  }

  private func list(of elements: [Checked]) -> Checked {
    let type = ValueType.list(.joining(elements.map(\.type)))
    var values: [Value] = []
    for element in elements {
      guard case .literal(let value) = element.node else {
        return Checked(node: .list(elements.map(\.node)), type: type)
      }
      values.append(value)
    }
    return Checked(node: .literal(.list(values)), type: type)
  }

  // MARK: Arguments

  private mutating func take(_ index: Int, at offset: Int) throws(PredicateError) -> Argument {
    guard index < arguments.count else {
      throw fail(
        .args,
        "there is no argument for placeholder \(index + 1): "
          + (arguments.isEmpty ? "none is given" : "\(arguments.count) given"), at: offset)
    }
    usedArguments.insert(index)
    return arguments[index]
  }

  private mutating func argument(
    _ placeholder: Placeholder, _ index: Int, of entity: String, at offset: Int
  ) throws(PredicateError) -> Checked {
    if placeholder == .keyPath {
      return try keyPath(
        from: selfObject(of: entity), try keyPathArgument(index, at: offset), at: offset)
    }
    let argument = try take(index, at: offset)
    let checked = try constant(argument, of: entity, at: offset)
    guard placeholder != .any else { return checked }
    guard case .literal(let value) = checked.node, value.number != nil else {
      throw fail(
        .args, "argument \(index + 1) must be a number: it fills a number's placeholder", at: offset
      )
    }
    if placeholder == .integer {
      guard let integer = value.integer else {
        throw fail(.args, "argument \(index + 1) must be a whole number", at: offset)
      }
      return Checked(node: .literal(.int(integer)), type: .int)
    }
    return Checked(node: .literal(.double(value.number ?? 0)), type: .double)
  }

  private mutating func keyPathArgument(_ index: Int, at offset: Int) throws(PredicateError)
    -> String
  {
    switch try take(index, at: offset) {
    case .keyPath(let path), .value(.string(let path)): return path
    default: throw fail(.args, "argument \(index + 1) must be a key path: it fills %K", at: offset)
    }
  }

  private mutating func constant(_ argument: Argument, of entity: String, at offset: Int)
    throws(PredicateError) -> Checked
  {
    switch argument {
    case .value(let value):
      guard value.isFinite else {
        throw fail(.args, "a number in an argument is not finite", at: offset)
      }
      return Checked(node: .literal(value), type: ValueType(of: value))
    case .record(let id): return Checked(node: .literal(.uuid(id)), type: .object(entity: nil))
    case .keyPath(let path):
      return try keyPath(from: selfObject(of: entity), path, at: offset)
    case .list(let elements):
      var checked: [Checked] = []
      for element in elements {
        let element = try constant(element, of: entity, at: offset)
        if element.isToMany { throw toMany(at: offset) }
        checked.append(element)
      }
      return list(of: checked)
    }
  }

  private mutating func variable(_ name: String, of entity: String, at offset: Int)
    throws(PredicateError) -> Checked
  {
    if let slot = scopes.lastIndex(where: { $0.name == name }) {
      return Checked(
        node: .path(PropertyPath(base: .variable(name, slot: slot), hops: [], isCollection: false)),
        type: scopes[slot].type)
    }
    guard let argument = variables[name] else {
      let known = scopes.map(\.name) + variables.keys
      throw fail(
        .variable, "the variable $\(name) has no value\(hint(for: name, among: known))", at: offset)
    }
    return try constant(argument, of: entity, at: offset)
  }

  // MARK: Collections

  private mutating func subquery(
    _ syntax: SyntaxExpression, _ name: String, _ condition: SyntaxPredicate, of entity: String,
    at offset: Int
  ) throws(PredicateError) -> Checked {
    let collection = try expression(syntax, of: entity)
    guard case .list(let element) = collection.type else {
      throw fail(
        .type, "SUBQUERY takes a collection, and this is \(collection.type.phrase)",
        at: syntax.offset)
    }
    let slot = scopes.count
    scopes.append((name, element))
    let condition = try predicate(condition, of: entity)
    scopes.removeLast()
    return Checked(
      node: .subquery(collection.node, variable: name, slot: slot, condition),
      type: collection.type, isToMany: true)
  }

  private mutating func element(
    _ index: SyntaxIndex, of list: Checked, entity: String, at offset: Int
  ) throws(PredicateError) -> Checked {
    let element: ValueType
    switch list.type {
    case .list(let type): element = type
    case .null: element = .null
    default:
      throw fail(.type, "an index needs a list, and this is \(list.type.phrase)", at: offset)
    }
    switch index {
    case .size: return Checked(node: .size(list.node), type: .int)
    case .first: return Checked(node: .element(list.node, .first), type: element)
    case .last: return Checked(node: .element(list.node, .last), type: element)
    case .at(let index):
      let place = try number(index, "an index", of: entity)
      return Checked(node: .element(list.node, .at(place.node)), type: element)
    }
  }

  private func aggregate(
    _ operation: CollectionOperator, _ collection: Checked, at offset: Int
  ) throws(PredicateError) -> Checked {
    guard case .list = collection.type else {
      throw fail(
        .type,
        "@\(operation.rawValue) needs a collection, and this is \(collection.type.phrase)",
        at: offset)
    }
    var path = PropertyPath(base: .node(collection.node), hops: [], isCollection: true)
    if case .path(let own) = collection.node { path = own }
    return aggregate(operation, path, split: path.hops.count, collection.type)
  }

  /// The checked form of an operator over a path that yields lists of a type.
  func aggregate(
    _ operation: CollectionOperator, _ path: PropertyPath, split: Int, _ type: ValueType
  ) -> Checked {
    guard case .list(let element) = type else {
      return Checked(node: .aggregate(operation, path, split: split), type: .mixed)
    }
    let result: ValueType =
      switch operation {
      case .count: .int
      case .avg: .double
      case .sum: element == .bool || element == .int || element == .null ? .int : .double
      case .min, .max: element
      }
    return Checked(
      node: .aggregate(operation, path, split: split), type: result,
      aggregated: (operation, path, split, type))
  }

  private func expectAggregable(
    _ operation: CollectionOperator, _ type: ValueType, at offset: Int
  ) throws(PredicateError) {
    guard case .list(let element) = type, !element.isOpen else { return }
    switch operation {
    case .count: break
    case .sum, .avg:
      guard element.isNumber else {
        throw fail(
          .type, "@\(operation.rawValue) needs numbers, and these are each \(element.phrase)",
          at: offset)
      }
    case .min, .max:
      guard element.ordering != nil else {
        throw fail(
          .type,
          "@\(operation.rawValue) needs values with an order, and these are each "
            + element.phrase, at: offset)
      }
    }
  }
}

extension Value {
  /// Whether no number in it is infinite or none at all.
  fileprivate var isFinite: Bool {
    switch self {
    case .double(let number): number.isFinite
    case .list(let elements): elements.allSatisfy(\.isFinite)
    default: true
    }
  }
}
