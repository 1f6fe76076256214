/// How many columns text takes on a terminal.
///
/// Terminals disagree about rare scripts; this follows what most do: wide and fullwidth characters
/// (Unicode Standard Annex #11) and emoji take two columns, combining marks, joiners and control
/// characters none, everything else one. Characters of ambiguous width take one.
extension Unicode.Scalar {
  /// Columns of the scalar by itself: 0, 1 or 2.
  public var displayWidth: Int {
    if value < 0x7F { return value >= 0x20 ? 1 : 0 }
    if value < 0x300 { return value < 0xA0 ? 0 : 1 }
    // The vowels and finals of Hangul complete the leading consonant's two columns.
    if (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FF).contains(value) { return 0 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control, .lineSeparator, .paragraphSeparator,
      .surrogate:
      return 0
    default:
      return isWide || properties.isEmojiPresentation ? 2 : 1
    }
  }

  /// East Asian Width W or F, apart from emoji, with the annex's defaults for code points that are
  /// not yet assigned in ideographic blocks and planes.
  private var isWide: Bool {
    guard value >= 0x1100 else { return false }
    return switch value {
    case 0x1100...0x115F: true  // leading consonants of Hangul
    case 0x2329...0x232A: true  // angle brackets
    case 0x2E80...0x303E: true  // radicals, ideographic punctuation
    case 0x3041...0x3247: true  // kana, bopomofo, enclosed letters
    case 0x3250...0xA4CF: true  // enclosed and compatibility forms, ideographs, hexagrams, Yi
    case 0xA960...0xA97C: true  // old Hangul
    case 0xAC00...0xD7A3: true  // Hangul syllables
    case 0xF900...0xFAFF: true  // compatibility ideographs
    case 0xFE10...0xFE19: true  // vertical forms
    case 0xFE30...0xFE6B: true  // compatibility and small forms
    case 0xFF01...0xFF60: true  // fullwidth letters
    case 0xFFE0...0xFFE6: true  // fullwidth signs
    case 0x16FE0...0x18DF2: true  // Tangut, Khitan
    case 0x1AFF0...0x1B2FB: true  // kana supplements, Nushu
    case 0x1F200...0x1F265: true  // enclosed ideographs
    case 0x20000...0x2FFFD: true  // supplementary ideographs
    case 0x30000...0x3FFFD: true  // tertiary ideographs
    default: false
    }
  }
}

extension Character {
  /// Columns of the whole cluster.
  public var displayWidth: Int {
    let scalars = unicodeScalars
    guard let first = scalars.first else { return 0 }
    if scalars.count == 1 { return first.displayWidth }
    if first.value < 0x20 { return 0 }
    var width = 0
    for scalar in scalars {
      // The emoji selector asks for the wide picture of a narrow sign. A picture made of several,
      // by joiners, skin tones or a flag's two letters, is one picture.
      if scalar.value == 0xFE0F || scalar.properties.isEmojiPresentation { return 2 }
      width += scalar.displayWidth
    }
    return width
  }
}

extension StringProtocol {
  /// Columns of the text on one line.
  ///
  /// O(n).
  public var displayWidth: Int {
    var columns = 0
    for byte in utf8 {
      guard byte < 0x7F else { return reduce(0) { $0 + $1.displayWidth } }
      if byte >= 0x20 { columns += 1 }
    }
    return columns
  }

  /// The text cut to `width` columns, with `ellipsis` in place of what is left out.
  ///
  /// No cluster is split; where a wide one does not fit, the result is a column narrower. Where not
  /// even the ellipsis fits, the result is empty. Costs no more than the part shown.
  public func truncated(toWidth width: Int, ellipsis: String = "…") -> String {
    let room = width - ellipsis.displayWidth
    var used = 0
    var index = startIndex
    // The last place where the ellipsis still fits.
    var cut = startIndex
    while index < endIndex {
      let columns = self[index].displayWidth
      if used + columns > width {
        return room < 0 ? "" : self[..<cut] + ellipsis
      }
      used += columns
      formIndex(after: &index)
      if used <= room { cut = index }
    }
    return String(self)
  }

  /// The text followed by blanks up to `width` columns; longer text stays as it is.
  public func padded(toWidth width: Int) -> String {
    String(self) + String(repeating: " ", count: Swift.max(0, width - displayWidth))
  }

  /// The text with every control character but tab and line feed made visible, so that what was
  /// once stored or imported cannot steer the terminal: `ESC` is shown as `␛`.
  ///
  /// The invisible characters that reorder text (bidirectional overrides and isolates) are shown by
  /// U+FFFD. Text without any is returned as it is.
  public var terminalSafe: String {
    func picture(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
      switch scalar.value {
      case 0x09, 0x0A: nil
      case 0x00...0x1F: Unicode.Scalar(0x2400 + scalar.value)
      case 0x7F: "\u{2421}"
      case 0x80...0x9F, 0x202A...0x202E, 0x2066...0x2069: "\u{FFFD}"
      default: nil
      }
    }
    guard unicodeScalars.contains(where: { picture($0) != nil }) else { return String(self) }
    var safe = String.UnicodeScalarView()
    for scalar in unicodeScalars { safe.append(picture(scalar) ?? scalar) }
    return String(safe)
  }
}
