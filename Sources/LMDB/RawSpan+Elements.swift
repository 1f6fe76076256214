extension RawSpan {
  /// Lends the bytes as a span of integers, as decoders take them.
  @inlinable
  public func withElements<R: ~Copyable, E: Error>(
    _ body: (Span<UInt8>) throws(E) -> R
  ) throws(E) -> R {
    try unsafe withUnsafeBytes { (bytes) throws(E) in
      try unsafe body(Span(_unsafeBytes: bytes))
    }
  }
}

extension Span<UInt8> {
  /// A copy of the bytes.
  public var array: [UInt8] {
    [UInt8](capacity: count) { room in
      for place in indices { room.append(self[place]) }
    }
  }
}
