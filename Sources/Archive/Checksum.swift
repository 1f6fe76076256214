internal import CZlib

/// CRC-32 as ZIP has it (ISO 3309, the polynomial EDB88320), of bytes that come in pieces.
public struct CRC32: Sendable, Hashable {
  /// The checksum of the bytes taken in so far.
  public private(set) var value: UInt32 = 0

  /// Begins with no bytes.
  public init() {}

  /// Takes in more bytes.
  public mutating func update(_ bytes: Span<UInt8>) {
    let current = value
    value = unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe UInt32(
        truncatingIfNeeded: crc32_z(uLong(current), buffer.baseAddress, buffer.count))
    }
  }
}
