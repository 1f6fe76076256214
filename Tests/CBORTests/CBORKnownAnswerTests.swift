import CBOR
import Testing

/// RFC 8949, Appendix A: of its examples those that are deterministic are written and read, the others
/// refused.
@Suite struct CBORKnownAnswerTests {
  static let integers: [(CBORItem, String)] = [
    (.unsigned(0), "00"), (.unsigned(1), "01"), (.unsigned(10), "0a"), (.unsigned(23), "17"),
    (.unsigned(24), "1818"), (.unsigned(25), "1819"), (.unsigned(100), "1864"),
    (.unsigned(1000), "1903e8"), (.unsigned(1_000_000), "1a000f4240"),
    (.unsigned(1_000_000_000_000), "1b000000e8d4a51000"),
    (.unsigned(.max), "1bffffffffffffffff"),
    (.negative(-1), "20"), (.negative(-10), "29"), (.negative(-100), "3863"),
    (.negative(-1000), "3903e7"), (.negative(.min), "3b7fffffffffffffff"),
  ]

  static let floatsAndSimpleValues: [(CBORItem, String)] = [
    (.double(0.0), "f90000"), (.double(-0.0), "f98000"), (.double(1.0), "f93c00"),
    (.double(1.1), "fb3ff199999999999a"), (.double(1.5), "f93e00"), (.double(65504), "f97bff"),
    (.double(100_000), "fa47c35000"), (.double(3.4028234663852886e+38), "fa7f7fffff"),
    (.double(1.0e+300), "fb7e37e43c8800759c"), (.double(5.960464477539063e-8), "f90001"),
    (.double(0.00006103515625), "f90400"), (.double(-4.0), "f9c400"),
    (.double(-4.1), "fbc010666666666666"),
    (.bool(false), "f4"), (.bool(true), "f5"), (.null, "f6"),
  ]

  static let stringsAndTags: [(CBORItem, String)] = [
    (.bytes([]), "40"), (.bytes([1, 2, 3, 4]), "4401020304"),
    (.text(""), "60"), (.text("a"), "6161"), (.text("IETF"), "6449455446"),
    (.text("\"\\"), "62225c"), (.text("\u{FC}"), "62c3bc"), (.text("\u{6C34}"), "63e6b0b4"),
    (.text("\u{10151}"), "64f0908591"),
    (
      .tag(0, .text("2013-03-21T20:04:00Z")),
      "c074323031332d30332d32315432303a30343a30305a"
    ),
    (.tag(1, .unsigned(1_363_896_240)), "c11a514b67b0"),
    (.tag(1, .double(1363896240.5)), "c1fb41d452d9ec200000"),
    (.tag(23, .bytes([1, 2, 3, 4])), "d74401020304"),
    (.tag(24, .bytes([0x64, 0x49, 0x45, 0x54, 0x46])), "d818456449455446"),
    (
      .tag(32, .text("http://www.example.com")),
      "d82076687474703a2f2f7777772e6578616d706c652e636f6d"
    ),
  ]

  static let containers: [(CBORItem, String)] = [
    (.array([]), "80"), (.array([.unsigned(1), .unsigned(2), .unsigned(3)]), "83010203"),
    (
      .array([
        .unsigned(1), .array([.unsigned(2), .unsigned(3)]), .array([.unsigned(4), .unsigned(5)]),
      ]), "8301820203820405"
    ),
    (
      .array((1...25).map { .unsigned($0) }),
      "98190102030405060708090a0b0c0d0e0f101112131415161718181819"
    ),
    (.map([]), "a0"),
    (
      .map([
        .init(key: .unsigned(1), value: .unsigned(2)),
        .init(key: .unsigned(3), value: .unsigned(4)),
      ]), "a201020304"
    ),
    (
      .map([
        .init(key: .text("a"), value: .unsigned(1)),
        .init(key: .text("b"), value: .array([.unsigned(2), .unsigned(3)])),
      ]), "a26161016162820203"
    ),
    (
      .array([.text("a"), .map([.init(key: .text("b"), value: .text("c"))])]),
      "826161a161626163"
    ),
    (
      .map(["a", "b", "c", "d", "e"].map { .init(key: .text($0), value: .text($0.uppercased())) }),
      "a56161614161626142616361436164614461656145"
    ),
  ]

  @Test(arguments: integers + floatsAndSimpleValues + stringsAndTags + containers)
  func `an example is written and read`(item: CBORItem, digits: String) throws {
    let bytes = hexadecimal(digits)
    #expect(try item.encoded == bytes)
    #expect(try CBORItem(decoding: bytes) == item)
    var cursor = CBORCursor()
    #expect(try cursor.skip(in: bytes.span) == 0..<bytes.count)
  }

  @Test func `minus zero keeps its sign`() throws {
    var cursor = CBORCursor()
    #expect(try cursor.double(in: hexadecimal("f98000").span).sign == .minus)
  }

  @Test(
    arguments: [
      ("f97c00", 0, .notFinite), ("f97e00", 0, .notFinite), ("f9fc00", 0, .notFinite),
      ("fa7f800000", 0, .notFinite), ("fa7fc00000", 0, .notFinite), ("faff800000", 0, .notFinite),
      ("fb7ff0000000000000", 0, .notFinite), ("fb7ff8000000000000", 0, .notFinite),
      ("fbfff0000000000000", 0, .notFinite),
      ("f7", 0, .unknownSimpleValue), ("f0", 0, .unknownSimpleValue),
      ("f8ff", 0, .unknownSimpleValue), ("f818", 0, .unknownSimpleValue),
      ("f814", 0, .unknownSimpleValue), ("e0", 0, .unknownSimpleValue),
      ("5f42010243030405ff", 0, .indefiniteLength),
      ("7f657374726561646d696e67ff", 0, .indefiniteLength),
      ("9fff", 0, .indefiniteLength), ("83018202039f0405ff", 5, .indefiniteLength),
      ("bf6346756ef563416d7421ff", 0, .indefiniteLength), ("ff", 0, .indefiniteLength),
      ("1800", 0, .notShortest), ("1817", 0, .notShortest), ("1900ff", 0, .notShortest),
      ("1a0000ffff", 0, .notShortest), ("1b00000000ffffffff", 0, .notShortest),
      ("3817", 0, .notShortest), ("5801ff", 0, .notShortest), ("780161", 0, .notShortest),
      ("980100", 0, .notShortest), ("b8010000", 0, .notShortest), ("d81700", 0, .notShortest),
      ("fa3fc00000", 0, .floatNotShortest), ("fb3ff8000000000000", 0, .floatNotShortest),
      ("fb40f86a0000000000", 0, .floatNotShortest), ("fa33800000", 0, .floatNotShortest),
      ("fb0000000000000000", 0, .floatNotShortest), ("fb8000000000000000", 0, .floatNotShortest),
      ("1c", 0, .reserved(additionalInformation: 28)),
      ("5d", 0, .reserved(additionalInformation: 29)),
      ("fe", 0, .reserved(additionalInformation: 30)),
      ("1f", 0, .indefiniteLength), ("df", 0, .indefiniteLength),
      ("61ff", 0, .invalidUTF8), ("62c328", 0, .invalidUTF8), ("63eda080", 0, .invalidUTF8),
      ("820162c080", 2, .invalidUTF8),
      ("a203040102", 3, .unsortedKey), ("a2616200616100", 4, .unsortedKey),
      ("a262616100616200", 5, .unsortedKey), ("a220000100", 3, .unsortedKey),
      ("a201020103", 3, .duplicateKey), ("a2616100616100", 4, .duplicateKey),
      ("", 0, .truncated), ("18", 0, .truncated), ("1b000000", 0, .truncated),
      ("44010203", 0, .truncated),
      ("8201", 0, .truncated), ("82011a00", 2, .truncated), ("a101", 0, .truncated),
      ("c1", 1, .truncated), ("f9", 0, .truncated), ("fb00", 0, .truncated),
      ("5bffffffffffffffff", 0, .truncated), ("7b7fffffffffffffff00", 0, .truncated),
      ("9bffffffffffffffff", 0, .truncated), ("9a7fffffff00", 0, .truncated),
      ("bbffffffffffffffff", 0, .truncated), ("ba7fffffff0000", 0, .truncated),
    ] as [(String, Int, CBORError.Reason)])
  func `what is not deterministic is refused by name`(
    digits: String, offset: Int, reason: CBORError.Reason
  ) {
    let bytes = hexadecimal(digits)
    #expect(throws: CBORError(reason, at: offset)) { try CBORItem(decoding: bytes) }
    #expect(throws: CBORError(reason, at: offset)) {
      var cursor = CBORCursor()
      try cursor.skip(in: bytes.span)
    }
  }
}
