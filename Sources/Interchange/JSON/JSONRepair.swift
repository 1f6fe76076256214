internal import JSON

/// Reads JSON that careless programs write: bytes that are no UTF-8, halves of surrogate pairs, and
/// control characters in strings.
///
/// The strict parser is asked first; only what it refuses is mended, and that is told.
enum JSONRepair {
  /// The value of a record.
  ///
  /// - Returns: The value, and what was mended in it, if anything.
  /// - Throws: `JSONError` where it is no JSON even so; its offset counts in the mended text.
  static func parse(_ text: Span<UInt8>) throws(JSONError) -> (value: JSONValue, repairs: [String])
  {
    do throws(JSONError) {
      return (try JSONParser.parse(text), [])
    } catch {
      switch error.reason {
      case .invalidUTF8, .loneSurrogate, .controlCharacter: break
      default: throw error
      }
    }
    let (decoded, repair) = UTF8Repair.text(of: text)
    var repairs = repair.map { [$0.description] } ?? []
    let mended = escaped(Array(decoded.utf8), &repairs)
    return (try JSONParser.parse(mended), repairs)
  }

  /// The text with its control characters escaped and its lone surrogates replaced.
  private static func escaped(_ text: [UInt8], _ repairs: inout [String]) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(text.count + 64)
    var isInString = false
    var controls = 0
    var surrogates = 0
    var place = 0
    while place < text.count {
      let byte = text[place]
      if isInString, byte < 0x20 {
        let digits = "0123456789abcdef".utf8.map { $0 }
        output += Array("\\u00".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        controls += 1
        place += 1
      } else if isInString, byte == UInt8(ascii: "\\") {
        if let unit = unit(at: place, in: text), unit & 0xF800 == 0xD800 {
          if unit < 0xDC00, let low = self.unit(at: place + 6, in: text), low & 0xFC00 == 0xDC00 {
            output += text[place..<place + 12]
            place += 12
          } else {
            output += Array("\\ufffd".utf8)
            surrogates += 1
            place += 6
          }
        } else {
          output += text[place..<min(place + 2, text.count)]
          place += 2
        }
      } else {
        if byte == UInt8(ascii: "\"") { isInString.toggle() }
        output.append(byte)
        place += 1
      }
    }
    if surrogates > 0 { repairs.append("lone surrogates, replaced by U+FFFD: \(surrogates)") }
    if controls > 0 { repairs.append("control characters without an escape, kept: \(controls)") }
    return output
  }

  /// The number of `\uXXXX` at a place.
  private static func unit(at place: Int, in text: [UInt8]) -> UInt16? {
    guard place + 6 <= text.count, text[place] == UInt8(ascii: "\\"),
      text[place + 1] == UInt8(ascii: "u")
    else { return nil }
    return UInt16(String(decoding: text[place + 2..<place + 6], as: UTF8.self), radix: 16)
  }
}
