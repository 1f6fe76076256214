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
