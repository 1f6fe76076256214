/// Where and why a text is not JSON.
public struct JSONError: Error, Hashable {
  /// The line of the fault, from 1; lines end with `\n`.
  public let line: Int

  /// The column of the fault within its line, from 1, counted in Unicode scalars (each byte of what is
  /// not UTF-8 may count as one).
  public let column: Int

  /// The fault's offset in bytes from the start of the text, from 0.
  public let offset: Int

  /// What is wrong there.
  public let reason: Reason

  /// What can be wrong with a text.
  public enum Reason: Sendable, Hashable {
    /// Something else should stand here; `found` is one character, `expected` a phrase.
    case unexpected(found: String, expected: String)
    /// The text ends where something should stand.
    case unexpectedEnd(expected: String)
    /// The bytes are not UTF-8.
    case invalidUTF8
    /// A control character stands in a string without an escape.
    case controlCharacter(UInt8)
    /// A backslash is followed by what is no escape.
    case invalidEscape(String)
    /// An escape gives half of a surrogate pair without the other half.
    case loneSurrogate(String)
    /// A number begins with a zero that other digits follow.
    case leadingZero
    /// An object has two members of one name.
    case duplicateName(String)
    /// Arrays and objects are nested deeper than the limit.
    case tooDeep(limit: Int)
  }

  init(_ reason: Reason, at offset: Int, in text: Span<UInt8>) {
    var line = 1
    var column = 1
    for place in 0..<min(offset, text.count) {
      let byte = text[place]
      if byte == UInt8(ascii: "\n") {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    // A byte order mark stands before the first column.
    if line == 1, offset >= 3, JSONCursor.beginsWithByteOrderMark(text) { column -= 1 }
    self.line = line
    self.column = column
    self.offset = offset
    self.reason = reason
  }
}

extension JSONError: CustomStringConvertible {
  /// The place and the reason, such as `line 2, column 7: expected a value, found “]”`.
  public var description: String { "line \(line), column \(column): \(reason)" }
}

extension JSONError.Reason: CustomStringConvertible {
  /// The reason as a phrase.
  public var description: String {
    switch self {
    case .unexpected(let found, let expected): "expected \(expected), found “\(visible(found))”"
    case .unexpectedEnd(let expected): "expected \(expected), but the text ends"
    case .invalidUTF8: "the bytes are not UTF-8"
    case .controlCharacter(let byte):
      "a control character (\(byte)) in a string must be escaped as \\u00\(byte < 16 ? "0" : "")"
        + String(byte, radix: 16)
    case .invalidEscape(let escape): "“\(visible(escape))” is no escape sequence"
    case .loneSurrogate(let escape):
      "“\(escape)” is half of a surrogate pair without the other half"
    case .leadingZero: "a number must not begin with a zero that other digits follow"
    case .duplicateName(let name): "the member “\(visible(name))” comes twice in one object"
    case .tooDeep(let limit): "arrays and objects are nested deeper than \(limit) levels"
    }
  }

  /// The text with its control characters shown as escapes, so that a message stays on one line.
  private func visible(_ text: String) -> String {
    var visible = ""
    for scalar in text.unicodeScalars {
      if scalar.properties.generalCategory == .control {
        visible += scalar.escaped(asASCII: true)
      } else {
        visible.unicodeScalars.append(scalar)
      }
    }
    return visible
  }
}
