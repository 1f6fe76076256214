import _FoundationICU

/// An order of texts.
///
/// The order is that of the bytes of ``keyForm(of:)``, and two texts are equal in it where those
/// are: in memory, in a view and in an index alike.
public enum StringOrder: Sendable, Hashable {
  /// The UTF-8 bytes of the canonical decomposition: canonically equivalent texts are equal.
  case compare
  /// As `compare`, after full case folding: `Anna` and `anna` are equal.
  case caseInsensitive
  /// The order of a language (Unicode Technical Standard #10), as a dictionary has it.
  case localized(locale: String)
  /// As `localized`, with numbers in the text by their value: `item 2` before `item 10`.
  case localizedStandard(locale: String)
}

extension StringOrder {
  /// The language whose order it is, empty for the root's; nil where it is of none.
  public var locale: String? {
    switch self {
    case .compare, .caseInsensitive: nil
    case .localized(let locale), .localizedStandard(let locale): locale
    }
  }

  /// How many bytes of a key form count.
  ///
  /// They must fit into a key of LMDB together with two others.
  public static let keyFormLimit = 128

  /// The bytes by which a text is ordered, at most ``keyFormLimit``.
  ///
  /// - `compare`: the UTF-8 bytes of the text's NFD form.
  /// - `caseInsensitive`: the same of its folded form.
  /// - Localized orders: ICU's sort key with its final zero byte, then the text's own UTF-8 bytes,
  ///   so that texts the language takes for equal still have one order.
  ///
  /// Of a longer text only the beginning is read, so the cost is bounded.
  ///
  /// - Complexity: O(min(n, 512)); up to about a microsecond for a short text in a localized order,
  ///   tens of nanoseconds for an ASCII one in the others.
  public func keyForm(of text: String) -> [UInt8] {
    switch self {
    case .compare: Self.canonicalForm(of: text, foldingCase: false)
    case .caseInsensitive: Self.canonicalForm(of: text, foldingCase: true)
    case .localized, .localizedStandard: Collator.shared(for: self).keyForm(of: text)
    }
  }

  /// Lends the bytes of ``keyForm(of:)`` to `body`: those of the text itself where they are the same,
  /// as in most, and nothing is copied.
  public func withKeyForm<R>(of text: String, _ body: (Span<UInt8>) throws -> R) rethrows -> R {
    if case .compare = self, text.utf8.count <= Self.keyFormLimit {
      let units = text.utf8Span
      if units.isKnownASCII || Self.isASCII(units.span) { return try body(units.span) }
    }
    return try body(keyForm(of: text).span)
  }

  private static func isASCII(_ units: Span<UInt8>) -> Bool {
    var all: UInt8 = 0
    for index in units.indices { all |= units[index] }
    return all < 0x80
  }

  private static func canonicalForm(of text: String, foldingCase: Bool) -> [UInt8] {
    let units = text.utf8Span.span
    var bytes: [UInt8] = []
    let count = min(units.count, keyFormLimit)
    bytes.reserveCapacity(count)
    var isASCII = true
    for index in 0..<count {
      let unit = units[index]
      if unit >= 0x80 { isASCII = false }
      bytes.append(foldingCase && unit &- 0x41 < 26 ? unit | 0x20 : unit)
    }
    // What follows the last byte that counts can only move into it where it is a mark.
    if isASCII, units.count == count || units[count] < 0x80 { return bytes }
    bytes.removeAll(keepingCapacity: true)
    if foldingCase {
      // A scalar folds to no fewer bytes than one.
      bytes = FoldedText(text.prefixOfScalars(2 * keyFormLimit), .caseInsensitive).utf8
      if bytes.count > keyFormLimit { bytes.removeSubrange(keyFormLimit...) }
      return bytes
    }
    Normalization.decomposed(text, limit: keyFormLimit).appendUTF8(
      to: &bytes, limit: keyFormLimit)
    if bytes.count > keyFormLimit { bytes.removeSubrange(keyFormLimit...) }
    return bytes
  }

  /// What the order's key forms depend on: they are comparable where this is equal.
  ///
  /// Kept with an index; where it differs from what a new program says, the index must be built
  /// anew.
  public var version: String {
    switch self {
    case .compare, .caseInsensitive: "Unicode \(Version.unicode)"
    case .localized(let locale), .localizedStandard(let locale):
      "ICU \(Version.icu), Unicode \(Version.unicode), collator "
        + "\(Collator.shared(for: self).version), locale “\(locale)”"
    }
  }
}

extension String {
  /// The first scalars of the text, and the marks that follow them.
  func prefixOfScalars(_ limit: Int) -> String {
    // A scalar has at most four bytes: nothing is counted in a short text.
    guard utf8.count > limit else { return self }
    var end = unicodeScalars.startIndex
    var count = 0
    while end < unicodeScalars.endIndex {
      let value = unicodeScalars[end].value
      // A bound on the marks as well, against texts of marks alone.
      if count >= limit, count >= 2 * limit || CharacterData.combiningClass(of: value) == 0 {
        break
      }
      count += 1
      end = unicodeScalars.index(after: end)
    }
    return String(unicodeScalars[..<end])
  }
}

/// The versions of what this module answers from.
public enum Version {
  /// The version of Unicode, such as `16.0`.
  public static var unicode: String {
    text { unsafe swift_u_getUnicodeVersion(&$0) }
  }

  /// The version of ICU, such as `76.1`.
  public static var icu: String {
    text { unsafe swift_u_getVersion(&$0) }
  }

  /// The four numbers that `read` writes, without zeros at their end, two at least.
  static func text(_ read: (inout [UInt8]) -> Void) -> String {
    var numbers: [UInt8] = [0, 0, 0, 0]
    read(&numbers)
    while numbers.count > 2, numbers.last == 0 { numbers.removeLast() }
    return numbers.map(String.init).joined(separator: ".")
  }
}
