import Synchronization

/// The loosest form of a text as bytes: see ``SearchFolding``.
enum LooseForm {
  /// The foldings without and with iotas, each with the pages that were asked for so far.
  private static let foldings = Mutex((SearchFolding(), SearchFolding(keepingIota: true)))

  /// Lends the folding, with its pages.
  static func withFolding<R>(
    keepingIota keepsIota: Bool, _ body: (inout SearchFolding) -> R
  ) -> R {
    foldings.withLock { keepsIota ? body(&$0.1) : body(&$0.0) }
  }

  /// The form of a text.
  ///
  /// - Parameter wantsOne: Whether the text must have one form only: no iota subscript, that is.
  /// - Returns: Nil where the bytes are no UTF-8, or the text has not one form only.
  static func bytes(
    of text: RawSpan, wantsOne: Bool = false, _ folding: inout SearchFolding
  ) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.byteCount)
    var index = 0
    while index < text.byteCount {
      let end = text.endOfASCII(from: index)
      for index in index..<end {
        let unit = unsafe text.unsafeLoad(fromByteOffset: index, as: UInt8.self)
        // NUL is made another sign, since it ends words in an index.
        bytes.append(unit &- 0x41 < 26 ? unit | 0x20 : unit == 0 ? 1 : unit)
      }
      index = end
      guard appendSigns(of: text, from: &index, wantsOne: wantsOne, to: &bytes, &folding) else {
        return nil
      }
    }
    return bytes
  }

  /// Appends the form of what is not ASCII from a place on, and moves the place behind it.
  ///
  /// - Returns: Whether it is UTF-8, and has one form only where that is wanted.
  static func appendSigns(
    of text: RawSpan, from index: inout Int, wantsOne: Bool, to bytes: inout [UInt8],
    _ folding: inout SearchFolding
  ) -> Bool {
    while index < text.byteCount {
      guard unsafe text.unsafeLoad(fromByteOffset: index, as: UInt8.self) >= 0x80 else { break }
      guard let scalar = text.scalar(at: &index) else { return false }
      let form = folding.form(of: scalar)
      if wantsOne, form.isOneOfTwo { return false }
      for place in 0..<form.count {
        CollectionOfOne(folding.scalar(place, of: form).scalar).appendUTF8(to: &bytes)
      }
    }
    return true
  }
}

extension RawSpan {
  /// The scalar that begins at a place above ASCII, which is moved behind it; nil where the bytes are no
  /// UTF-8.
  func scalar(at index: inout Int) -> UInt32? {
    let lead = unsafe unsafeLoad(fromByteOffset: index, as: UInt8.self)
    let count = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    guard lead >= 0xC2, count <= byteCount &- index else { return nil }
    var scalar = UInt32(lead) & (0x7F >> UInt32(count))
    for offset in 1..<count {
      let unit = unsafe unsafeLoad(fromByteOffset: index &+ offset, as: UInt8.self)
      guard unit & 0xC0 == 0x80 else { return nil }
      scalar = scalar << 6 | UInt32(unit & 0x3F)
    }
    index &+= count
    return scalar <= 0x10_FFFF ? scalar : nil
  }
}

extension Span<UInt8> {
  /// The scalar that begins at a place above ASCII in UTF-8, which is moved behind it.
  @inlinable
  package func scalar(at index: inout Int) -> UInt32 {
    let lead = self[index]
    let count = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    var scalar = UInt32(lead) & (0x7F >> UInt32(count))
    for offset in 1..<count { scalar = scalar << 6 | UInt32(self[index + offset] & 0x3F) }
    index += count
    return scalar
  }
}
