import CommandLineKit
import JSON

/// A value given to a property among the words: `key=value`, `key:=JSON`, or `key=` to clear.
struct Assignment: ArgumentValue, Hashable {
  /// How the value was written.
  enum Given: Hashable {
    /// As text, which the property's type reads; empty to clear.
    case text(String)
    /// As JSON.
    case json(JSONValue)
  }

  /// The property's name.
  let key: String
  /// What it is to be.
  let given: Given

  /// Reads a word: the first `=` ends the key, and a `:` before it says that JSON follows.
  init(argument: String) throws(InvalidArgument) {
    let bytes = argument.utf8
    guard let sign = bytes.firstIndex(of: UInt8(ascii: "=")), sign > bytes.startIndex else {
      throw InvalidArgument(
        "\(argument.quoted) gives no property a value", mend: "write name=value or name:=JSON")
    }
    let value = String(argument[bytes.index(after: sign)...])
    let last = bytes.index(before: sign)
    guard bytes[last] == UInt8(ascii: ":") else {
      key = String(argument[..<sign])
      given = .text(value)
      return
    }
    guard last > bytes.startIndex else {
      throw InvalidArgument(
        "\(argument.quoted) names no property", mend: "write name=value or name:=JSON")
    }
    key = String(argument[..<last])
    do {
      given = .json(try JSONParser.parse(value))
    } catch {
      throw InvalidArgument(
        "what follows '\(key):=' is not JSON, in column \(error.column): \(error.reason)")
    }
  }
}
