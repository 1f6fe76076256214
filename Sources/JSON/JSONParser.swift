/// Reads JSON texts strictly (RFC 8259).
///
/// A text is one value, in valid UTF-8, without comments, trailing commas, lone surrogates, or a member
/// name twice in one object. A byte order mark at the start is skipped.
///
/// - Complexity: linear in the text. The stack grows with the nesting, which is limited.
public enum JSONParser {
  /// How many arrays and objects may stand within each other.
  ///
  /// Reading, printing and freeing recurse, so that the limit keeps any text from exhausting a stack.
  public static let depthLimit = 512

  /// The value of a whole text of UTF-8.
  ///
  /// - Throws: ``JSONError`` with the place of the first fault.
  public static func parse(_ text: Span<UInt8>) throws(JSONError) -> JSONValue {
    var cursor = JSONCursor()
    if JSONCursor.beginsWithByteOrderMark(text) { cursor.offset = 3 }
    let value = try cursor.value(in: text)
    try cursor.end(of: text)
    return value
  }

  /// The value of a whole text of UTF-8.
  ///
  /// - Throws: ``JSONError`` with the place of the first fault.
  public static func parse(_ text: [UInt8]) throws(JSONError) -> JSONValue {
    try parse(text.span)
  }

  /// The value of a whole text of UTF-8, such as a line of a larger buffer; places in errors count from
  /// the start of the slice.
  ///
  /// - Throws: ``JSONError`` with the place of the first fault.
  public static func parse(_ text: ArraySlice<UInt8>) throws(JSONError) -> JSONValue {
    try parse(text.span)
  }

  /// The value of a whole text.
  ///
  /// - Throws: ``JSONError`` with the place of the first fault.
  public static func parse(_ text: String) throws(JSONError) -> JSONValue {
    try parse(text.utf8.span)
  }
}
