import Model

/// Trees as text of the language, from which parsing makes the same trees.
///
/// Names that are no words or are reserved are quoted by `#`; arguments stand as the literals that
/// they are.
extension Node {
  /// How tightly the outermost operator binds; higher is tighter.
  private var precedence: Int {
    switch self {
    case .arithmetic(let operation, _, _): operation.precedence
    case .negative: 4
    case .literal(.int(let number)) where number < 0: 4
    case .literal(.double(let number)) where number.sign == .minus: 4
    default: 5
    }
  }

  private func text(atLeast precedence: Int) -> String {
    self.precedence < precedence ? "(\(text))" : text
  }

  var text: String {
    switch self {
    case .literal(let value): Self.text(of: value)
    case .path(let path): path.text()
    case .list(let elements): "{\(elements.map(\.text).joined(separator: ", "))}"
    case .negative(let operand): "- \(operand.text(atLeast: 4))"
    case .arithmetic(let operation, let left, let right):
      // A chain groups from the left.
      "\(left.text(atLeast: operation.precedence)) \(operation.rawValue) "
        + right.text(atLeast: operation.precedence + 1)
    case .call(let function, let arguments):
      "\(function.rawValue)(\(arguments.map(\.text).joined(separator: ", ")))"
    case .cast(let operand, let type): "CAST(\(operand.text), '\(type.rawValue)')"
    case .ternary(let condition, let first, let second):
      "TERNARY(\(condition.text), \(first.text), \(second.text))"
    case .aggregate(let operation, let path, let split):
      path.text(operation: operation, at: split)
    case .element(let list, let index):
      switch index {
      case .first: "\(list.text(atLeast: 5))[FIRST]"
      case .last: "\(list.text(atLeast: 5))[LAST]"
      case .at(let index): "\(list.text(atLeast: 5))[\(index.text)]"
      }
    case .size(let list): "\(list.text(atLeast: 5))[SIZE]"
    case .subquery(let collection, let variable, _, let predicate):
      "SUBQUERY(\(collection.text), $\(variable), \(predicate.text))"
    }
  }

  static func text(of value: Value) -> String {
    switch value {
    case .null: return "nil"
    case .bool(let flag): return flag ? "YES" : "NO"
    case .int(let number): return String(number)
    case .double(let number): return "\(number)"
    case .string(let string): return quoted(string)
    case .list(let elements): return "{\(elements.map(text(of:)).joined(separator: ", "))}"
    case .date, .uuid, .data, .content:
      guard let constant = CastType.constantText(of: value) else { return "nil" }
      return "CAST(\(quoted(constant.text)), '\(constant.type.rawValue)')"
    }
  }

  fileprivate static func quoted(_ string: String, by quote: Unicode.Scalar = "'") -> String {
    var text = String(quote)
    for scalar in string.unicodeScalars {
      switch scalar {
      case quote, "\\":
        text.unicodeScalars.append("\\")
        text.unicodeScalars.append(scalar)
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      default: text.unicodeScalars.append(scalar)
      }
    }
    text.unicodeScalars.append(quote)
    return text
  }

  fileprivate var textAsBase: String { text(atLeast: 5) }
}

extension PropertyPath {
  fileprivate func text(operation: CollectionOperator? = nil, at split: Int = 0) -> String {
    var parts: [String] = []
    switch base {
    case .selfObject: break
    case .variable(let name, _): parts.append("$\(name)")
    case .node(let node): parts.append(node.textAsBase)
    }
    for (index, hop) in hops.enumerated() {
      if let operation, index == split { parts.append("@\(operation.rawValue)") }
      parts.append(Self.text(ofKey: hop.name))
    }
    if let operation, split == hops.count { parts.append("@\(operation.rawValue)") }
    return parts.isEmpty ? "SELF" : parts.joined(separator: ".")
  }

  private static func text(ofKey key: String) -> String {
    guard let first = key.unicodeScalars.first,
      key.unicodeScalars.allSatisfy({ $0.isPartOfWord }), !first.isDigit
    else { return "#" + Node.quoted(key, by: "\"") }
    return ReservedWord.contains(key) ? "#\(key)" : key
  }
}

extension Unicode.Scalar {
  fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}

extension PredicateNode {
  private var precedence: Int {
    switch self {
    case .or: 1
    case .and: 2
    case .not: 3
    case .constant, .comparison: 4
    }
  }

  private func text(atLeast precedence: Int) -> String {
    self.precedence < precedence ? "(\(text))" : text
  }

  var text: String {
    switch self {
    case .constant(let answer): answer ? "TRUEPREDICATE" : "FALSEPREDICATE"
    case .not(let inner): "NOT \(inner.text(atLeast: 3))"
    case .and(let parts): parts.map { $0.text(atLeast: 3) }.joined(separator: " AND ")
    case .or(let parts): parts.map { $0.text(atLeast: 2) }.joined(separator: " OR ")
    case .comparison(let comparison): comparison.text
    }
  }
}

extension Comparison {
  fileprivate var text: String {
    let letters = ComparisonOptions.letters.filter { options.contains($0.option) }.map(\.letter)
    let suffix = letters.isEmpty ? "" : "[\(String(letters))]"
    let prefix = quantifier.map { "\($0.rawValue) " } ?? ""
    return "\(prefix)\(left.text) \(operation.rawValue)\(suffix) \(right.text)"
  }
}
