/// Deflated bytes as a whole, where they lie in memory.
public enum Deflate {
  /// Unpacks raw deflate (RFC 1951).
  ///
  /// - Parameters:
  ///   - bytes: The packed bytes; what stands behind their end is not looked at.
  ///   - limit: The most bytes that are wanted.
  /// - Returns: The bytes; nil where the input is not deflate, breaks off, or would be longer.
  public static func unpack(_ bytes: [UInt8], limit: Int) -> [UInt8]? {
    let inflater = Inflater()
    var output: [UInt8] = []
    var place = 0
    while !inflater.isAtEnd {
      let input = bytes.span.extracting(place..<bytes.count)
      guard let part = inflater.next(input, limit: min(1 << 18, limit - output.count + 1)) else {
        return nil
      }
      output += part.output
      place += part.consumed
      if output.count > limit { return nil }
      // Nothing taken and nothing given: the input has broken off.
      if part.consumed == 0, part.output.isEmpty, !inflater.isAtEnd { return nil }
    }
    return output
  }
}
