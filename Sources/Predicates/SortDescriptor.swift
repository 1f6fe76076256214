public import Collation
public import Model

/// One key of an order: an expression, a direction, and for texts the order of texts.
///
/// Ascending puts null first, descending last.
public struct SortDescriptor: Sendable, Hashable {
  /// What is sorted by.
  public let expression: Expression
  /// Whether the least comes first.
  public let isAscending: Bool
  /// How texts are ordered; `compare` for everything else.
  public let order: StringOrder

  /// Makes a descriptor.
  ///
  /// - Throws: ``PredicateError`` of kind `type` where the expression has no order, or an order of
  ///   texts is asked for something else.
  public init(
    _ expression: Expression, isAscending: Bool = true, order: StringOrder = .compare
  ) throws(PredicateError) {
    guard expression.valueType.isSortable else {
      throw PredicateError(
        .type, "“\(expression.text)” cannot be sorted by: it is \(expression.valueType.phrase)")
    }
    guard order == .compare || expression.isString || expression.valueType == .null else {
      throw PredicateError(
        .type,
        "\(order.name) orders texts, and “\(expression.text)” is \(expression.valueType.phrase)")
    }
    self.expression = expression
    self.isAscending = isAscending
    self.order = order
  }

  /// The descriptor as text: `KEY asc` or `KEY desc`, and the order of texts where it is not
  /// `compare`.
  public var text: String {
    expression.text + (isAscending ? " asc" : " desc") + (order == .compare ? "" : " \(order.name)")
  }
}

extension SortDescriptor {
  /// Parses `KEY [asc or desc] [SELECTOR], …`, the selector being one of `compare`,
  /// `caseInsensitive`, `localized` and `localizedStandard`.
  ///
  /// An empty text has no keys.
  ///
  /// - Parameters:
  /// - text: The list.
  /// - entity: The entity whose objects are sorted.
  /// - model: The model that has the entity.
  /// - locale: The language of localized orders, an ICU locale such as `de_DE`; empty for the root.
  public static func list(
    parsing text: String, entity: String, model: ObjectModel, locale: String = ""
  ) throws(PredicateError) -> [SortDescriptor] {
    var descriptors: [SortDescriptor] = []
    for key in try keys(parsing: text, entity: entity, model: model) {
      let order = key.selector.flatMap { StringOrder(name: $0, locale: locale) } ?? .compare
      do {
        descriptors.append(
          try SortDescriptor(key.expression, isAscending: key.isAscending ?? true, order: order))
      } catch {
        throw PredicateError(error.kind, error.message, column: text.column(ofByte: key.offset))
      }
    }
    return descriptors
  }

  /// Parses the expression of a section, `EXPR [asc or desc]`.
  ///
  /// - Returns: The expression, and its direction where the text says one.
  public static func section(
    parsing text: String, entity: String, model: ObjectModel
  ) throws(PredicateError) -> (expression: Expression, isAscending: Bool?) {
    let keys = try keys(parsing: text, entity: entity, model: model)
    guard let key = keys.first, keys.count == 1, key.selector == nil else {
      throw PredicateError(.parse, "expected one expression, and asc or desc behind it")
    }
    guard key.expression.valueType.isSortable else {
      throw PredicateError(
        .type,
        "“\(key.expression.text)” makes no sections: it is \(key.expression.valueType.phrase)",
        column: 1)
    }
    return (key.expression, key.isAscending)
  }

  /// The text of several descriptors, from which ``list(parsing:entity:model:locale:)`` makes them
  /// again.
  public static func text(of descriptors: [SortDescriptor]) -> String {
    descriptors.map(\.text).joined(separator: ", ")
  }

  private typealias Key = (
    expression: Expression, isAscending: Bool?, selector: String?, offset: Int
  )

  private static func keys(parsing text: String, entity: String, model: ObjectModel)
    throws(PredicateError) -> [Key]
  {
    guard text.contains(where: { !$0.isWhitespace }) else { return [] }
    var parser = try Parser(text)
    var checker = Checker(text: text, model: model, arguments: [], variables: [:])
    _ = try checker.entity(entity)
    var keys: [Key] = []
    for (syntax, words) in try parser.wholeList() {
      let checked = try checker.scalar(syntax, of: entity)
      var key: Key = (Expression(checked, entity: entity), nil, nil, syntax.offset)
      for (place, (word, offset)) in words.enumerated() {
        switch word.lowercased() {
        case "asc" where place == 0, "ascending" where place == 0: key.isAscending = true
        case "desc" where place == 0, "descending" where place == 0: key.isAscending = false
        default:
          guard key.selector == nil, StringOrder(name: word, locale: "") != nil else {
            throw PredicateError(
              .parse, unexpected(word, at: place), column: text.column(ofByte: offset))
          }
          key.selector = word
        }
      }
      keys.append(key)
    }
    return keys
  }

  private static func unexpected(_ word: String, at place: Int) -> String {
    let selectors = "compare, caseInsensitive, localized or localizedStandard"
    return "expected \(place == 0 ? "asc, desc, " : "")\(selectors), and found “\(word)”"
  }
}

extension StringOrder {
  /// The name of the order as a selector.
  fileprivate var name: String {
    switch self {
    case .compare: "compare"
    case .caseInsensitive: "caseInsensitive"
    case .localized: "localized"
    case .localizedStandard: "localizedStandard"
    }
  }

  fileprivate init?(name: String, locale: String) {
    switch name.lowercased() {
    case "compare": self = .compare
    case "caseinsensitive": self = .caseInsensitive
    case "localized": self = .localized(locale: locale)
    case "localizedstandard": self = .localizedStandard(locale: locale)
    default: return nil
    }
  }
}

extension SortDescriptor: CustomStringConvertible {
  /// The descriptor as text.
  public var description: String { text }
}
