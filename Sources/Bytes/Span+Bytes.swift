extension Span<UInt8> {
  /// The first place, from one on, whose byte is of a kind; the end where there is none.
  ///
  /// Thirty-two bytes are looked at at once: where neither the inner loop nor the kind has a way out or a
  /// branch, the compiler makes instructions on vectors of them.
  ///
  ///     text.place(from: start) { ($0 < 0x20 ? 1 : 0) | ($0 == 0x22 ? 1 : 0) }
  ///
  /// - Parameters:
  ///   - start: Where to begin.
  ///   - kind: 0 for a byte that is not of the kind. Conditions are joined by `|`, since `||` is a branch.
  /// - Precondition: `start` is a place or the end.
  @inlinable
  @inline(__always)
  public func place(from start: Int, where kind: (UInt8) -> UInt8) -> Int {
    var place = start
    while count &- place >= 32 {
      let block = extracting(place..<place &+ 32)
      var found: UInt8 = 0
      for offset in 0..<32 { found |= kind(block[offset]) }
      if found != 0 { break }
      place &+= 32
    }
    while place < count, kind(self[place]) == 0 { place &+= 1 }
    return place
  }

  /// The first place, from one on, that has a byte; the end where there is none.
  ///
  /// - Parameters:
  ///   - byte: The byte.
  ///   - start: Where to begin.
  @inlinable
  @inline(__always)
  public func place(of byte: UInt8, from start: Int) -> Int {
    // Without a comparison, of which the compiler would make a branch where it is the only one.
    place(from: start) {
      let difference = $0 ^ byte
      return (difference &- 1) & ~difference & 0x80
    }
  }

  /// A copy of the bytes.
  @inlinable
  public var array: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(copying: self)
    return bytes
  }
}

extension [UInt8] {
  /// Adds the bytes of a span, all at once.
  ///
  /// - Parameter span: The bytes.
  @inlinable
  public mutating func append(copying span: Span<UInt8>) {
    append(addingCapacity: span.count) { room in
      for place in span.indices { room.append(span[place]) }
    }
  }
}
