/// Writes ZIP archives (PKWARE's APPNOTE.TXT 6.3.10) from front to back.
///
/// Nothing is gone back to: the length and checksum of a file follow it. So an archive may be written
/// into a pipe. It may be larger than 4 GiB; a file in it may not.
public struct ZipWriter {
  /// How a file is packed.
  public enum Method: Sendable {
    /// As it is, for what is compressed already.
    case stored
    /// By deflate.
    case deflated
  }

  private struct Entry {
    var name: [UInt8]
    var method: Method
    var offset: UInt64
    var size: UInt64 = 0
    var packedSize: UInt64 = 0
    var checksum = CRC32()
  }

  private let output: (borrowing [UInt8]) throws -> Void
  private var position: UInt64 = 0
  private var entries: [Entry] = []
  private var open: Entry?
  private var deflater: Deflater?

  /// Every date in the archive: 1980-01-01, the first that DOS has, so that the same files make the same
  /// bytes.
  private static let date: UInt64 = 0x0021_0000
  /// Names are UTF-8, and lengths follow the file (§4.4.4).
  private static let flags: UInt64 = 0x0808
  private static let limit: UInt64 = 0xFFFF_FFFF

  /// Begins an archive.
  ///
  /// - Parameter output: Takes its bytes, in order.
  public init(_ output: @escaping (borrowing [UInt8]) throws -> Void) {
    self.output = output
  }

  /// Begins a file.
  ///
  /// - Parameters:
  ///   - name: Its name, with `/` between the folders.
  ///   - method: How it is packed.
  public mutating func begin(_ name: String, _ method: Method) throws {
    let entry = Entry(name: Array(name.utf8), method: method, offset: position)
    var header: [UInt8] = []
    header.append(0x0403_4B50, width: 4)
    header.append(20, width: 2)
    header.append(Self.flags, width: 2)
    header.append(method.number, width: 2)
    header.append(Self.date, width: 4)
    header.append(0, width: 12)
    header.append(entry.name.count, width: 2)
    header.append(0, width: 2)
    header += entry.name
    try put(header)
    open = entry
    deflater = method == .deflated ? Deflater() : nil
  }

  /// Adds bytes to the file that was begun last.
  ///
  /// - Throws: ``ArchiveError/tooLarge(name:)``.
  public mutating func write(_ bytes: [UInt8]) throws {
    guard var entry = open else { return }
    entry.checksum.update(bytes.span)
    entry.size += UInt64(bytes.count)
    let packed = deflater?.next(bytes.span, isLast: false) ?? bytes
    entry.packedSize += UInt64(packed.count)
    if max(entry.size, entry.packedSize) >= Self.limit {
      throw ArchiveError.tooLarge(name: String(decoding: entry.name, as: UTF8.self))
    }
    try put(packed)
    open = entry
  }

  /// Ends the file that was begun last.
  public mutating func end() throws {
    guard var entry = open else { return }
    if let rest = deflater?.next([UInt8]().span, isLast: true) {
      entry.packedSize += UInt64(rest.count)
      try put(rest)
    }
    var descriptor: [UInt8] = []
    descriptor.append(0x0807_4B50, width: 4)
    descriptor.append(entry.checksum.value, width: 4)
    descriptor.append(entry.packedSize, width: 4)
    descriptor.append(entry.size, width: 4)
    try put(descriptor)
    entries.append(entry)
    open = nil
    deflater = nil
  }

  /// Writes the directory, after which nothing can be added.
  public mutating func finish() throws {
    let start = position
    for entry in entries {
      let isFar = entry.offset >= Self.limit
      var record: [UInt8] = []
      record.append(0x0201_4B50, width: 4)
      record.append(0x0314, width: 2)
      record.append(isFar ? 45 : 20, width: 2)
      record.append(Self.flags, width: 2)
      record.append(entry.method.number, width: 2)
      record.append(Self.date, width: 4)
      record.append(entry.checksum.value, width: 4)
      record.append(entry.packedSize, width: 4)
      record.append(entry.size, width: 4)
      record.append(entry.name.count, width: 2)
      record.append(isFar ? 12 : 0, width: 2)
      record.append(0, width: 6)
      // A plain file that its owner writes and all may read.
      record.append(0o100644 << 16, width: 4)
      record.append(isFar ? Self.limit : entry.offset, width: 4)
      record += entry.name
      if isFar {
        record.append(1, width: 2)
        record.append(8, width: 2)
        record.append(entry.offset, width: 8)
      }
      try put(record)
    }
    try putEnd(directory: start, length: position - start)
  }

  private mutating func putEnd(directory start: UInt64, length: UInt64) throws {
    let isLarge = entries.count >= 0xFFFF || max(start, length) >= Self.limit
    var record: [UInt8] = []
    if isLarge {
      let place = position
      record.append(0x0606_4B50, width: 4)
      record.append(44, width: 8)
      record.append(0x032D, width: 2)
      record.append(45, width: 2)
      record.append(0, width: 8)
      record.append(entries.count, width: 8)
      record.append(entries.count, width: 8)
      record.append(length, width: 8)
      record.append(start, width: 8)
      record.append(0x0706_4B50, width: 4)
      record.append(0, width: 4)
      record.append(place, width: 8)
      record.append(1, width: 4)
    }
    record.append(0x0605_4B50, width: 4)
    record.append(0, width: 4)
    record.append(isLarge ? 0xFFFF : entries.count, width: 2)
    record.append(isLarge ? 0xFFFF : entries.count, width: 2)
    record.append(isLarge ? Self.limit : length, width: 4)
    record.append(isLarge ? Self.limit : start, width: 4)
    record.append(0, width: 2)
    try put(record)
  }

  private mutating func put(_ bytes: [UInt8]) throws {
    try output(bytes)
    position += UInt64(bytes.count)
  }
}

extension ZipWriter.Method {
  fileprivate var number: Int { self == .stored ? 0 : 8 }
}
