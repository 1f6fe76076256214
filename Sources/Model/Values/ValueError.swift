/// Why a text or a JSON value is no value of a type.
public struct ValueError: Error, Hashable, Sendable {
  /// What would do, as a phrase such as `a whole number of 64 bits`.
  public var expected: String
  /// What was there instead, shortened where it is long.
  public var found: String

  /// Says what was expected and what was found.
  public init(expected: String, found: String) {
    self.expected = expected
    self.found = found
  }

  /// Says what was expected in place of a text, which is quoted and shortened.
  public init(expected: String, insteadOf text: String) {
    self.init(expected: expected, found: "“\(text.shortened)”")
  }
}

extension ValueError: CustomStringConvertible {
  /// Both, as in `expected a whole number of 64 bits, found 4.0`.
  public var description: String { "expected \(expected), found \(found)" }
}

extension String {
  /// The first 60 scalars in one line, with an ellipsis where there are more.
  var shortened: String {
    var text = ""
    for (offset, scalar) in unicodeScalars.enumerated() {
      guard offset < 60 else { return text + "…" }
      text.unicodeScalars.append(
        scalar.properties.generalCategory == .control ? "\u{FFFD}" : scalar)
    }
    return text
  }
}
