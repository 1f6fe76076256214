/// A text to search for, folded once and looked for in many others.
///
/// Where needle and text are ASCII, or a match lies in an ASCII part of the text, the answer comes
/// from the bytes as they are. Of others the loosest form rules out most (``LooseNeedle``); only where
/// the needle's may stand in a text is that folded as the options say, as far as it lies beside signs
/// that are not ASCII. The answers are those of ``FoldedText``.
public struct Needle: Sendable, Hashable {
  /// Which differences count for nothing.
  public let options: FoldingOptions
  /// The needle's form.
  public let folded: FoldedText
  /// The form's bytes where it is ASCII, else empty.
  private let ascii: [UInt8]
  /// The same, to be found fast; nil where it is empty.
  private let pattern: BytePattern?
  /// The loosest form of the needle; nil where it is empty.
  private let loose: LooseNeedle?
  /// Whether a text that is not ASCII can hold the needle where its bytes do not: some signs
  /// decompose to `K`, `;` and a grave accent alone, and with options many fold to ASCII.
  private let hidesInOtherScripts: Bool

  /// Folds a needle.
  public init(_ text: String, _ options: FoldingOptions = []) {
    self.options = options
    folded = FoldedText(text, options)
    ascii = folded.isASCII ? folded.utf8 : []
    pattern =
      ascii.isEmpty
      ? nil : BytePattern(ascii, foldingCase: options.contains(.caseInsensitive))
    loose = LooseNeedle(text, options)
    hidesInOtherScripts = !options.isEmpty || ascii.contains { "K;`".utf8.contains($0) }
  }

  /// Whether `text` equals the needle.
  public func equals(_ text: String) -> Bool {
    if folded.isASCII, options.isEmpty, text.hasSameBytes(as: string) { return true }
    return FoldedText(text, options) == folded
  }

  private var string: String { String(decoding: folded.utf8, as: UTF8.self) }

  /// Whether the needle stands in `text`; never where it is empty.
  ///
  /// - Complexity: O(n), about 0.2 ns a byte where the text is ASCII or has the needle in ASCII.
  public func isContained(in text: String) -> Bool {
    guard !folded.isEmpty else { return false }
    let bytes = unsafe text.utf8Span.span.bytes
    var isUncertain = false
    if let pattern {
      var start = 0
      while let place = pattern.firstPlace(in: bytes, from: start) {
        let end = place + ascii.count
        // What follows may be a mark, of what would be the needle's last letter.
        let isEnd = end == bytes.byteCount
        if unsafe isEnd || bytes.unsafeLoad(fromByteOffset: end, as: UInt8.self) < 0x80 {
          return true
        }
        isUncertain = true
        start = place + 1
      }
      guard isUncertain || hidesInOtherScripts else { return false }
    }
    if bytes.isASCII { return false }
    if let loose, !loose.mayStand(in: bytes) { return false }
    // ASCII alone does not have it, or has it before a mark: so it stands beside what is not ASCII.
    let part =
      folded.scalars.contains(0) ? text : Self.surroundings(in: bytes, folded.scalars.count)
    return FoldedText(part, options).contains(folded)
  }

  /// What is not ASCII in a text, with so many bytes of ASCII before and behind it at the least; a NUL
  /// stands for what is left out.
  private static func surroundings(in text: RawSpan, _ reach: Int) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(text.byteCount, 512))
    func append(_ range: Range<Int>) {
      for index in range {
        bytes.append(unsafe text.unsafeLoad(fromByteOffset: index, as: UInt8.self))
      }
    }
    var index = 0
    while index < text.byteCount {
      let end = text.endOfASCII(from: index)
      if (end - index) / 2 > reach {
        append(index..<index + reach)
        bytes.append(0)
        append(end - reach..<end)
      } else {
        append(index..<end)
      }
      index = end
      while index < text.byteCount {
        let unit = unsafe text.unsafeLoad(fromByteOffset: index, as: UInt8.self)
        if unit < 0x80 { break }
        bytes.append(unit)
        index += 1
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether `text` begins with the needle; never where it is empty.
  public func isPrefix(of text: String) -> Bool {
    guard !folded.isEmpty else { return false }
    guard !ascii.isEmpty else {
      return !text.isASCII && FoldedText(text, options).hasPrefix(folded)
    }
    let units = text.utf8Span.span
    let foldsCase = options.contains(.caseInsensitive)
    for index in ascii.indices {
      guard index < units.count else { return false }
      let unit = units[index]
      guard unit < 0x80 else { return FoldedText(text, options).hasPrefix(folded) }
      guard Self.folding(unit, foldsCase) == ascii[index] else { return false }
    }
    if ascii.count == units.count || units[ascii.count] < 0x80 { return true }
    return FoldedText(text, options).hasPrefix(folded)
  }

  /// Whether `text` ends with the needle; never where it is empty.
  public func isSuffix(of text: String) -> Bool {
    guard !folded.isEmpty else { return false }
    guard !ascii.isEmpty else {
      return !text.isASCII && FoldedText(text, options).hasSuffix(folded)
    }
    let units = text.utf8Span.span
    let foldsCase = options.contains(.caseInsensitive)
    for offset in 1...ascii.count {
      guard offset <= units.count else { return false }
      let unit = units[units.count - offset]
      guard unit < 0x80 else { return FoldedText(text, options).hasSuffix(folded) }
      guard Self.folding(unit, foldsCase) == ascii[ascii.count - offset] else { return false }
    }
    return true
  }

  @inline(__always)
  private static func folding(_ unit: UInt8, _ foldsCase: Bool) -> UInt8 {
    foldsCase && unit &- 0x41 < 26 ? unit | 0x20 : unit
  }
}

/// Compares and folds texts.
public enum Text {
  /// Negative where `left` stands before `right`, zero where they are canonically equivalent,
  /// positive otherwise: the order of the UTF-8 bytes of their canonical decompositions (NFD).
  public static func compare(_ left: String, _ right: String) -> Int {
    let one = left.utf8Span.span
    let other = right.utf8Span.span
    let count = min(one.count, other.count)
    var index = 0
    while index < count, one[index] == other[index] { index += 1 }
    if index == one.count, index == other.count { return 0 }
    // Decomposition moves nothing across an ASCII sign, and an equal beginning stays equal unless a
    // mark that follows it moves in.
    let isDecided =
      (index == one.count || one[index] < 0x80) && (index == other.count || other[index] < 0x80)
    if isDecided {
      if index == one.count { return -1 }
      if index == other.count { return 1 }
      return one[index] < other[index] ? -1 : 1
    }
    return FoldedText.compare(FoldedText(left), FoldedText(right))
  }

  /// A text folded for being found again: lower case, without marks on Latin, Greek and Cyrillic
  /// letters, composed (NFC).
  public static func folded(_ text: String) -> String {
    if text.utf8Span.isKnownASCII { return text.lowercased() }
    let form = FoldedText(text, [.caseInsensitive, .diacriticInsensitive])
    return Normalization.composed(String(decoding: form.utf8, as: UTF8.self))
  }

  /// A text folded scalar by scalar and not decomposed: what stands as one scalar stays one, so
  /// that patterns which count scalars count what is stored.
  public static func foldedInPlace(_ text: String, _ options: FoldingOptions) -> String {
    guard !options.isEmpty else { return text }
    if text.isASCII { return options.contains(.caseInsensitive) ? text.lowercased() : text }
    let foldsCase = options.contains(.caseInsensitive)
    let strips = options.contains(.diacriticInsensitive)
    var folded: [UInt32] = []
    var baseIsStripped = false
    folded.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      var value = scalar.value
      if value < 0x80 {
        baseIsStripped = true
        folded.append(foldsCase && value &- 0x41 < 26 ? value | 0x20 : value)
        continue
      }
      if strips, CharacterData.isMark(value) {
        if baseIsStripped { continue }
      } else if strips {
        value = FoldedText.stripped(value)
        baseIsStripped = value < FoldedText.endOfStrippedScripts
      }
      if foldsCase {
        let start = folded.count
        CharacterData.appendCaseFolding(of: value, to: &folded)
        // The folding of İ brings a mark of its own.
        if strips, baseIsStripped {
          folded.replaceSubrange(
            start..., with: folded[start...].filter { !CharacterData.isMark($0) })
        }
      } else {
        folded.append(value)
      }
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    folded.appendUTF8(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
