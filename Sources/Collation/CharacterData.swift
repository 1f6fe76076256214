import _FoundationICU

/// What ICU knows of single scalars: canonical decompositions, case foldings, combining classes.
///
/// One at a time and without UTF-16 buffers, so that a text is decomposed and folded in one pass
/// over its scalars. ASCII never comes here: a journal in plain ASCII loads nothing of ICU.
enum CharacterData {
  /// Appends the full canonical decomposition of a scalar, or the scalar where it has none
  /// (Unicode Standard Annex #15).
  @inline(never)
  static func appendDecomposition(of scalar: UInt32, to scalars: inout [UInt32]) {
    var status = U_ZERO_ERROR
    // The longest decomposition of Unicode has 4 scalars; stability rules keep it below 18.
    var units: [36 of UInt16] = .init(repeating: 0)
    var span = units.mutableSpan
    let count = unsafe span.withUnsafeMutableBufferPointer { buffer in
      unsafe swift_unorm2_getDecomposition(
        swift_unorm2_getNFDInstance(&status), Int32(bitPattern: scalar), buffer.baseAddress,
        Int32(buffer.count), &status)
    }
    guard count > 0, status.rawValue <= U_ZERO_ERROR.rawValue else {
      scalars.append(scalar)
      return
    }
    appendScalars(of: units, count: Int(count), to: &scalars)
  }

  /// Appends the full case folding of a scalar (Unicode, CaseFolding.txt, statuses C and F).
  @inline(never)
  static func appendCaseFolding(of scalar: UInt32, to scalars: inout [UInt32]) {
    var status = U_ZERO_ERROR
    var source: [2 of UInt16] = .init(repeating: 0)
    var sourceCount = 1
    if scalar < 0x10000 {
      source[0] = UInt16(truncatingIfNeeded: scalar)
    } else {
      source[0] = UInt16(truncatingIfNeeded: 0xD800 + (scalar - 0x10000) >> 10)
      source[1] = UInt16(truncatingIfNeeded: 0xDC00 + (scalar - 0x10000) & 0x3FF)
      sourceCount = 2
    }
    var units: [36 of UInt16] = .init(repeating: 0)
    var span = units.mutableSpan
    let sourceSpan = source.span
    let count = unsafe sourceSpan.withUnsafeBufferPointer { source in
      unsafe span.withUnsafeMutableBufferPointer { buffer in
        unsafe swift_u_strFoldCase(
          buffer.baseAddress, Int32(buffer.count), source.baseAddress, Int32(sourceCount),
          UInt32(U_FOLD_CASE_DEFAULT), &status)
      }
    }
    guard count > 0, status.rawValue <= U_ZERO_ERROR.rawValue else {
      scalars.append(scalar)
      return
    }
    appendScalars(of: units, count: Int(count), to: &scalars)
  }

  private static func appendScalars(
    of units: [36 of UInt16], count: Int, to scalars: inout [UInt32]
  ) {
    var index = 0
    while index < count {
      let unit = UInt32(units[index])
      index += 1
      if unit & 0xFC00 == 0xD800, index < count {
        scalars.append(0x10000 + (unit & 0x3FF) << 10 + UInt32(units[index]) & 0x3FF)
        index += 1
      } else {
        scalars.append(unit)
      }
    }
  }

  /// The canonical combining class; zero below U+0300.
  @inline(__always)
  static func combiningClass(of scalar: UInt32) -> UInt8 {
    scalar < 0x300 ? 0 : swift_u_getCombiningClass(Int32(bitPattern: scalar))
  }

  /// Whether a scalar belongs to the one before it, so that no match ends in front of it: combining
  /// marks, variation selectors, the skin tones of emoji, and the vowels and final consonants of
  /// Hangul, which decomposition sets free.
  @inline(__always)
  static func isExtending(_ scalar: UInt32) -> Bool {
    guard scalar >= 0x300 else { return false }
    if (0x1160...0x11FF).contains(scalar) || (0x1F3FB...0x1F3FF).contains(scalar) { return true }
    return swift_u_hasBinaryProperty(Int32(bitPattern: scalar), UCHAR_GRAPHEME_EXTEND) != 0
  }

  /// Whether a scalar is a mark of any kind (general categories Mn, Mc and Me).
  @inline(__always)
  static func isMark(_ scalar: UInt32) -> Bool {
    guard scalar >= 0x300 else { return false }
    return (6...8).contains(swift_u_charType(Int32(bitPattern: scalar)))
  }

  /// Whether a scalar can stand in a joined emoji (Unicode Technical Standard #51).
  static func isPictographic(_ scalar: UInt32) -> Bool {
    swift_u_hasBinaryProperty(Int32(bitPattern: scalar), UCHAR_EXTENDED_PICTOGRAPHIC) != 0
  }

  /// Whether a scalar is a letter without case (general category Lo).
  static func isOtherLetter(_ scalar: UInt32) -> Bool {
    swift_u_charType(Int32(bitPattern: scalar)) == 5
  }
}
