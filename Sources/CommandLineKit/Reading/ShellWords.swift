/// Splits a line into words as a POSIX shell would where nothing is expanded: blanks separate,
/// quotes and backslashes keep (POSIX.1-2024 XCU 2.2).
public enum ShellWords {
  /// The words, or `nil` where a quote is not closed.
  public static func split(_ line: String) -> [String]? {
    var words: [String] = []
    var word: String?
    var quote: Unicode.Scalar?
    var isEscaped = false
    func extend(_ scalar: Unicode.Scalar) {
      word = word ?? ""
      word?.unicodeScalars.append(scalar)
    }
    for scalar in line.unicodeScalars {
      if isEscaped {
        isEscaped = false
        if quote == "\"", !"\"\\$`\n".unicodeScalars.contains(scalar) { extend("\\") }
        if scalar != "\n" { extend(scalar) }
        continue
      }
      switch (scalar, quote) {
      case ("\\", nil), ("\\", "\""):
        isEscaped = true
      case ("'", nil), ("\"", nil):
        quote = scalar
        word = word ?? ""
      case ("'", "'"), ("\"", "\""):
        quote = nil
      case (" ", nil), ("\t", nil), ("\n", nil):
        if let complete = word { words.append(complete) }
        word = nil
      default:
        extend(scalar)
      }
    }
    if quote != nil || isEscaped { return nil }
    if let complete = word { words.append(complete) }
    return words
  }
}
