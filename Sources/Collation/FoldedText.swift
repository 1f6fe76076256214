/// Which differences between texts count for nothing.
public struct FoldingOptions: OptionSet, Sendable, Hashable {
  /// The options as bits.
  public let rawValue: UInt8

  /// Makes options of their bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Upper and lower case are one: full case folding, so that `ß` is `ss`; of no language, so that
  /// Turkish `ı` is never `i`.
  public static let caseInsensitive = FoldingOptions(rawValue: 1)
  /// Marks on Latin, Greek and Cyrillic letters count for nothing; those of other scripts, and
  /// letters of their own such as `ø`, `ł` and `æ`, stay what they are.
  public static let diacriticInsensitive = FoldingOptions(rawValue: 2)
}

/// A text in the form in which texts are compared and searched: its canonical decomposition, folded
/// as the options say.
///
/// Two texts are equal under the options where their forms are; one stands before another where its
/// form does, scalar by scalar, which is the order of the forms' UTF-8 bytes.
public struct FoldedText: Sendable, Hashable {
  /// Scalars; where one source scalar became several, all but the first carry `continuation`, since
  /// no match begins or ends inside of what was one letter.
  var scalars: [UInt32]
  /// Whether all scalars are ASCII.
  let isASCII: Bool
  /// Whether the text itself was ASCII, so that every place in it is a boundary.
  private let isPlain: Bool

  static let continuation: UInt32 = 1 << 31
  private static let mask: UInt32 = 0x1F_FFFF
  /// Marks are stripped from letters below this: Latin, Greek and Cyrillic.
  ///
  /// The bound is that of Core Foundation's folding (CFString.c), whose answers these are.
  static let endOfStrippedScripts: UInt32 = 0x510

  /// Folds a text.
  ///
  /// One pass; ASCII never reaches ICU.
  ///
  /// - Complexity: O(n), about 1 ns a byte of ASCII and 30 ns another scalar.
  public init(_ text: String, _ options: FoldingOptions = []) {
    let units = text.utf8Span.span
    var scalars: [UInt32] = []
    scalars.reserveCapacity(units.count)
    var isASCII = true
    let foldsCase = options.contains(.caseInsensitive)
    for index in units.indices {
      let unit = units[index]
      guard unit < 0x80 else {
        isASCII = false
        break
      }
      let isUpper = foldsCase && unit &- 0x41 < 26
      scalars.append(UInt32(isUpper ? unit | 0x20 : unit))
    }
    isPlain = isASCII
    if !isASCII {
      scalars = Self.folded(Normalization.decomposed(text), options)
      isASCII = scalars.allSatisfy { $0 & Self.mask < 0x80 }
    }
    self.scalars = scalars
    self.isASCII = isASCII
  }

  private static func folded(_ decomposed: [UInt32], _ options: FoldingOptions) -> [UInt32] {
    guard !options.isEmpty else { return decomposed }
    let foldsCase = options.contains(.caseInsensitive)
    let strips = options.contains(.diacriticInsensitive)
    var folded: [UInt32] = []
    folded.reserveCapacity(decomposed.count)
    var baseIsStripped = false
    for scalar in decomposed {
      if scalar < 0x80 {
        baseIsStripped = strips
        folded.append(foldsCase && scalar &- 0x41 < 26 ? scalar | 0x20 : scalar)
        continue
      }
      if strips {
        if CharacterData.isMark(scalar) {
          if baseIsStripped { continue }
        } else {
          baseIsStripped = scalar < endOfStrippedScripts
        }
      }
      guard foldsCase else {
        folded.append(scalar)
        continue
      }
      let start = folded.count
      CharacterData.appendCaseFolding(of: scalar, to: &folded)
      // A folding can be a composed letter again.
      if folded.count == start + 1 {
        let single = folded.removeLast()
        CharacterData.appendDecomposition(of: single, to: &folded)
      }
      if CharacterData.isMark(scalar), start > 0 {
        for index in start..<folded.count { folded[index] |= continuation }
      } else {
        for index in folded.indices[start...].dropFirst()
        where !CharacterData.isMark(folded[index]) {
          folded[index] |= continuation
        }
      }
    }
    return folded
  }

  /// The letter under the marks of a composed one where it is one whose marks are stripped, else
  /// the scalar itself.
  static func stripped(_ scalar: UInt32) -> UInt32 {
    guard scalar >= 0xC0 else { return scalar }
    var decomposition: [UInt32] = []
    CharacterData.appendDecomposition(of: scalar, to: &decomposition)
    guard let base = decomposition.first, base < endOfStrippedScripts else { return scalar }
    return base
  }

  /// Whether there is no scalar.
  public var isEmpty: Bool { scalars.isEmpty }

  /// Whether both forms have the same scalars, wherever they came from.
  public static func == (left: FoldedText, right: FoldedText) -> Bool {
    left.scalars.count == right.scalars.count
      && left.scalars.indices.allSatisfy {
        left.scalars[$0] & mask == right.scalars[$0] & mask
      }
  }

  /// Hashes what equality compares.
  public func hash(into hasher: inout Hasher) {
    for scalar in scalars { hasher.combine(scalar & Self.mask) }
  }

  /// The UTF-8 bytes of the form.
  public var utf8: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(scalars.count)
    scalars.map { $0 & Self.mask }.appendUTF8(to: &bytes)
    return bytes
  }

  /// Negative where `left` stands before `right`, zero where they are equal, positive otherwise.
  public static func compare(_ left: FoldedText, _ right: FoldedText) -> Int {
    for index in 0..<min(left.scalars.count, right.scalars.count) {
      let (one, other) = (left.scalars[index] & mask, right.scalars[index] & mask)
      if one != other { return one < other ? -1 : 1 }
    }
    return left.scalars.count - right.scalars.count
  }

  // MARK: Search

  /// Whether `needle` stands somewhere in the text: never where the needle is empty, never inside
  /// of a letter with its marks, a joined emoji, or what one letter was folded into.
  public func contains(_ needle: FoldedText) -> Bool {
    let count = needle.scalars.count
    guard count > 0, count <= scalars.count else { return false }
    let first = needle.scalars[0] & Self.mask
    for start in 0...(scalars.count - count)
    where scalars[start] & Self.mask == first && matches(needle, at: start) {
      return true
    }
    return false
  }

  /// Whether the text begins with `needle`, under the rules of ``contains(_:)``.
  public func hasPrefix(_ needle: FoldedText) -> Bool {
    !needle.isEmpty && needle.scalars.count <= scalars.count && matches(needle, at: 0)
  }

  /// Whether the text ends with `needle`, under the rules of ``contains(_:)``.
  public func hasSuffix(_ needle: FoldedText) -> Bool {
    !needle.isEmpty && needle.scalars.count <= scalars.count
      && matches(needle, at: scalars.count - needle.scalars.count)
  }

  private func matches(_ needle: FoldedText, at start: Int) -> Bool {
    for offset in needle.scalars.indices
    where scalars[start + offset] & Self.mask != needle.scalars[offset] & Self.mask {
      return false
    }
    return isBoundary(start) && isEnd(start + needle.scalars.count)
  }

  /// Whether a letter begins at a place.
  private func isBoundary(_ index: Int) -> Bool {
    guard !isPlain, index > 0, index < scalars.count else { return true }
    let scalar = scalars[index]
    return scalar & Self.continuation == 0 && !CharacterData.isExtending(scalar)
  }

  /// Whether a match can end at a place: where it takes the joiner of an emoji (UAX #29, GB11) or
  /// of an Indic conjunct (GB9c), it takes what is joined too.
  ///
  /// Members of a joined emoji are found.
  private func isEnd(_ index: Int) -> Bool {
    guard isBoundary(index) else { return false }
    guard !isPlain, index > 0, index < scalars.count else { return true }
    let before = scalars[index - 1] & Self.mask
    if before == 0x200D { return !CharacterData.isPictographic(scalars[index]) }
    if before >= 0x900, CharacterData.combiningClass(of: before) == 9 {
      return !CharacterData.isOtherLetter(scalars[index])
    }
    return true
  }
}
