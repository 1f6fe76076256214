/// A word or sign of the language, and where it stands.
struct Token: Sendable {
  enum Kind: Sendable, Equatable {
    /// A word: a keyword, a key or the name of a function.
    case word(String)
    /// The name of a function in its selector form, such as `add:to:`.
    case selector(String)
    /// A key that no keyword hides: `#size`, `#"us.state"`.
    case quotedKey(String)
    case string(String)
    case integer(UInt64)
    case decimal(Double)
    case variable(String)
    case placeholder(Placeholder, index: Int)
    /// A collection operator, without its `@`.
    case at(String)
    case symbol(Symbol)
    case end
  }

  let kind: Kind
  /// Bytes of the text in front of it.
  let offset: Int
}

/// What a placeholder takes.
enum Placeholder: Sendable, Equatable {
  case any
  case keyPath
  case integer
  case decimal
}

/// A sign of the language.
enum Symbol: String, Sendable, CaseIterable {
  case power = "**"
  case equalEqual = "=="
  case equalLess = "=<"
  case equalGreater = "=>"
  case notEqual = "!="
  case lessGreater = "<>"
  case lessEqual = "<="
  case greaterEqual = ">="
  case and = "&&"
  case or = "||"
  case equal = "="
  case not = "!"
  case less = "<"
  case greater = ">"
  case openParenthesis = "("
  case closeParenthesis = ")"
  case openBrace = "{"
  case closeBrace = "}"
  case openBracket = "["
  case closeBracket = "]"
  case comma = ","
  case point = "."
  case plus = "+"
  case minus = "-"
  case times = "*"
  case divide = "/"
}

/// The words that are no keys unless `#` stands before them.
enum ReservedWord {
  static let all: Set<String> = [
    "AND", "OR", "NOT", "ALL", "ANY", "SOME", "NONE", "IN", "LIKE", "MATCHES", "CONTAINS",
    "BEGINSWITH", "ENDSWITH", "BETWEEN", "NULL", "NIL", "SELF", "TRUE", "FALSE", "YES", "NO",
    "TRUEPREDICATE", "FALSEPREDICATE",
  ]
  /// Those that are keys too wherever no bracket or parenthesis gives them their meaning.
  static let contextual: Set<String> = [
    "FIRST", "LAST", "SIZE", "SUBQUERY", "CAST", "TERNARY", "ANYKEY", "FETCH", "FUNCTION", "UNION",
    "INTERSECT", "MINUS",
  ]

  static func contains(_ word: String) -> Bool {
    let upper = word.uppercased()
    return all.contains(upper) || contextual.contains(upper)
  }
}
