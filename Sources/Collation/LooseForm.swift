import Synchronization

/// The loosest form of a text as bytes: see ``SearchFolding``.
enum LooseForm {
  /// The foldings without and with iotas, each with the pages that were asked for so far.
  private static let foldings = Mutex((SearchFolding(), SearchFolding(keepingIota: true)))

  /// - Parameter reach: How many bytes of ASCII are wanted beside what is not: of a longer stretch its
  ///   beginning and its end are given, with a zero between.
  static func bytes(
    of text: String, keepingIota keepsIota: Bool, reach: Int = .max
  ) -> [UInt8] {
    foldings.withLock { foldings in
      keepsIota ? bytes(of: text, &foldings.1, reach) : bytes(of: text, &foldings.0, reach)
    }
  }

  private static func bytes(
    of text: String, _ folding: inout SearchFolding, _ reach: Int
  ) -> [UInt8] {
    let units = text.utf8Span.span
    let raw = unsafe units.bytes
    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(units.count, reach < 256 ? 512 : .max))
    var index = 0
    while index < units.count {
      let end = raw.endOfASCII(from: index)
      if (end - index) / 2 > reach {
        append(units, index..<index + reach, to: &bytes)
        bytes.append(0)
        append(units, end - reach..<end, to: &bytes)
      } else {
        append(units, index..<end, to: &bytes)
      }
      index = end
      guard index < units.count else { break }
      let form = folding.form(of: units.scalar(at: &index))
      for place in 0..<form.count {
        CollectionOfOne(folding.scalar(place, of: form).scalar).appendUTF8(to: &bytes)
      }
    }
    return bytes
  }

  private static func append(
    _ units: Span<UInt8>, _ range: Range<Int>, to bytes: inout [UInt8]
  ) {
    for index in range {
      let unit = units[index]
      // NUL is made another sign, since it ends words in an index.
      bytes.append(unit &- 0x41 < 26 ? unit | 0x20 : unit == 0 ? 1 : unit)
    }
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
