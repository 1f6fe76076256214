import Collation

/// The letter under which a text stands in an index.
enum FirstLetter {
  /// The first grapheme, composed, in upper case, and of that the first grapheme: `é` gives `É`,
  /// `ß` gives `S`.
  ///
  /// Empty for an empty text.
  static func of(_ text: String) -> String {
    let units = text.utf8Span.span
    guard units.count > 0 else { return "" }
    // Two ASCII signs are two graphemes, but for a line break.
    if units[0] < 0x80, units[0] != 0x0D, units.count == 1 || units[1] < 0x80 {
      let unit = units[0] &- 0x61 < 26 ? units[0] & 0xDF : units[0]
      return String(Unicode.Scalar(unit))
    }
    guard let first = text.first else { return "" }
    let upper = Normalization.composed(String(first)).uppercased()
    return upper.first.map { Normalization.composed(String($0)) } ?? ""
  }
}
