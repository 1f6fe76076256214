import Model
import PredicateSupport
import Predicates
import TestSupport

/// Something that must never be.
package struct Violation: Error, CustomStringConvertible {
  package var description: String

  init(_ description: String) {
    self.description = description
  }
}

/// Makes format strings, and holds the library to what it promises of each.
package struct FormatFuzzer {
  private var random: SplitMix64
  private var generator: PredicateGenerator
  /// Formats from which others are made: the known ones, and of those made some that parsed.
  private var corpus: [Format]
  /// What came of the formats.
  package private(set) var tally = Tally()

  /// A text, and with what it is parsed.
  package struct Format: Sendable {
    package var text: String
    var entity = "entry"
    var arguments: [Argument] = []
    var variables: [String: Argument] = ["x": .value(.int(3))]
  }

  /// How many formats there were, and what came of them.
  package struct Tally: CustomStringConvertible, Sendable {
    package var formats = 0
    package var parsed = 0
    package var evaluated = 0
    /// Refusals by kind.
    package var refused: [String: Int] = [:]

    package var description: String {
      let kinds = refused.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
      return "\(formats) formats, \(parsed) parsed, \(evaluated) evaluations, refused: "
        + kinds.joined(separator: ", ")
    }
  }

  /// How long one format may take; a pattern may use all of its bounded work for each record.
  package static let secondsLimit = 60.0
  /// How much memory all may take.
  package static let megabytesLimit = 1024
  private static let corpusLimit = 4000

  /// Makes a fuzzer whose formats are all of one seed.
  package init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    generator = PredicateGenerator(random: SplitMix64(seed: seed &+ 1))
    corpus = PredicateCase.all.map {
      Format(
        text: $0.format, entity: $0.entity, arguments: $0.arguments,
        variables: $0.variables.isEmpty ? ["x": .value(.int(3))] : $0.variables)
    }
    corpus += SortCase.all.map { Format(text: $0.keys, entity: $0.entity) }
  }

  // MARK: - Formats

  /// Another format.
  package mutating func next() -> Format {
    var format = Format(text: "")
    switch random.below(20) {
    case 0, 1, 2: format.text = generator.predicate(1 + random.below(4))
    case 3: format.text = bytes()
    case 4: format.text = nested()
    case 5: format.text = words(random.below(24))
    default: format = pick(corpus)
    }
    for _ in 0..<[0, 1, 1, 1, 2, 4][random.below(6)] { format.text = changed(format.text) }
    if random.below(8) == 0 {
      format.arguments = (0..<random.below(4)).map { _ in pick(Self.arguments) }
    }
    if format.text.utf8.count > 20_000 { format.text = String(format.text.prefix(10_000)) }
    return format
  }

  private mutating func pick<T>(_ choices: [T]) -> T { choices[random.below(choices.count)] }

  /// Words and signs of the language, and some that are almost.
  private static let tokens = [
    "mood", "text", "media", "tags", "author", "SELF", "rating", "creationTime", "lastName",
    "width",
    "(", ")", "{", "}", "[", "]", ",", ".", "@count", "@max", "@sum", "@avg", "@min", "@", "%@",
    "%K", "%d", "%f", "%lld", "%", "$x", "$", "$x.width", "ANY", "ALL", "NONE", "SOME", "NOT", "!",
    "AND", "&&", "OR", "||", "IN", "BETWEEN", "CONTAINS", "BEGINSWITH", "ENDSWITH", "LIKE",
    "MATCHES", "[c]", "[cd]", "[n]", "[l]", "=", "==", "!=", "<>", "<", "<=", "=<", ">", ">=", "=>",
    "+", "-", "*", "/", "**", ":=", "'a'", "\"b\"", "''", "'", "\"", "#", "#size", "#\"a b\"", "4",
    "-4", "4.5", "0x1F", "0o17", "0b11", "0x", "1e", "1e999", "9223372036854775807",
    "9223372036854775808", "1e-400", "nil", "NULL", "YES", "NO", "TRUE", "TRUEPREDICATE",
    "FALSEPREDICATE", "SUBQUERY(", "SUBQUERY(media, $x, $x.width > 1)", "CAST(", "CAST(mood, ",
    "'NSString')", "TERNARY(", "abs(", "sum(", "add:to:(", "now()", "random()", "FUNCTION(",
    "FETCH(",
    "UNION", "FIRST", "LAST", "SIZE", "[FIRST]", "[SIZE]", "[0]", "[-1]", "asc", "desc",
    "localized", "\\", "\\n", "\u{0}", "\u{301}", "é", "e\u{301}", "👩‍👩‍👧", "日記", "\u{202E}", "ı",
    "'(a+)+$'", "'(a|a)*b'", "'*a*a*a*a*b'", "'\\\\1'", "'[z-a]'", "'(?<=a)b'", "firstLetter(text)",
    "day(creationTime)", "tags(text, tags)", "title(text)", "folded(text)", " ", "\n", "\t",
  ]

  private mutating func words(_ count: Int) -> String {
    (0..<count).map { _ in pick(Self.tokens) }
      .joined(separator: random.below(3) == 0 ? "" : " ")
  }

  private mutating func bytes() -> String {
    let count = random.below(200)
    let bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    // A command's words reach the parser with what is no UTF-8 replaced.
    return String(decoding: bytes, as: UTF8.self)
  }

  /// One sign or word over and over: what nests must be refused before the stack ends.
  private mutating func nested() -> String {
    let opening = pick([
      "(", "{", "[", "NOT ", "!", "-", "abs(", "SUBQUERY(media, $x, ", "TERNARY(", "CAST(", "((",
      "+",
      "mood + ", "mood AND ", "author.", "1 ** ", "{1, ", "ANY ", "#", "@", "'", "mood[",
    ])
    let count = [10, 90, 101, 500, 3000][random.below(5)]
    let text = String(repeating: opening, count: count) + pick(["", "mood", "mood = 1", "1"])
    return random.below(2) == 0
      ? text : text + String(repeating: pick([")", "]", "}"]), count: count)
  }

  /// A format with one change: tokens taken out, doubled, exchanged or put in, or a byte.
  private mutating func changed(_ text: String) -> String {
    var pieces = Self.pieces(of: text)
    let place = random.below(pieces.count + 1)
    switch random.below(9) {
    case 0 where place < pieces.count: pieces.remove(at: place)
    case 1 where place < pieces.count: pieces.insert(pieces[place], at: place)
    case 2 where place < pieces.count: pieces.swapAt(place, random.below(pieces.count))
    case 3 where place < pieces.count: pieces[place] = pick(Self.tokens)
    case 4:
      let other = Self.pieces(of: pick(corpus).text)
      let start = random.below(other.count + 1)
      pieces.insert(contentsOf: other[start...].prefix(random.below(8)), at: place)
    case 5: pieces = ["(", text, ")", " ", pick(["AND", "OR"]), " ", "(", pick(corpus).text, ")"]
    case 6: pieces = Array(pieces[..<place])
    case 7:
      var bytes = Array(text.utf8)
      if !bytes.isEmpty {
        bytes[random.below(bytes.count)] = UInt8(truncatingIfNeeded: random.next())
      }
      return String(decoding: bytes, as: UTF8.self)
    default: pieces.insert(pick(Self.tokens), at: place)
    }
    return pieces.joined()
  }

  /// A format in runs of letters and digits, blanks, and single signs.
  private static func pieces(of text: String) -> [String] {
    var pieces: [String] = []
    var isWord = false
    for scalar in text.unicodeScalars {
      let continues = scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
      if continues, isWord {
        pieces[pieces.count - 1].unicodeScalars.append(scalar)
      } else {
        pieces.append(String(scalar))
      }
      isWord = continues
    }
    return pieces
  }

  // MARK: - What must hold

  private static let arguments: [Argument] = [
    .value(.int(4)), .value(.string("' OR TRUEPREDICATE OR '")),
    .list([.value(.int(1)), .value(.null)]),
    .keyPath("author.lastName"), .value(.double(2.5)), .record(Library.id("e03")),
  ]

  /// Holds the library to what it promises of a format.
  ///
  /// - Throws: `Violation`.
  package mutating func check(_ format: Format) throws {
    tally.formats += 1
    try checkPredicate(format)
    try checkOthers(format)
  }

  private mutating func checkPredicate(_ format: Format) throws {
    let (text, entity) = (format.text, format.entity)
    let library = Library.shared
    let predicate: Predicate
    do throws(PredicateError) {
      predicate = try Predicate(
        parsing: text, arguments: format.arguments, variables: format.variables, entity: entity,
        model: library.model)
    } catch {
      return try refuse(error, text)
    }
    tally.parsed += 1
    if corpus.count < Self.corpusLimit, random.below(20) == 0 { corpus.append(format) }
    let again: Predicate
    do throws(PredicateError) {
      again = try Predicate(parsing: predicate.text, entity: entity, model: library.model)
    } catch {
      // The limits on nesting count what was written: what is printed may have a bracket more.
      if error.message.contains("nested") || error.message.contains("operators") { return }
      throw Violation("\(text.debugDescription) is printed as \(predicate.text): \(error)")
    }
    guard again == predicate, again.text == predicate.text else {
      throw Violation("\(text.debugDescription): \(predicate.text) is parsed as \(again.text)")
    }
    let bound = predicate.binding(now: Moment(microseconds: 1_764_490_353_120_450), random: 7)
    let negated = bound.negated
    for name in (library.names[entity] ?? []).prefix(4) {
      let id = Library.id(name)
      do {
        tally.evaluated += 1
        let answer = try bound.matches(id, library.read)
        guard try negated.matches(id, library.read) != answer else {
          throw Violation("\(predicate.text) and its negation are both \(answer) for \(name)")
        }
      } catch let error as PredicateError {
        guard [.limit, .regex, .clock].contains(error.kind) else {
          throw Violation("\(predicate.text) is not evaluated: \(error)")
        }
        return
      }
    }
  }

  private mutating func checkOthers(_ format: Format) throws {
    let (text, entity) = (format.text, format.entity)
    let model = Library.shared.model
    do throws(PredicateError) {
      let expression = try Expression(
        parsing: text, arguments: format.arguments, entity: entity, model: model)
      let again = try Expression(parsing: expression.text, entity: entity, model: model)
      guard again == expression else {
        throw PredicateError(.parse, "VIOLATION \(expression.text) is parsed as \(again.text)")
      }
    } catch {
      if error.message.hasPrefix("VIOLATION") {
        throw Violation("\(text.debugDescription): \(error)")
      }
    }
    do throws(PredicateError) {
      _ = try SortDescriptor.list(parsing: text, entity: entity, model: model)
    } catch {
      try refuse(error, text)
    }
  }

  private mutating func refuse(_ error: PredicateError, _ text: String) throws {
    tally.refused[error.kind.rawValue, default: 0] += 1
    // A fault has its place, one sign behind the last at the most.
    guard let column = error.column, (1...text.count + 1).contains(column) else {
      throw Violation("\(text.debugDescription) is refused without a place: \(error)")
    }
    guard !error.message.isEmpty else { throw Violation("\(text.debugDescription): no message") }
  }
}
