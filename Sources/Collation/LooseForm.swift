import Synchronization

/// The loosest form of a text as bytes: see ``SearchFolding``.
enum LooseForm {
  /// The foldings without and with iotas, each with the pages that were asked for so far.
  private static let foldings = Mutex((SearchFolding(), SearchFolding(keepingIota: true)))

  static func bytes(of text: String, keepingIota keepsIota: Bool) -> [UInt8] {
    foldings.withLock { foldings in
      keepsIota ? bytes(of: text, &foldings.1) : bytes(of: text, &foldings.0)
    }
  }

  private static func bytes(of text: String, _ folding: inout SearchFolding) -> [UInt8] {
    let units = text.utf8Span.span
    var bytes: [UInt8] = []
    bytes.reserveCapacity(units.count)
    var index = 0
    while index < units.count {
      let unit = units[index]
      if unit < 0x80 {
        // NUL is made another sign, since it ends words in an index.
        bytes.append(unit &- 0x41 < 26 ? unit | 0x20 : unit == 0 ? 1 : unit)
        index += 1
        continue
      }
      let form = folding.form(of: units.scalar(at: &index))
      for place in 0..<form.count {
        CollectionOfOne(folding.scalar(place, of: form).scalar).appendUTF8(to: &bytes)
      }
    }
    return bytes
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
