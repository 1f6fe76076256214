import Model

/// Reads tokens into a syntax tree.
///
/// A parenthesis may hold a predicate or an expression, and which it is shows only behind it. So
/// the rules below give either, in one pass without going back, and whoever needs one of them says
/// so.
struct Parser {
  private let text: String
  private let tokens: [Token]
  private var index = 0
  private var depth = 0
  private var operators = 0

  /// Nested deeper, a text is refused: the tree is walked by recursion.
  private static let depthLimit = 100
  /// Each operator in a row, and each step of a path, nests the tree one deeper as well.
  private static let operatorLimit = 500

  init(_ text: String) throws(PredicateError) {
    self.text = text
    tokens = try Lexer.tokens(of: text)
  }

  // MARK: Entrances

  mutating func wholePredicate() throws(PredicateError) -> SyntaxPredicate {
    let predicate = try predicate()
    try expectEnd()
    return predicate
  }

  mutating func wholeExpression() throws(PredicateError) -> SyntaxExpression {
    let expression = try self.expression()
    try expectEnd()
    return expression
  }

  /// Expressions separated by commas, each with the words behind it.
  mutating func wholeList() throws(PredicateError) -> [(
    expression: SyntaxExpression, words: [(word: String, offset: Int)]
  )] {
    var list: [(expression: SyntaxExpression, words: [(word: String, offset: Int)])] = []
    repeat {
      let expression = try self.expression()
      var words: [(word: String, offset: Int)] = []
      while case .word(let word) = token.kind {
        words.append((word, token.offset))
        index += 1
      }
      list.append((expression, words))
    } while take(.comma)
    try expectEnd()
    return list
  }

  private func expectEnd() throws(PredicateError) {
    if token.kind != .end {
      throw fail("expected AND, OR or the end, and found \(describe(token))", at: token.offset)
    }
  }

  // MARK: Tokens

  private var token: Token { tokens[index] }
  private var nextToken: Token { tokens[min(index + 1, tokens.count - 1)] }

  private func fail(_ message: String, at offset: Int) -> PredicateError {
    PredicateError(.parse, message, column: text.column(ofByte: offset))
  }

  private func describe(_ token: Token) -> String {
    if token.kind == .end { return "the end" }
    let end = index + 1 < tokens.count ? tokens[index + 1].offset : text.utf8.count
    let units = text.utf8.prefix(end).dropFirst(token.offset)
    var source = String(decoding: units, as: UTF8.self)
    while let last = source.last, last.isWhitespace { source.removeLast() }
    return "“\(source.count > 24 ? source.prefix(24) + "…" : source[...])”"
  }

  private mutating func take(_ symbol: Symbol) -> Bool {
    guard token.kind == .symbol(symbol) else { return false }
    index += 1
    return true
  }

  private mutating func expect(_ symbol: Symbol, _ purpose: String) throws(PredicateError) {
    guard take(symbol) else {
      throw fail(
        "expected “\(symbol.rawValue)” \(purpose), and found \(describe(token))", at: token.offset)
    }
  }

  private mutating func take(keyword: String) -> Bool {
    guard isKeyword(keyword) else { return false }
    index += 1
    return true
  }

  private func isKeyword(_ keyword: String) -> Bool {
    guard case .word(let word) = token.kind else { return false }
    return word.uppercased() == keyword
  }

  private mutating func nested<T>(_ body: (inout Parser) throws(PredicateError) -> T)
    throws(PredicateError) -> T
  {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.depthLimit else {
      throw fail("nested more than \(Self.depthLimit) deep", at: token.offset)
    }
    return try body(&self)
  }

  private mutating func countOperator() throws(PredicateError) {
    operators += 1
    guard operators <= Self.operatorLimit else {
      throw fail("more than \(Self.operatorLimit) operators", at: token.offset)
    }
  }

  // MARK: Predicates

  /// What a rule has read.
  private enum Term {
    case expression(SyntaxExpression)
    case predicate(SyntaxPredicate)
  }

  private mutating func predicate() throws(PredicateError) -> SyntaxPredicate {
    let term = try disjunction()
    return try predicate(term)
  }

  /// The predicate that a rule has read.
  ///
  /// Called behind the rule, since the fault that it tells of is where the rule has stopped.
  private func predicate(_ term: Term) throws(PredicateError) -> SyntaxPredicate {
    switch term {
    case .predicate(let predicate): predicate
    case .expression: throw fail(expectedOperator, at: token.offset)
    }
  }

  private var expectedOperator: String {
    if isKeyword("IS") {
      return "IS is no operator: write = nil or != nil"
    }
    if case .word = nextToken.kind, isKeyword("NOT") {
      return "NOT stands before a whole comparison: NOT (x IN y)"
    }
    return "expected a comparison such as = or CONTAINS, and found \(describe(token))"
  }

  private mutating func disjunction() throws(PredicateError) -> Term {
    try nested { (parser) throws(PredicateError) in
      let first = try parser.conjunction()
      guard parser.isKeyword("OR") || parser.token.kind == .symbol(.or) else { return first }
      var parts = [try parser.predicate(first)]
      while parser.take(keyword: "OR") || parser.take(.or) {
        let part = try parser.conjunction()
        parts.append(try parser.predicate(part))
      }
      return .predicate(.or(parts))
    }
  }

  private mutating func conjunction() throws(PredicateError) -> Term {
    let first = try negation()
    guard isKeyword("AND") || token.kind == .symbol(.and) else { return first }
    var parts = [try predicate(first)]
    while take(keyword: "AND") || take(.and) {
      let part = try negation()
      parts.append(try predicate(part))
    }
    return .predicate(.and(parts))
  }

  private mutating func negation() throws(PredicateError) -> Term {
    guard take(keyword: "NOT") || take(.not) else { return try comparison() }
    return try nested { (parser) throws(PredicateError) in
      let term = try parser.negation()
      return .predicate(.not(try parser.predicate(term)))
    }
  }

  private mutating func comparison() throws(PredicateError) -> Term {
    if take(keyword: "TRUEPREDICATE") { return .predicate(.constant(true)) }
    if take(keyword: "FALSEPREDICATE") { return .predicate(.constant(false)) }
    let quantifier = quantifier()
    let left = try sum()
    guard case .expression(let expression) = left else {
      if quantifier != nil {
        throw fail("ANY, ALL and NONE stand before a collection", at: token.offset)
      }
      return left
    }
    let offset = token.offset
    guard let operation = try comparisonOperator() else {
      if quantifier != nil { throw fail(expectedOperator, at: token.offset) }
      return left
    }
    let options = try options()
    let right = try sum()
    return .predicate(
      .comparison(
        SyntaxComparison(
          quantifier: quantifier, left: expression, operation: operation, options: options,
          right: try operand(right), offset: offset)))
  }

  private mutating func quantifier() -> Quantifier? {
    if take(keyword: "ANY") || take(keyword: "SOME") { return .any }
    if take(keyword: "ALL") { return .all }
    if take(keyword: "NONE") { return Quantifier.none }
    return nil
  }

  private mutating func comparisonOperator() throws(PredicateError) -> ComparisonOperator? {
    let operation: ComparisonOperator
    switch token.kind {
    case .symbol(.equal), .symbol(.equalEqual): operation = .equal
    case .symbol(.notEqual), .symbol(.lessGreater): operation = .notEqual
    case .symbol(.less): operation = .less
    case .symbol(.lessEqual), .symbol(.equalLess): operation = .lessOrEqual
    case .symbol(.greater): operation = .greater
    case .symbol(.greaterEqual), .symbol(.equalGreater): operation = .greaterOrEqual
    case .word(let word):
      let upper = word.uppercased()
      if ["UNION", "INTERSECT", "MINUS"].contains(upper) {
        throw fail("\(upper) is not supported", at: token.offset)
      }
      switch upper {
      case "BETWEEN": operation = .between
      case "IN": operation = .in
      case "CONTAINS": operation = .contains
      case "BEGINSWITH": operation = .beginsWith
      case "ENDSWITH": operation = .endsWith
      case "LIKE": operation = .like
      case "MATCHES": operation = .matches
      default: return nil
      }
    default: return nil
    }
    index += 1
    return operation
  }

  private mutating func options() throws(PredicateError) -> ComparisonOptions {
    guard take(.openBracket) else { return [] }
    var options: ComparisonOptions = []
    let offset = token.offset
    guard case .word(let letters) = token.kind else {
      throw fail("expected c, d or n in the brackets behind an operator", at: offset)
    }
    index += 1
    for letter in letters.lowercased() {
      if letter == "l" { throw fail("the option [l] is not supported", at: offset) }
      guard let known = ComparisonOptions.letters.first(where: { $0.letter == letter }) else {
        throw fail("unknown option “\(letter)”: c, d and n are known", at: offset)
      }
      options.insert(known.option)
    }
    try expect(.closeBracket, "behind the options")
    return options
  }

  // MARK: Expressions

  private func operand(_ term: Term) throws(PredicateError) -> SyntaxExpression {
    switch term {
    case .expression(let expression): expression
    case .predicate:
      throw fail("expected a value, and found a predicate before it", at: token.offset)
    }
  }

  private mutating func expression() throws(PredicateError) -> SyntaxExpression {
    try nested { (parser) throws(PredicateError) in
      let term = try parser.sum()
      return try parser.operand(term)
    }
  }

  private mutating func chain(
    _ operations: [(Symbol, ArithmeticOperator)],
    _ next: (inout Parser) throws(PredicateError) -> Term
  ) throws(PredicateError) -> Term {
    var left = try next(&self)
    while case .symbol(let symbol) = token.kind,
      let operation = operations.first(where: { $0.0 == symbol })
    {
      let offset = token.offset
      try countOperator()
      let first = try operand(left)
      index += 1
      let right = try next(&self)
      let second = try operand(right)
      left = .expression(SyntaxExpression(.arithmetic(operation.1, first, second), at: offset))
    }
    return left
  }

  private mutating func sum() throws(PredicateError) -> Term {
    try chain([(.plus, .add), (.minus, .subtract)]) { (parser) throws(PredicateError) in
      try parser.product()
    }
  }

  private mutating func product() throws(PredicateError) -> Term {
    try chain([(.times, .multiply), (.divide, .divide)]) { (parser) throws(PredicateError) in
      try parser.power()
    }
  }

  private mutating func power() throws(PredicateError) -> Term {
    try chain([(.power, .power)]) { (parser) throws(PredicateError) in try parser.sign() }
  }

  private mutating func sign() throws(PredicateError) -> Term {
    let offset = token.offset
    guard take(.minus) else { return try postfix() }
    // The least number has no positive counterpart.
    if case .integer(let magnitude) = token.kind, magnitude == Int64.min.magnitude {
      index += 1
      return .expression(SyntaxExpression(.literal(.int(.min)), at: offset))
    }
    return try nested { (parser) throws(PredicateError) in
      let term = try parser.sign()
      let operand = try parser.operand(term)
      return .expression(SyntaxExpression(.negative(operand), at: offset))
    }
  }

  private mutating func postfix() throws(PredicateError) -> Term {
    var term = try atom()
    while token.kind == .symbol(.point) || token.kind == .symbol(.openBracket) {
      guard case .expression(let base) = term else { return term }
      let offset = token.offset
      try countOperator()
      let isElement = token.kind == .symbol(.openBracket)
      index += 1
      term = .expression(isElement ? try element(of: base, at: offset) : try member(of: base))
    }
    return term
  }

  private mutating func member(of base: SyntaxExpression) throws(PredicateError)
    -> SyntaxExpression
  {
    let token = token
    let kind: SyntaxExpression.Kind
    switch token.kind {
    case .word(let key), .quotedKey(let key): kind = .member(base, key)
    case .placeholder(.keyPath, let index): kind = .memberPlaceholder(base, index: index)
    case .at(let name):
      guard let operation = CollectionOperator(rawValue: name) else {
        throw fail(
          "unknown collection operator @\(name): @count @sum @min @max @avg are known",
          at: token.offset)
      }
      kind = .collectionOperator(base, operation)
    default:
      throw fail("expected a key behind “.”, and found \(describe(token))", at: token.offset)
    }
    index += 1
    return SyntaxExpression(kind, at: token.offset)
  }

  private mutating func element(of base: SyntaxExpression, at offset: Int) throws(PredicateError)
    -> SyntaxExpression
  {
    var element: SyntaxIndex?
    if case .word(let word) = token.kind, nextToken.kind == .symbol(.closeBracket) {
      switch word.uppercased() {
      case "FIRST": element = .first
      case "LAST": element = .last
      case "SIZE": element = .size
      default: break
      }
      if element != nil { index += 1 }
    }
    let place: SyntaxIndex
    if let element { place = element } else { place = .at(try expression()) }
    try expect(.closeBracket, "behind the index")
    return SyntaxExpression(.element(base, place), at: offset)
  }

  private mutating func atom() throws(PredicateError) -> Term {
    let token = token
    let kind: SyntaxExpression.Kind
    switch token.kind {
    case .string(let string): kind = .literal(.string(string))
    case .integer(let magnitude):
      guard let number = Int64(exactly: magnitude) else {
        throw fail("a whole number has more than 64 bits", at: token.offset)
      }
      kind = .literal(.int(number))
    case .decimal(let number): kind = .literal(.double(number))
    case .variable(let name): kind = .variable(name)
    case .placeholder(let placeholder, let index): kind = .placeholder(placeholder, index: index)
    case .quotedKey(let key): kind = .key(key)
    case .symbol(.openParenthesis):
      index += 1
      let term = try disjunction()
      try closeParenthesis(of: token)
      return term
    case .symbol(.openBrace):
      index += 1
      let elements = try arguments(until: .closeBrace)
      return .expression(SyntaxExpression(.list(elements), at: token.offset))
    case .selector(let name):
      index += 1
      return .expression(try call(name, at: token.offset))
    case .word(let word):
      if nextToken.kind == .symbol(.openParenthesis), !ReservedWord.all.contains(word.uppercased())
      {
        index += 1
        return .expression(try call(word, at: token.offset))
      }
      kind = try constantOrKey(word, at: token.offset)
    default:
      throw fail("expected a value, and found \(describe(token))", at: token.offset)
    }
    index += 1
    return .expression(SyntaxExpression(kind, at: token.offset))
  }

  private mutating func closeParenthesis(of opening: Token) throws(PredicateError) {
    if token.kind == .symbol(.comma) {
      throw fail("expected “)”; a list is written in braces: {1, 2}", at: token.offset)
    }
    guard take(.closeParenthesis) else {
      throw fail(
        "expected “)” for the “(” at column \(text.column(ofByte: opening.offset)), and found "
          + describe(token), at: token.offset)
    }
  }

  private func constantOrKey(_ word: String, at offset: Int) throws(PredicateError)
    -> SyntaxExpression.Kind
  {
    let upper = word.uppercased()
    switch upper {
    case "NULL", "NIL": return .literal(.null)
    case "TRUE", "YES": return .literal(.bool(true))
    case "FALSE", "NO": return .literal(.bool(false))
    case "SELF": return .selfObject
    default:
      if ReservedWord.all.contains(upper) {
        throw fail(
          "“\(word)” is a reserved word; write #\(word) for a property of that name", at: offset)
      }
      return .key(word)
    }
  }

  private mutating func arguments(until end: Symbol) throws(PredicateError) -> [SyntaxExpression] {
    var arguments: [SyntaxExpression] = []
    if take(end) { return arguments }
    repeat { arguments.append(try expression()) } while take(.comma)
    try expect(end, "or “,”")
    return arguments
  }

  // MARK: Calls

  private mutating func call(_ name: String, at offset: Int) throws(PredicateError)
    -> SyntaxExpression
  {
    try expect(.openParenthesis, "behind the function \(name)")
    switch name.uppercased() {
    case "SUBQUERY": return try subquery(at: offset)
    case "CAST": return try cast(at: offset)
    case "TERNARY": return try ternary(at: offset)
    case "FETCH", "FUNCTION":
      throw fail("\(name.uppercased()) is not supported", at: offset)
    default: break
    }
    guard let function = Function(named: name) else {
      throw fail("unknown function \(name)\(Function.hint(for: name))", at: offset)
    }
    return SyntaxExpression(.call(function, try arguments(until: .closeParenthesis)), at: offset)
  }

  private mutating func subquery(at offset: Int) throws(PredicateError) -> SyntaxExpression {
    let collection = try expression()
    try expect(.comma, "behind the collection of SUBQUERY")
    guard case .variable(let variable) = token.kind else {
      throw fail("expected a variable such as $x in SUBQUERY", at: token.offset)
    }
    index += 1
    try expect(.comma, "behind the variable of SUBQUERY")
    let predicate = try predicate()
    try expect(.closeParenthesis, "behind SUBQUERY")
    return SyntaxExpression(.subquery(collection, variable: variable, predicate), at: offset)
  }

  private mutating func cast(at offset: Int) throws(PredicateError) -> SyntaxExpression {
    let operand = try expression()
    try expect(.comma, "behind the value of CAST")
    guard case .string(let name) = token.kind else {
      throw fail("expected the name of a class in quotes, such as 'NSNumber'", at: token.offset)
    }
    index += 1
    try expect(.closeParenthesis, "behind CAST")
    return SyntaxExpression(.cast(operand, className: name), at: offset)
  }

  private mutating func ternary(at offset: Int) throws(PredicateError) -> SyntaxExpression {
    let condition = try predicate()
    try expect(.comma, "behind the predicate of TERNARY")
    let first = try expression()
    try expect(.comma, "behind the first value of TERNARY")
    let second = try expression()
    try expect(.closeParenthesis, "behind TERNARY")
    return SyntaxExpression(.ternary(condition, first, second), at: offset)
  }
}
