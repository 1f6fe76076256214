import JSON
import Model
import PredicateSupport
import Predicates
import Testing

extension PredicateCase: CustomTestStringConvertible {
  /// The case's name and its text.
  public var testDescription: String { "\(name): \(format)" }
}

@Suite struct KnownAnswerTests {
  static let now = Moment(microseconds: 1_764_490_353_120_450)

  @Test(arguments: PredicateCase.all)
  func `a predicate finds what it must and its negation the rest`(example: PredicateCase) throws {
    let library = Library.shared
    if let kind = example.error {
      let error = #expect(throws: PredicateError.self) { try example.predicate() }
      #expect(error?.kind.rawValue == kind)
      #expect(error?.column != nil)
      return
    }
    let predicate = try example.predicate().binding(now: Self.now)
    let negated = predicate.negated
    let names = library.names[example.entity] ?? []
    let found = try names.filter { try predicate.matches(Library.id($0), library.read) }
    let rest = try names.filter { try negated.matches(Library.id($0), library.read) }
    #expect(found == example.expected)
    #expect(rest == names.filter { !example.expected.contains($0) })
  }

  @Test(arguments: PredicateCase.all.filter { $0.error == nil })
  func `the canonical spelling is parsed to the same predicate`(example: PredicateCase) throws {
    let predicate = try example.predicate()
    let again = try Predicate(
      parsing: predicate.text, entity: example.entity, model: Library.shared.model)
    #expect(again == predicate)
    #expect(again.text == predicate.text)
  }
}

@Suite struct OddWorldTests {
  static let questions: [(text: String, answer: [String]?)] =
    OddWorld.questions.split(separator: "\n").map { line in
      guard let row = try? JSONParser.parse(String(line)).array else {
        preconditionFailure("no question: \(line)")
      }
      return (row[0].string ?? "", row[1].array.map { $0.map { "n\($0.int ?? 0)" } })
    }

  @Test(arguments: questions)
  func `an odd text is found or refused`(text: String, answer: [String]?) throws {
    guard let answer else {
      #expect(throws: PredicateError.self) { try Library.odd.matching(text, "note") }
      return
    }
    #expect(try Library.odd.matching(text, "note") == answer)
    let rest = try Library.odd.matching("NOT (\(text))", "note")
    #expect(Set(rest).union(answer).count == 8)
    #expect(rest.count + answer.count == 8)
  }

  @Test func `a dotted name comes through a placeholder too`() throws {
    #expect(try Library.odd.matching("%K == 'CA'", "note", [.keyPath("us.state")]) == ["n6"])
    #expect(try Library.odd.matching("%K == 'x'", "note", [.keyPath("self")]) == ["n4"])
  }

  @Test func `LIKE is quick where a backtracking pattern would not be`() throws {
    let text = String(repeating: "a", count: 40)
    let pattern = String(repeating: "*a", count: 12) + "*b"
    let arguments: [Argument] = [.value(.string(text)), .value(.string(pattern))]
    #expect(try Library.odd.matching("%@ LIKE %@", "note", arguments).isEmpty)
  }
}
