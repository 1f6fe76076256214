import Daybook
import TestSupport
import Testing

/// What content says of itself.
@Suite struct MediaTypeTests {
  @Test(
    arguments: [
      ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "image/png", MediaType.Kind.image, "png"),
      ([0xFF, 0xD8, 0xFF, 0xE0], "image/jpeg", .image, "jpg"),
      ([0x25, 0x50, 0x44, 0x46, 0x2D, 0x31], "application/pdf", .document, "pdf"),
      ([0x50, 0x4B, 0x03, 0x04, 0x00], "application/zip", .other, "zip"),
      ([0x1A, 0x45, 0xDF, 0xA3, 0x00], "video/x-matroska", .video, "mkv"),
      ([0xFF, 0xFB, 0x90, 0x64], "audio/mpeg", .audio, "mp3"),
      ([0xFF, 0xF1, 0x50, 0x80], "audio/aac", .audio, "aac"),
      ([0x00, 0x01, 0x02, 0xFF], "application/octet-stream", .other, "bin"),
      ([], "application/octet-stream", .other, "bin"),
    ] as [([UInt8], String, MediaType.Kind, String)])
  func `bytes tell the type`(
    bytes: [UInt8], name: String, kind: MediaType.Kind, ending: String
  ) {
    let type = MediaType(ofContent: bytes, isWhole: true)
    #expect(type.mimeType == name)
    #expect(type.kind == kind)
    #expect(type.fileExtension == ending)
  }

  @Test(
    arguments: [
      ("GIF89a", "image/gif"), ("RIFF....WEBPVP8 ", "image/webp"),
      ("RIFF....WAVEfmt ", "audio/wav"),
      ("....ftypheic", "image/heic"), ("....ftypM4A ", "audio/mp4"), ("....ftypisom", "video/mp4"),
      ("....ftypqt  ", "video/quicktime"), ("OggS....vorbis", "audio/ogg"),
      ("OggS....theora", "video/ogg"), ("ID3....", "audio/mpeg"),
      ("<?xml version='1.0'?><svg/>", "image/svg+xml"), ("<!DOCTYPE html>", "text/html"),
      ("BM is no bitmap but a sentence of it", "text/plain"), ("Grüße\n", "text/plain"),
    ])
  func `containers are told by what they hold, and text by being text`(text: String, name: String) {
    #expect(MediaType(ofContent: Array(text.utf8), isWhole: true).mimeType == name)
  }

  @Test func `a text that is cut within a character is a text still, and half a character is none`()
  {
    let cut = Array("Grüß".utf8.dropLast())
    #expect(MediaType(ofContent: cut, isWhole: false).mimeType == "text/plain")
    #expect(MediaType(ofContent: cut, isWhole: true).mimeType == "application/octet-stream")
  }

  private func facts(_ bytes: [UInt8]) -> MediaFacts {
    MediaFacts(size: UInt64(bytes.count)) { offset, count in
      Array(bytes.dropFirst(Int(offset)).prefix(count))
    }
  }

  @Test func `the size of a picture is in its header`() {
    let png: [UInt8] =
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
      + [0, 0, 0x04, 0xB0, 0, 0, 0x03, 0x20]
    #expect(facts(png).width == 1200)
    #expect(facts(png).height == 800)
    // A preview in a segment before the frame has a frame of its own, which does not count.
    let preview: [UInt8] = [0xFF, 0xE1, 0x00, 0x0C, 0xFF, 0xC0, 0, 0, 0, 0, 1, 0, 2, 0]
    let frame: [UInt8] = [0xFF, 0xC2, 0x00, 0x11, 8, 0x02, 0x58, 0x03, 0x20, 3, 0, 0, 0]
    let jpeg: [UInt8] = [0xFF, 0xD8] + preview + frame
    #expect(facts(jpeg).width == 800)
    #expect(facts(jpeg).height == 600)
    let gif = Array("GIF89a".utf8) + [0x40, 0x01, 0xF0, 0x00]
    #expect(facts(gif).width == 320)
    #expect(facts(gif).height == 240)
  }

  @Test func `a film tells how long it plays, wherever its header stands`() {
    func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
      let size = UInt32(content.count + 8)
      return (0..<4).map { UInt8(truncatingIfNeeded: size >> (24 - 8 * UInt32($0))) }
        + Array(name.utf8) + content
    }
    let zeros = { [UInt8](repeating: 0, count: $0) }
    let header = box("mvhd", zeros(12) + [0, 0, 0x03, 0xE8, 0, 0, 0x30, 0x39] + zeros(80))
    let track = box("tkhd", zeros(76) + [0x07, 0x80, 0, 0, 0x04, 0x38, 0, 0])
    let film =
      box("ftyp", Array("isom".utf8)) + box("mdat", [UInt8](repeating: 7, count: 300_000))
      + box("moov", header + box("trak", track))
    let found = facts(film)
    #expect(found.duration == 12.345)
    #expect(found.width == 1920)
    #expect(found.height == 1080)
  }

  @Test func `sound tells how long it plays`() {
    let wave: [UInt8] =
      Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WAVEfmt ".utf8) + [16, 0, 0, 0, 1, 0, 1, 0]
      + [0x40, 0x1F, 0, 0] + [0x40, 0x1F, 0, 0] + [1, 0, 8, 0] + Array("data".utf8)
      + [0xA0, 0x0F, 0, 0]
    #expect(facts(wave).duration == 0.5)
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `no bytes behind a signature are more than can be looked at`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let heads = [
      "RIFF....WEBPVP8X", "RIFF....WAVEfmt data", "....ftypisom", "....ftypheicispe", "GIF89a",
      "fLaC", "BM",
    ]
    var bytes = Array(heads[Int(seed % UInt64(heads.count))].utf8)
    if seed % 8 == 7 { bytes = [0xFF, 0xD8, 0xFF] }
    for _ in 0..<Int(random.next() % 80) { bytes.append(UInt8(truncatingIfNeeded: random.next())) }
    if seed % 3 == 0 { bytes += Array("moovmvhdtkhd".utf8) }
    let found = facts(bytes)
    #expect(found.width ?? 1 > 0)
    #expect(found.duration.map { $0 >= 0 } ?? true)
  }
}
