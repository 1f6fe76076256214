internal import CZlib

/// Unpacks raw deflate (RFC 1951) that comes in pieces.
@safe
final class Inflater {
  private let stream: UnsafeMutablePointer<z_stream>
  /// Whether the last block has been unpacked.
  private(set) var isAtEnd = false

  init() {
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    _ = unsafe daybook_inflate_init(stream)
  }

  /// Unpacks from `input` up to `limit` bytes.
  ///
  /// - Returns: What was unpacked, and how much of the input that took; nil where the input is not deflate.
  func next(_ input: Span<UInt8>, limit: Int) -> (output: [UInt8], consumed: Int)? {
    var status: Int32 = Z_OK
    var consumed = 0
    let output = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      unsafe input.withUnsafeBufferPointer { input in
        unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        unsafe stream.pointee.avail_in = UInt32(input.count)
        unsafe stream.pointee.next_out = buffer.baseAddress
        unsafe stream.pointee.avail_out = UInt32(limit)
        status = unsafe inflate(stream, Z_NO_FLUSH)
        unsafe consumed = input.count - Int(stream.pointee.avail_in)
        unsafe count = limit - Int(stream.pointee.avail_out)
        unsafe stream.pointee.next_in = nil
        unsafe stream.pointee.next_out = nil
      }
    }
    // A buffer error says that nothing could be done with so little.
    guard status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR else { return nil }
    isAtEnd = status == Z_STREAM_END
    return (output, consumed)
  }

  deinit {
    _ = unsafe inflateEnd(stream)
    unsafe stream.deinitialize(count: 1)
    unsafe stream.deallocate()
  }
}

/// Packs bytes that come in pieces as raw deflate (RFC 1951).
@safe
final class Deflater {
  private let stream: UnsafeMutablePointer<z_stream>

  init() {
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    _ = unsafe daybook_deflate_init(stream)
  }

  /// Packs more bytes, and all that is held back where they are the last; returns what is ready.
  func next(_ input: Span<UInt8>, isLast: Bool) -> [UInt8] {
    var output: [UInt8] = []
    unsafe input.withUnsafeBufferPointer { input in
      unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
      unsafe stream.pointee.avail_in = UInt32(input.count)
      let room = 1 << 16
      var isFull = true
      while isFull {
        output += unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
          unsafe stream.pointee.next_out = buffer.baseAddress
          unsafe stream.pointee.avail_out = UInt32(room)
          _ = unsafe deflate(stream, isLast ? Z_FINISH : Z_NO_FLUSH)
          unsafe count = room - Int(stream.pointee.avail_out)
          isFull = count == room
        }
      }
      unsafe stream.pointee.next_in = nil
      unsafe stream.pointee.next_out = nil
    }
    return output
  }

  deinit {
    _ = unsafe deflateEnd(stream)
    unsafe stream.deinitialize(count: 1)
    unsafe stream.deallocate()
  }
}
