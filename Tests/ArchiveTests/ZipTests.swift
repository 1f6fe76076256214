import Archive
import TestSupport
import Testing

@Suite struct ZipTests {
  /// An archive that Python's zipfile has written: a deflated file, a stored one, a folder.
  private static let known = [
    "UEsDBBQAAAAIAABAfl320lM4CwAAAB0AAAAMAAAASm91cm5hbC5qc29uy0jNyclXyMBOAgBQSwMEFAAACAAAAEB+Xa",
    "W+61sEAAAABAAAAA0AAABwaG90b3Mvw6QucG5niVBOR1BLAwQUAAAAAAAAQH5dAAAAAAAAAAAAAAAABgAAAGVtcHR5",
    "L1BLAQIUAxQAAAAIAABAfl320lM4CwAAAB0AAAAMAAAAAAAAAAAAAACAAQAAAABKb3VybmFsLmpzb25QSwECFAMUAA",
    "AIAAAAQH5dpb7rWwQAAAAEAAAADQAAAAAAAAAAAAAAgAE1AAAAcGhvdG9zL8OkLnBuZ1BLAQIUAxQAAAAAAABAfl0A",
    "AAAAAAAAAAAAAAAGAAAAAAAAAAAAAACAAWQAAABlbXB0eS9QSwUGAAAAAAMAAwCpAAAAiAAAAAAA",
  ].joined()

  private static func reader(_ bytes: [UInt8]) throws -> ZipReader {
    try ZipReader(size: UInt64(bytes.count)) { offset, count in
      let start = min(Int(clamping: offset), bytes.count)
      return Array(bytes[start..<min(start + count, bytes.count)])
    }
  }

  private static func content(_ name: String, in reader: ZipReader) throws -> [UInt8] {
    let member = try #require(reader.members.first { $0.name == name })
    let next = try reader.open(member)
    var content: [UInt8] = []
    while true {
      let part = try next()
      if part.isEmpty { return content }
      content += part
    }
  }

  private static func written(_ files: [(name: String, ZipWriter.Method, [UInt8])]) throws
    -> [UInt8]
  {
    let output = Output()
    var writer = ZipWriter { output.bytes += $0 }
    for (name, method, content) in files {
      try writer.begin(name, method)
      // In pieces, as it is done with large files.
      for start in stride(from: 0, to: content.count, by: 1000) {
        try writer.write(Array(content[start..<min(start + 1000, content.count)]))
      }
      try writer.end()
    }
    try writer.finish()
    return output.bytes
  }

  private final class Output {
    var bytes: [UInt8] = []
  }

  @Test func `an archive of another program is read`() throws {
    let reader = try Self.reader(try #require(Base64Text.bytes(Self.known)))
    #expect(reader.members.map(\.name) == ["Journal.json", "photos/ä.png"])
    #expect(
      try Self.content("Journal.json", in: reader) == Array("hello hello hello hello hello".utf8))
    #expect(try Self.content("photos/ä.png", in: reader) == [0x89, 0x50, 0x4E, 0x47])
  }

  @Test func `bytes before the archive are passed by`() throws {
    let known = try #require(Base64Text.bytes(Self.known))
    let reader = try Self.reader(Array("#!/bin/sh\n".utf8) + known)
    #expect(try Self.content("photos/ä.png", in: reader) == [0x89, 0x50, 0x4E, 0x47])
  }

  @Test(arguments: 0..<24 as Range<UInt64>)
  func `what is written is read back`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let files = (0..<random.below(5)).map { number in
      let isEven = random.below(2) == 0
      let content = (0..<random.below(200_000)).map { _ in
        isEven ? UInt8(random.below(256)) : UInt8(ascii: "a")
      }
      return (
        "folder/\(number).bin", random.below(2) == 0 ? ZipWriter.Method.stored : .deflated, content
      )
    }
    let reader = try Self.reader(try Self.written(files))
    #expect(reader.members.map(\.name) == files.map(\.0))
    for (name, _, content) in files {
      #expect(try Self.content(name, in: reader) == content)
    }
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func `no damage is read as if it were none`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let content = (0..<2000).map { UInt8(truncatingIfNeeded: $0 / 7) }
    var bytes = try Self.written([("a", .deflated, content), ("b", .stored, content)])
    switch random.below(4) {
    case 0:
      bytes.removeLast(1 + random.below(bytes.count - 1))
    case 1:
      // Numbers as large as can be, among them those that say that larger ones stand elsewhere.
      let start = random.below(bytes.count)
      for place in start..<min(start + 1 + random.below(30), bytes.count) { bytes[place] = 0xFF }
    default:
      bytes[random.below(bytes.count)] ^= UInt8(1 << random.below(8))
    }
    // Either the damage is told, or it lies in what is not content (names, dates, permissions).
    guard let reader = try? Self.reader(bytes) else { return }
    for member in reader.members {
      guard let read = try? Self.content(member.name, in: reader) else { continue }
      #expect(read == content)
    }
  }

  @Test func `what is no archive is told`() {
    #expect(throws: ArchiveError.self) { try Self.reader([]) }
    #expect(throws: ArchiveError.self) { try Self.reader(Array("PK\u{3}\u{4} and no more".utf8)) }
  }
}

/// Base64 as tests need it.
enum Base64Text {
  static func bytes(_ text: String) -> [UInt8]? {
    let signs = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var bytes: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    for sign in text.utf8 where sign != UInt8(ascii: "=") {
      guard let value = signs.firstIndex(of: sign) else { return nil }
      bits = bits << 6 | UInt32(value)
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return bytes
  }
}
