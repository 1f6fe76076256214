import Interchange
import Model
import Testing

@Suite struct DayOneClassicTests {
  private static let entry = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0"><dict>
    <key>Creation Date</key><date>2013-05-17T18:39:20Z</date>
    <key>Entry Text</key><string>Fish &amp; chips
    by the sea</string>
    <key>Location</key><dict><key>Country</key><string>Ireland</string><key>Latitude</key><real>53.3</real>
    <key>Longitude</key><real>-6.2</real><key>Place Name</key><string>Pier</string></dict>
    <key>Starred</key><true/>
    <key>Tags</key><array><string>food</string><string>two words</string></array>
    <key>Time Zone</key><string>Europe/Dublin</string>
    <key>UUID</key><string>4BB1F46946AD439996C9B59DE7C4DDC1</string>
    </dict></plist>
    """

  @Test func `an entry and its picture are read`() throws {
    let id = "4BB1F46946AD439996C9B59DE7C4DDC1"
    let reading = try Reading(
      .dayOneClassic,
      folder: [
        ("J.dayone/entries/\(id).doentry", Self.entry), ("J.dayone/entries/x.doentry", "<plist/>"),
        ("J.dayone/photos/\(id).jpg", "jpeg"),
      ])
    let entry = try #require(reading.entries.first)
    #expect(entry.text == "Fish & chips\nby the sea")
    #expect(reading.dates == ["2013-05-17T18:39:20Z[Europe/Dublin]"])
    #expect(entry.isStarred)
    #expect(entry.tags == ["food", "two words"])
    #expect(entry.attributes["place"] == .string("Pier, Ireland"))
    #expect(entry.attributes["latitude"] == .double(53.3))
    #expect(entry.importKey == "uuid:4bb1f469-46ad-4399-96c9-b59de7c4ddc1")
    #expect(entry.media.map(\.file?.path) == ["J.dayone/photos/\(id).jpg"])
    #expect(reading.report.read == 2)
    #expect(reading.report.left.count == 1)
  }

  private static let binary =
    "62706c6973743030d80102030405060708090a0b0c0d0e1112534269675d4372656174696f6e20446174"
    + "655a456e7472792054657874545265616c575374617272656454546167735954696d65205a6f6e655455"
    + "55494412000111703341b746b0d80000006a0047007200f600df00650020d83dde42000a0062233ff800"
    + "000000000008a20f1054666f6f6464006600fc006e00665d4575726f70652f4475626c696e5f10203442"
    + "42314634363934364144343339393936433942353944453743344444433108191d2b363b434852575c65"
    + "7a8384878c95a300000000000001010000000000000013000000000000000000000000000000c6"

  /// What Python's plistlib writes of such an entry in the binary form.
  @Test func `the binary form is read`() throws {
    let bytes = try #require(Hexadecimal.bytes(Self.binary))
    let reading = try Reading(
      .dayOneClassic, ImportSource(SourceFile(path: "a.doentry", bytes: bytes)))
    let entry = try #require(reading.entries.first)
    #expect(entry.text == "Größe 🙂\nb")
    #expect(reading.dates == ["2013-05-17T18:39:20Z[Europe/Dublin]"])
    #expect(entry.tags == ["food", "fünf"])
    #expect(!entry.isStarred)
    for cut in 0..<bytes.count {
      let part = try Reading(
        .dayOneClassic,
        ImportSource(SourceFile(path: "a.doentry", bytes: Array(bytes[..<cut]))))
      #expect(part.report.read == 1)
    }
  }
}

private enum Hexadecimal {
  static func bytes(_ text: String) -> [UInt8]? {
    let digits = text.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map {
      UInt8(digits[$0] << 4 | digits[$0 + 1])
    }
  }
}
