import CommandLineKit
import Daybook
import JSON

/// What fills a placeholder of a predicate, as JSON: a scalar or an array, `{"date": …}`,
/// `{"key": "a.b"}` or `{"id": UUID}`.
///
/// Nothing in it is ever read as text of a predicate.
struct GivenArgument: ArgumentValue, Hashable {
  /// The JSON as it was given.
  let json: JSONValue

  /// Reads the whole of a word as JSON.
  init(argument: String) throws(InvalidArgument) {
    do {
      json = try JSONParser.parse(argument)
    } catch {
      // A word without quotes is what a shell most often makes of a text.
      let isBareWord = argument.first?.isLetter == true
      throw InvalidArgument(
        "\(argument.quoted) is not JSON, in column \(error.column): \(error.reason)",
        mend: isBareWord ? "a text needs quotes within quotes: '\"\(argument)\"'" : nil)
    }
    if let reason = Self.fault(of: json) { throw InvalidArgument(reason) }
  }

  /// Why a value can fill no placeholder, nil where it can.
  private static func fault(of json: JSONValue) -> String? {
    switch json {
    case .null, .bool, .string: return nil
    case .number(let number):
      return number.int == nil && number.double == nil
        ? "\(number.literal.quoted) is too large for a number" : nil
    case .array(let elements): return elements.lazy.compactMap(fault).first
    case .object(let members):
      guard members.count == 1, let member = members.first,
        ["date", "key", "id"].contains(member.key), let text = member.value.string
      else {
        return "\(json.compactDescription.quoted) is none of {\"date\": …}, {\"key\": …} and "
          + "{\"id\": …}"
      }
      return member.key == "id" && ObjectID(text) == nil ? "\(text.quoted) is no UUID" : nil
    }
  }

  /// The argument that is meant.
  ///
  /// - Parameter localMoment: Reads a moment that has no offset.
  func argument(_ localMoment: (String) throws -> Moment) throws -> Argument {
    try Self.argument(json, localMoment)
  }

  private static func argument(
    _ json: JSONValue, _ localMoment: (String) throws -> Moment
  ) throws -> Argument {
    switch json {
    case .null: return .value(.null)
    case .bool(let value): return .value(.bool(value))
    case .string(let value): return .value(.string(value))
    case .number(let number):
      if let int = number.int { return .value(.int(int)) }
      return .value(number.double.map(Value.double) ?? .null)
    case .array(let elements): return .list(try elements.map { try argument($0, localMoment) })
    case .object(let members):
      if let text = members["date"]?.string {
        return .value(.date(try Moment(rfc3339: text) ?? localMoment(text)))
      }
      if let path = members["key"]?.string { return .keyPath(path) }
      if let id = members["id"]?.string.flatMap({ ObjectID($0) }) { return .record(id) }
      return .value(.null)
    }
  }
}

/// The value of a predicate's variable: `NAME=JSON`.
struct GivenVariable: ArgumentValue, Hashable {
  /// The name, without the sign that stands before it in the predicate.
  let name: String
  /// The value.
  let value: GivenArgument

  /// Reads a word: the first `=` ends the name.
  init(argument: String) throws(InvalidArgument) {
    let bytes = argument.utf8
    guard let sign = bytes.firstIndex(of: UInt8(ascii: "=")) else {
      throw InvalidArgument(
        "\(argument.quoted) gives no variable a value", mend: "write NAME=JSON")
    }
    let written = argument[..<sign]
    name = String(written.hasPrefix("$") ? written.dropFirst() : written)
    if name.isEmpty {
      throw InvalidArgument("\(argument.quoted) names no variable", mend: "write NAME=JSON")
    }
    value = try GivenArgument(argument: String(argument[bytes.index(after: sign)...]))
  }
}

/// A predicate with what fills its placeholders and variables, as the words of a command give them.
struct PredicateOptions: ParameterTable {
  /// The predicate's text.
  var predicate: String?
  /// What fills its placeholders, in order.
  var arguments: [GivenArgument] = []
  /// What its variables stand for.
  var variables: [GivenVariable] = []

  static let parameters: [Parameter<Self>] = [
    .option("--where", \.predicate, "PREDICATE", help: "Only those that match"),
    .option(
      "--arg", \.arguments, "JSON",
      help: "What fills the next placeholder: JSON, {\"date\":…}, {\"key\":…} or {\"id\":…}"),
    .option("--var", \.variables, "NAME=JSON", help: "What a variable stands for"),
  ]

  /// Whether nothing was given.
  var isEmpty: Bool { predicate == nil && arguments.isEmpty && variables.isEmpty }

  /// The arguments and variables that are meant.
  ///
  /// - Throws: A failure of usage where they are given without a predicate, or one twice.
  func resolved(
    in session: Session
  ) throws -> (arguments: [Argument], variables: [String: Argument]) {
    if predicate == nil, !isEmpty {
      throw CommandFailure.usage("--arg and --var fill a predicate, and there is no --where")
    }
    var resolved: [String: Argument] = [:]
    for variable in variables {
      let value = try variable.value.argument(session.localMoment)
      guard resolved.updateValue(value, forKey: variable.name) == nil else {
        throw CommandFailure.usage("the variable \(variable.name.inQuotes) is given two values")
      }
    }
    return (try arguments.map { try $0.argument(session.localMoment) }, resolved)
  }
}
