package import JSON
import Model
package import Predicates

/// One line of ``PredicateCases``.
package struct PredicateCase: Sendable {
  package let name: String
  package let entity: String
  package let format: String
  package let expected: [String]
  package let error: String?
  package let arguments: [Argument]
  package let variables: [String: Argument]
  /// The arguments and variables in the forms of the command line, records by their names.
  package let words: JSONValue

  package static let all: [PredicateCase] = PredicateCases.lines.split(separator: "\n").map {
    line in
    guard let row = try? JSONParser.parse(String(line)).array else {
      preconditionFailure("no case: \(line)")
    }
    let answer = row[3].string ?? ""
    let extra: JSONValue = row.count > 4 ? row[4] : [:]
    var variables: [String: Argument] = [:]
    for (name, value) in extra["variables"]?.object ?? [:] {
      variables[name] = Argument(world: value)
    }
    return PredicateCase(
      name: row[0].string ?? "", entity: row[1].string ?? "", format: row[2].string ?? "",
      expected: answer.hasPrefix("!") ? [] : answer.split(separator: " ").map(String.init),
      error: answer.hasPrefix("!") ? String(answer.dropFirst()) : nil,
      arguments: (extra["args"]?.array ?? []).map(Argument.init(world:)), variables: variables,
      words: extra)
  }

  package func predicate() throws(PredicateError) -> Predicate {
    try Predicate(
      parsing: format, arguments: arguments, variables: variables, entity: entity,
      model: Library.shared.model)
  }
}

/// One line of ``SortCases``.
package struct SortCase: Sendable {
  package let name: String
  package let entity: String
  package let keys: String
  package let expected: [String]
  package let input: [String]?

  package static let all: [SortCase] = SortCases.lines.split(separator: "\n").map { line in
    guard let row = try? JSONParser.parse(String(line)).array else {
      preconditionFailure("no case: \(line)")
    }
    let words = row.map { ($0.string ?? "").split(separator: " ").map(String.init) }
    return SortCase(
      name: row[0].string ?? "", entity: row[1].string ?? "", keys: row[2].string ?? "",
      expected: words[3], input: row.count > 4 ? words[4] : nil)
  }
}
