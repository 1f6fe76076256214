import CBOR
import Testing

@Suite struct CBORCursorTests {
  @Test func `a record is read in place`() throws {
    var writer = CBORWriter(reservingCapacity: 64)
    writer.map(count: 3)
    writer.unsigned(1)
    writer.int(-7)
    writer.unsigned(2)
    writer.bytes([9, 8][...])
    writer.unsigned(3)
    writer.text("é")
    let bytes = writer.bytes

    var cursor = CBORCursor()
    #expect(try cursor.majorType(in: bytes.span) == .map)
    #expect(try cursor.mapCount(in: bytes.span) == 3)
    #expect(try cursor.unsigned(in: bytes.span) == 1)
    #expect(try cursor.int(in: bytes.span) == -7)
    #expect(try cursor.unsigned(in: bytes.span) == 2)
    let range = try cursor.byteStringRange(in: bytes.span)
    #expect(bytes[range] == [9, 8])
    #expect(try cursor.unsigned(in: bytes.span) == 3)
    #expect(cursor.isAtEnd(of: bytes.span) == false)
    let text = try cursor.textRange(in: bytes.span)
    #expect(Array(bytes[text]) == Array("é".utf8))
    #expect(cursor.isAtEnd(of: bytes.span) == true)
    try cursor.expectEnd(of: bytes.span)
  }

  @Test func `reading goes on within a larger buffer`() throws {
    let bytes = [0xFF, 0xFF] + hexadecimal("82f6f5") + [0xFF]
    var cursor = CBORCursor(offset: 2)
    #expect(try cursor.arrayCount(in: bytes.span) == 2)
    #expect(try cursor.nullIfPresent(in: bytes.span) == true)
    #expect(try cursor.nullIfPresent(in: bytes.span) == false)
    #expect(try cursor.bool(in: bytes.span) == true)
    #expect(cursor.offset == 5)
    #expect(throws: CBORError(.trailingBytes(count: 1), at: 5)) {
      try cursor.expectEnd(of: bytes.span)
    }
  }

  @Test func `another kind than asked for is named`() {
    let bytes = hexadecimal("8101")
    var cursor = CBORCursor()
    let error = #expect(throws: CBORError.self) { try cursor.text(in: bytes.span) }
    #expect(error?.description == "byte 0: expected a text string, found an array")
    #expect(throws: CBORError.self) { try cursor.unsigned(in: bytes.span) }
    #expect(throws: CBORError.self) { try cursor.int(in: bytes.span) }
    #expect(throws: CBORError.self) { try cursor.bool(in: bytes.span) }
    #expect(throws: CBORError.self) { try cursor.null(in: bytes.span) }
    #expect(throws: CBORError.self) { try cursor.double(in: bytes.span) }
    #expect(throws: CBORError.self) { try cursor.mapCount(in: bytes.span) }
    #expect(throws: CBORError.self) { try cursor.tag(in: bytes.span) }
    #expect(throws: CBORError.self) { try cursor.byteString(in: bytes.span) }
    let null = #expect(throws: CBORError.self) { try cursor.bool(in: hexadecimal("f6").span) }
    #expect(null?.reason == .unexpected(found: .simpleOrFloat, expected: "a boolean"))
  }

  @Test(
    arguments: [
      ("3bffffffffffffffff", nil), ("3b8000000000000000", nil), ("1b8000000000000000", nil),
      ("1b7fffffffffffffff", Int64.max), ("3b7fffffffffffffff", Int64.min), ("20", -1),
    ] as [(String, Int64?)])
  func `integers beyond 64 bits with a sign are refused as such`(digits: String, value: Int64?)
    throws
  {
    let bytes = hexadecimal(digits)
    var cursor = CBORCursor()
    if let value {
      #expect(try cursor.int(in: bytes.span) == value)
    } else {
      #expect(throws: CBORError(.integerOutOfRange, at: 0)) { try cursor.int(in: bytes.span) }
      #expect(try CBORCursor.skipped(bytes))
    }
  }

  @Test(arguments: [[0x81], [0xC1], [0xA1, 0x00]] as [[UInt8]])
  func `skipping follows nesting up to a limit`(level: [UInt8]) {
    let limit = CBORCursor.depthLimit
    func nested(_ depth: Int) -> [UInt8] { Array(repeating: level, count: depth).joined() + [0x00] }
    #expect(throws: Never.self) {
      var cursor = CBORCursor()
      try cursor.skip(in: nested(limit).span)
    }
    for depth in [limit + 1, 100_000] {
      #expect(throws: CBORError(.tooDeep(limit: limit), at: limit * level.count + 1)) {
        var cursor = CBORCursor()
        try cursor.skip(in: nested(depth).span)
      }
    }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, .signalingNaN])
  func `a double that is not finite is not written`(value: Double) {
    var writer = CBORWriter()
    writer.null()
    #expect(throws: CBORError(.notFinite, at: 1)) { try writer.double(value) }
    #expect(writer.bytes == [0xF6])
  }

  @Test func `strings are written from any kind of bytes alike`() {
    let content: [UInt8] = Array(0..<30)
    var writers = [CBORWriter](repeating: CBORWriter(), count: 4)
    writers[0].bytes(content)
    writers[1].bytes(content[...])
    writers[2].bytes(content.span)
    writers[3].bytes(content.reversed().reversed() as ReversedCollection<[UInt8]>)
    for writer in writers { #expect(writer.bytes == [0x58, 30] + content) }
    writers[0].removeAll()
    writers[0].encoded(hexadecimal("820102").span)
    #expect(writers[0].bytes == [0x82, 1, 2])
  }
}

extension CBORCursor {
  fileprivate static func skipped(_ bytes: [UInt8]) throws -> Bool {
    var cursor = CBORCursor()
    return try cursor.skip(in: bytes.span) == 0..<bytes.count
  }
}
