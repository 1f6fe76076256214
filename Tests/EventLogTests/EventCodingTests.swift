import CBOR
import EventLog
import MerkleTree
import Model
import Testing

/// Bytes written by hand from the format's page.
@Suite struct EventCodingTests {
  private let device = DeviceID(ObjectID(high: 0x0011_2233_4455_6677, low: 0x8899_AABB_CCDD_EEFF))
  private let deviceBytes: [UInt8] = [
    0x50, 0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99, 0xAA, 0xBB, 0xCC, 0xDD, 0xEE,
    0xFF,
  ]
  private let objectBytes: [UInt8] = [0x50] + Array(repeating: 0xAB, count: 16)
  private let object = ObjectID(high: 0xABAB_ABAB_ABAB_ABAB, low: 0xABAB_ABAB_ABAB_ABAB)

  private func digest(_ byte: UInt8) throws -> Digest {
    try #require(Digest(bytes: Array(repeating: byte, count: 32)))
  }

  private func bytes(of header: EventHeader) -> [UInt8] {
    var writer = CBORWriter()
    writer.header(header)
    return writer.bytes
  }

  @Test func `a header with everything in it`() throws {
    let other = DeviceID(ObjectID(high: 1, low: 2))
    let header = EventHeader(
      commit: 23, kind: .updated, identity: EventIdentity(device: device, counter: 24),
      stamp: 0x0000_0001_0000_0002, recorded: -1, entity: "héro", object: object,
      digest: try digest(0xCD), actor: "anna",
      cause: EventIdentity(device: device, counter: 255),
      seen: [EventIdentity(device: other, counter: 65_536)])
    let expected: [UInt8] =
      [0xAC, 0x01, 0x17, 0x02, 0x01, 0x03] + deviceBytes + [0x04, 0x18, 0x18]
      + [0x05, 0x1B, 0, 0, 0, 1, 0, 0, 0, 2, 0x06, 0x20]
      + [0x07, 0x65, 0x68, 0xC3, 0xA9, 0x72, 0x6F, 0x08] + objectBytes
      + [0x09, 0x58, 0x20] + Array(repeating: 0xCD, count: 32)
      + [0x0A, 0x64, 0x61, 0x6E, 0x6E, 0x61]
      + [0x0B, 0x82] + deviceBytes + [0x18, 0xFF]
      + [0x0C, 0x81, 0x82, 0x50, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2]
      + [0x1A, 0, 1, 0, 0]
    #expect(bytes(of: header) == expected)
    #expect(try EventHeader(decoding: expected.span) == header)
  }

  @Test func `a header without what may be left out`() throws {
    let header = EventHeader(
      commit: 0, kind: .inserted, identity: EventIdentity(device: device, counter: 0), stamp: 0,
      recorded: 0, entity: "", object: .zero, digest: try digest(0))
    let expected: [UInt8] =
      [0xA9, 0x01, 0x00, 0x02, 0x00, 0x03] + deviceBytes + [0x04, 0x00, 0x05, 0x00, 0x06, 0x00]
      + [0x07, 0x60, 0x08, 0x50] + Array(repeating: 0, count: 16)
      + [0x09, 0x58, 0x20] + Array(repeating: 0, count: 32)
    #expect(bytes(of: header) == expected)
    #expect(try EventHeader(decoding: expected.span) == header)
    // A key of a later writer is passed by; the bytes are theirs and stay.
    let later = [0xAA] + expected.dropFirst() + [0x18, 0x40, 0x82, 0x01, 0x02]
    #expect(try EventHeader(decoding: later.span) == header)
  }

  @Test func `what is not as the format writes it is refused`() throws {
    let header = EventHeader(
      commit: 0, kind: .inserted, identity: EventIdentity(device: device, counter: 0), stamp: 0,
      recorded: 0, entity: "e", object: object, digest: try digest(1))
    let good = bytes(of: header)
    var broken: [[UInt8]] = []
    // A longer integer than it needs, a key twice, keys out of order, a byte too many or too few.
    broken.append([0xA9, 0x01, 0x18, 0x00] + good.dropFirst(3))
    broken.append([0xAA, 0x01, 0x00] + good.dropFirst())
    broken.append([0xA9, 0x02, 0x00, 0x01, 0x00] + good.dropFirst(5))
    broken.append(good + [0])
    broken.append(Array(good.dropLast()))
    broken.append([0xA8] + good.dropFirst(1).dropLast(35))
    // Indefinite length, a map of text keys, nothing at all.
    broken.append([0xBF] + good.dropFirst() + [0xFF])
    broken.append([0xA1, 0x61, 0x61, 0x01])
    broken.append([])
    for bytes in broken {
      #expect(throws: (any Error).self) { try EventHeader(decoding: bytes.span) }
    }
    for length in 0..<good.count {
      #expect(throws: (any Error).self) {
        try EventHeader(decoding: Array(good.prefix(length)).span)
      }
    }
  }

  @Test func `an unknown kind names the version that is needed`() throws {
    var bytes = bytes(
      of: EventHeader(
        commit: 0, kind: .inserted, identity: EventIdentity(device: device, counter: 0), stamp: 0,
        recorded: 0, entity: "", object: .zero, digest: try digest(0)))
    bytes[4] = 7
    let error = #expect(throws: EventLogError.self) { try EventHeader(decoding: bytes.span) }
    guard case .unknownFormat = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `kinds have the format's numbers`() {
    #expect(
      EventKind.allCases.map(\.rawValue) == [0, 1, 2, 3, 4, 5, 6])
    #expect(
      EventKind.allCases.map(\.name) == [
        "inserted", "updated", "deleted", "erased", "modelChanged", "viewChanged", "condensed",
      ])
    #expect(EventKind.allCases.filter(\.concernsObject).map(\.rawValue) == [0, 1, 2, 3, 6])
    #expect(EventKind.allCases.allSatisfy { EventKind(name: $0.name) == $0 })
  }

  @Test func `a payload with every kind of value, its keys by length and then by bytes`() throws {
    let salt = ObjectID(high: 0, low: 7)
    let values: PropertyValues = [
      "aa": .string("x"), "b": .null, "a": .bool(true), "c": .int(-500), "d": .double(1.5),
      "e": .data([1, 2]), "f": .uuid(object),
      "g": .date(Moment(microseconds: 1, offsetSeconds: -3_600, zone: "Asia/Kolkata")),
      "h": .date(Moment(microseconds: -1, offsetSeconds: 0, zone: nil)),
      "i": .content(ContentReference(digest: Array(repeating: 9, count: 32), size: 300)),
      "j": .list([.int(24), .string("")]), "k": .double(100_000.0), "l": .double(1.1),
    ]
    var writer = CBORWriter()
    try writer.payload(salt: salt, values: values)
    var expected: [UInt8] = [0x82, 0x50] + Array(repeating: 0, count: 15) + [7, 0xAD]
    expected += [0x61, 0x61, 0xF5, 0x61, 0x62, 0xF6, 0x61, 0x63, 0x39, 0x01, 0xF3]
    expected += [0x61, 0x64, 0xF9, 0x3E, 0x00, 0x61, 0x65, 0x42, 1, 2]
    expected += [0x61, 0x66, 0xD8, 0x25] + objectBytes
    expected += [0x61, 0x67, 0xD9, 0x9C, 0x40, 0x83, 0x01, 0x39, 0x0E, 0x0F, 0x6C]
    expected += Array("Asia/Kolkata".utf8)
    expected += [0x61, 0x68, 0xD9, 0x9C, 0x40, 0x82, 0x20, 0x00]
    expected += [0x61, 0x69, 0xD9, 0x9C, 0x41, 0x82, 0x58, 0x20] + Array(repeating: 9, count: 32)
    expected += [0x19, 0x01, 0x2C]
    expected += [0x61, 0x6A, 0x82, 0x18, 0x18, 0x60]
    expected += [0x61, 0x6B, 0xFA, 0x47, 0xC3, 0x50, 0x00]
    expected += [0x61, 0x6C, 0xFB, 0x3F, 0xF1, 0x99, 0x99, 0x99, 0x99, 0x99, 0x9A]
    expected += [0x62, 0x61, 0x61, 0x61, 0x78]
    #expect(writer.bytes == expected)
    let payload = try EventPayload(decoding: expected.span)
    #expect(payload == EventPayload(salt: salt, values: values))
    #expect(try EventPayload.value(under: "aa", in: expected.span) == .string("x"))
    #expect(try EventPayload.value(under: "zz", in: expected.span) == nil)
    for length in 0..<expected.count {
      #expect(throws: (any Error).self) {
        try EventPayload(decoding: Array(expected.prefix(length)).span)
      }
    }
  }

  @Test func `what is not a number is refused`() throws {
    for value in [Double.nan, .infinity, -.infinity] {
      var writer = CBORWriter()
      #expect(throws: (any Error).self) {
        try writer.payload(salt: .zero, values: ["a": .list([.double(value)])])
      }
    }
  }
}
