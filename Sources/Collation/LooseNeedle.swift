/// The loosest form of a needle (``SearchFolding``): it tells of most texts at a glance that the needle
/// does not stand in them.
///
/// ASCII is looked through as it is. Whatever of the form is not there in ASCII alone stands in or
/// beside signs that are not ASCII, so of each run of those first its ends are compared with the ASCII
/// beside them: mostly no two bytes of the needle are such a pair.
package struct LooseNeedle: Sendable, Hashable {
  /// The form, in one place, so that copying it is one reference.
  private final class Content: Sendable {
    let pattern: BytePattern
    let pairs: PairSet
    let keepsIota: Bool
    /// Whether of a text with an iota subscript nothing can be told: where both case and marks are folded,
    /// what stands before it decides whether it is dropped or is a letter.
    let wantsOneForm: Bool
    /// Whether the form has the sign that stands for NUL, which the bytes of a text do not have.
    let holdsNUL: Bool

    init(_ bytes: [UInt8], _ options: FoldingOptions, keepingIota keepsIota: Bool) {
      pattern = BytePattern(bytes, foldingCase: true)
      pairs = PairSet(bytes)
      self.keepsIota = keepsIota
      wantsOneForm = options == [.caseInsensitive, .diacriticInsensitive]
      holdsNUL = bytes.contains(1)
    }
  }

  private let content: Content
  private var pattern: BytePattern { content.pattern }

  /// Folds a needle; nil where nothing is left of it, so that it may stand anywhere.
  package init?(_ text: String, _ options: FoldingOptions) {
    // Where case is folded and marks are not, an iota subscript is an iota.
    let keepsIota = options == .caseInsensitive
    let bytes = LooseForm.withFolding(keepingIota: keepsIota) {
      unsafe LooseForm.bytes(of: text.utf8Span.span.bytes, &$0) ?? []
    }
    if bytes.isEmpty { return nil }
    content = Content(bytes, options, keepingIota: keepsIota)
  }

  /// Whether both have one form.
  package static func == (left: LooseNeedle, right: LooseNeedle) -> Bool {
    left.pattern == right.pattern && left.content.keepsIota == right.content.keepsIota
      && left.content.wantsOneForm == right.content.wantsOneForm
  }

  /// Hashes the form.
  package func hash(into hasher: inout Hasher) { hasher.combine(pattern) }

  /// Whether the needle may stand in a text: where not, it stands nowhere in it under its options.
  ///
  /// - Parameter text: The text's bytes. Where they are no UTF-8, anything may.
  /// - Complexity: O(n), about 0.3 ns a byte, and 10 ns for each sign that is not ASCII.
  package func mayStand(in text: RawSpan) -> Bool {
    if pattern.firstPlace(in: text) != nil { return true }
    let start = text.endOfASCII(from: 0)
    let holdsNUL = content.holdsNUL
    if start == text.byteCount, !holdsNUL { return false }
    return LooseForm.withFolding(keepingIota: content.keepsIota) { folding in
      if !holdsNUL, !mayTouchSigns(of: text, from: start, &folding) { return false }
      let form = LooseForm.bytes(of: text, wantsOne: content.wantsOneForm, &folding)
      guard let form else { return true }
      return unsafe pattern.firstPlace(in: form.span.bytes) != nil
    }
  }

  /// Whether the form may stand in runs of signs that are not ASCII, or over one of their ends.
  private func mayTouchSigns(
    of text: RawSpan, from start: Int, _ folding: inout SearchFolding
  ) -> Bool {
    let pairs = content.pairs
    let wantsOneForm = content.wantsOneForm
    let count = pattern.bytes.count
    var index = start
    while index < text.byteCount {
      let start = index
      // Of a run's form that is shorter than the needle's only the ends count.
      var ends = FormEnds()
      while index < text.byteCount, ends.count < count {
        guard unsafe text.unsafeLoad(fromByteOffset: index, as: UInt8.self) >= 0x80 else { break }
        guard let scalar = text.scalar(at: &index) else { return true }
        let form = folding.form(of: scalar)
        if wantsOneForm, form.isOneOfTwo { return true }
        for place in 0..<form.count { ends.append(folding.scalar(place, of: form).scalar) }
      }
      if ends.count >= count {
        var form: [UInt8] = []
        form.reserveCapacity(text.byteCount - start)
        index = start
        guard
          LooseForm.appendSigns(
            of: text, from: &index, wantsOne: wantsOneForm, to: &form, &folding)
        else { return true }
        if unsafe pattern.firstPlace(in: form.span.bytes) != nil { return true }
        ends.last = form.last
      }
      let before = start > 0 ? Self.folded(text, at: start - 1) : nil
      let behind = index < text.byteCount ? Self.folded(text, at: index) : nil
      let first = ends.first ?? behind
      if pairs.mayHold(before, first), mayEnter(text, at: start, first) { return true }
      if pairs.mayHold(ends.last, behind), mayLeave(text, at: index, ends.last) { return true }
      index = text.endOfASCII(from: index)
    }
    return false
  }

  /// Whether the form may stand so that it goes from ASCII before a place over to a byte behind it.
  private func mayEnter(_ text: RawSpan, at start: Int, _ first: UInt8?) -> Bool {
    let wanted = pattern.bytes
    for place in 1..<wanted.count where wanted[place] == first {
      var left = place
      while left > 0 {
        let index = start - 1 - (place - left)
        let unit = index < 0 ? 0 : Self.folded(text, at: index)
        // Where another run stands, what it folds to is not looked at.
        if unit >= 0x80 { return true }
        if unit != wanted[left - 1] { break }
        left -= 1
      }
      if left == 0 { return true }
    }
    return false
  }

  /// Whether the form may stand so that it goes from a byte before a place over to ASCII behind it.
  private func mayLeave(_ text: RawSpan, at end: Int, _ last: UInt8?) -> Bool {
    let wanted = pattern.bytes
    for place in 1..<wanted.count where wanted[place - 1] == last {
      var right = place
      while right < wanted.count {
        let index = end + right - place
        let unit = index < text.byteCount ? Self.folded(text, at: index) : 0
        if unit >= 0x80 { return true }
        if unit != wanted[right] { break }
        right += 1
      }
      if right == wanted.count { return true }
    }
    return false
  }

  @inline(__always)
  private static func folded(_ text: RawSpan, at index: Int) -> UInt8 {
    let unit = unsafe text.unsafeLoad(fromByteOffset: index, as: UInt8.self)
    return unit &- 0x41 < 26 ? unit | 0x20 : unit
  }
}

/// The first and the last byte of a form in UTF-8, and how many it has.
private struct FormEnds {
  var first: UInt8?
  var last: UInt8?
  var count = 0

  mutating func append(_ scalar: UInt32) {
    let width = scalar < 0x80 ? 1 : scalar < 0x800 ? 2 : scalar < 0x10000 ? 3 : 4
    let low = UInt8(truncatingIfNeeded: scalar)
    last = width == 1 ? low : low & 0x3F | 0x80
    if first == nil {
      first =
        width == 1
        ? low
        : UInt8(truncatingIfNeeded: 0xF00 >> width)
          | UInt8(
            truncatingIfNeeded: scalar >> UInt32(6 * (width - 1)))
    }
    count += width
  }
}

/// The pairs of neighbours in some bytes, for which few others are taken.
private struct PairSet: Sendable {
  /// A bit for each of 4096 remainders.
  private var bits = [UInt64](repeating: 0, count: 64)

  init(_ bytes: [UInt8]) {
    for (first, second) in zip(bytes, bytes.dropFirst()) {
      let place = Self.place(first, second)
      bits[place >> 6] |= 1 << UInt64(place & 63)
    }
  }

  func mayHold(_ first: UInt8?, _ second: UInt8?) -> Bool {
    guard let first, let second else { return false }
    let place = Self.place(first, second)
    return bits[place >> 6] >> UInt64(place & 63) & 1 != 0
  }

  private static func place(_ first: UInt8, _ second: UInt8) -> Int {
    (Int(first) &* 61 &+ Int(second)) & 4095
  }
}
