/// Reads ZIP archives (PKWARE's APPNOTE.TXT 6.3.10), those larger than 4 GiB too.
///
/// The directory at the end says what is in it. Files that are stored or deflated are unpacked in
/// pieces, and their length and checksum verified; what else there is (encryption, other methods) is
/// told. Nothing is written to disk, so that a name cannot lead anywhere.
public struct ZipReader {
  /// A file of the archive.
  public struct Member: Hashable, Sendable {
    /// Its name, with `/` between the folders.
    public var name: String
    /// How many bytes it has, unpacked.
    public var size: UInt64
    var packedSize: UInt64
    var method: UInt64
    var flags: UInt64
    var checksum: UInt32
    var offset: UInt64
  }

  /// Gives up to `count` bytes of the archive from an offset on; fewer only at its end.
  public typealias Read = (_ offset: UInt64, _ count: Int) throws -> [UInt8]

  /// The files, in the order of the directory; folders are left out.
  public let members: [Member]
  private let read: Read
  private let size: UInt64
  /// How many bytes stand before the archive, as in one that unpacks itself.
  private let base: UInt64

  /// Reads the directory of an archive.
  ///
  /// - Parameters:
  ///   - size: How many bytes the archive has.
  ///   - read: Reads them.
  /// - Throws: ``ArchiveError/notAnArchive(reason:)``, or what `read` throws.
  public init(size: UInt64, _ read: @escaping Read) throws {
    self.read = read
    self.size = size
    let (directory, base) = try Self.directory(size: size, read)
    self.base = base
    members = try Self.members(of: directory)
  }

  // MARK: - The directory

  private static func directory(
    size: UInt64, _ read: Read
  ) throws -> (bytes: [UInt8], base: UInt64) {
    // The end record has 22 bytes and a comment of up to 65 535.
    let tailSize = min(size, 22 + 65_535)
    let tail = try read(size - tailSize, Int(tailSize))
    guard
      let end = stride(from: tail.count - 22, through: 0, by: -1)
        .first(where: { tail.number(at: $0, width: 4) == 0x0605_4B50 })
    else { throw ArchiveError.notAnArchive(reason: "it has no directory, and may be cut off") }
    var length = tail.number(at: end + 12, width: 4)
    var offset = tail.number(at: end + 16, width: 4)
    var directoryEnd = size - tailSize + UInt64(end)
    if length == 0xFFFF_FFFF || offset == 0xFFFF_FFFF
      || tail.number(at: end + 10, width: 2) == 0xFFFF,
      end >= 20, tail.number(at: end - 20, width: 4) == 0x0706_4B50
    {
      let place = tail.number(at: end - 12, width: 8)
      let record = try place < size ? read(place, 56) : []
      guard record.count == 56, record.number(at: 0, width: 4) == 0x0606_4B50 else {
        throw ArchiveError.notAnArchive(
          reason: "its directory of 64 bits is not where it is said to be")
      }
      length = record.number(at: 40, width: 8)
      offset = record.number(at: 48, width: 8)
      directoryEnd = place
    }
    guard length <= directoryEnd, offset <= directoryEnd - length else {
      throw ArchiveError.notAnArchive(reason: "its directory lies beyond its end")
    }
    // A thousand bytes a file are plenty; a directory beyond that is no file's.
    guard length <= 1 << 30 else {
      throw ArchiveError.notAnArchive(reason: "its directory has \(length) bytes")
    }
    let start = directoryEnd - length
    return (try read(start, Int(length)), start - offset)
  }

  private static func members(of directory: [UInt8]) throws -> [Member] {
    var members: [Member] = []
    var place = 0
    while place < directory.count {
      guard place + 46 <= directory.count, directory.number(at: place, width: 4) == 0x0201_4B50
      else { throw ArchiveError.notAnArchive(reason: "its directory is damaged") }
      func field(_ offset: Int, _ width: Int) -> UInt64 {
        directory.number(at: place + offset, width: width)
      }
      let nameEnd = place + 46 + Int(field(28, 2))
      let extraEnd = nameEnd + Int(field(30, 2))
      let next = extraEnd + Int(field(32, 2))
      guard next <= directory.count else {
        throw ArchiveError.notAnArchive(reason: "its directory is damaged")
      }
      var member = Member(
        name: String(decoding: directory[place + 46..<nameEnd], as: UTF8.self), size: field(24, 4),
        packedSize: field(20, 4), method: field(10, 2), flags: field(8, 2),
        checksum: UInt32(truncatingIfNeeded: field(16, 4)), offset: field(42, 4))
      member.widen(by: Array(directory[nameEnd..<extraEnd]))
      if !member.name.hasSuffix("/") { members.append(member) }
      place = next
    }
    return members
  }

  // MARK: - Files

  /// Begins to unpack a file; each call of what is returned gives its next bytes, and none at its end.
  ///
  /// - Throws: ``ArchiveError``; what is returned throws where the file is damaged.
  public func open(_ member: Member) throws -> () throws -> [UInt8] {
    if member.flags & 1 != 0 {
      throw ArchiveError.unsupported(name: member.name, reason: "it is encrypted")
    }
    guard member.method == 0 || member.method == 8 else {
      throw ArchiveError.unsupported(
        name: member.name, reason: "it is packed by method \(member.method), and not by deflate")
    }
    // Whatever is written there, nothing lies beyond the end.
    guard member.offset <= size - base else {
      throw ArchiveError.damaged(name: member.name, reason: "it is said to lie beyond the end")
    }
    let header = try read(base + member.offset, 30)
    guard header.count == 30, header.number(at: 0, width: 4) == 0x0403_4B50 else {
      throw ArchiveError.damaged(name: member.name, reason: "it is not where it is said to be")
    }
    let start =
      base + member.offset + 30 + header.number(at: 26, width: 2) + header.number(at: 28, width: 2)
    let unpacking = Unpacking(member, start: start, read)
    return { try unpacking.next() }
  }
}

extension ZipReader.Member {
  /// Takes numbers that 32 bits do not hold from the extra field of ZIP64 (§4.5.3).
  fileprivate mutating func widen(by extra: [UInt8]) {
    var place = 0
    while place + 4 <= extra.count {
      let id = extra.number(at: place, width: 2)
      let end = place + 4 + Int(extra.number(at: place + 2, width: 2))
      guard end <= extra.count else { return }
      if id == 1 {
        var field = place + 4
        func take(_ number: inout UInt64) {
          guard number == 0xFFFF_FFFF, field + 8 <= end else { return }
          number = extra.number(at: field, width: 8)
          field += 8
        }
        take(&size)
        take(&packedSize)
        take(&offset)
      }
      place = end
    }
  }
}

/// One file on its way out of an archive.
private final class Unpacking {
  private let member: ZipReader.Member
  private let read: ZipReader.Read
  private var place: UInt64
  private let end: UInt64
  private let inflater: Inflater?
  private var input: ArraySlice<UInt8> = []
  private var unpacked: UInt64 = 0
  private var checksum = CRC32()

  private static let pieceByteCount = 1 << 18

  init(_ member: ZipReader.Member, start: UInt64, _ read: @escaping ZipReader.Read) {
    self.member = member
    self.read = read
    place = start
    end = start.addingReportingOverflow(member.packedSize).partialValue
    inflater = member.method == 8 ? Inflater() : nil
  }

  func next() throws -> [UInt8] {
    let output = try inflater.map { try inflated($0) } ?? fill()
    unpacked += UInt64(output.count)
    // Whatever it claims, no file unpacks to more than it says.
    if unpacked > member.size { throw damaged("it has more bytes than it says") }
    checksum.update(output.span)
    if output.isEmpty {
      if unpacked < member.size { throw damaged("it is cut off") }
      if checksum.value != member.checksum { throw damaged("its checksum is another") }
    }
    return output
  }

  private func inflated(_ inflater: Inflater) throws -> [UInt8] {
    while !inflater.isAtEnd {
      if input.isEmpty {
        input = try fill()[...]
        if input.isEmpty { throw damaged("it is cut off") }
      }
      guard let (output, consumed) = inflater.next(input.span, limit: Self.pieceByteCount) else {
        throw damaged("its compression is broken")
      }
      input = input.dropFirst(consumed)
      if !output.isEmpty { return output }
    }
    return []
  }

  private func fill() throws -> [UInt8] {
    let count = min(UInt64(Self.pieceByteCount), end - min(place, end))
    if count == 0 { return [] }
    let bytes = try read(place, Int(count))
    if bytes.isEmpty { throw damaged("it is cut off") }
    place += UInt64(bytes.count)
    return bytes
  }

  private func damaged(_ reason: String) -> ArchiveError {
    .damaged(name: member.name, reason: reason)
  }
}
