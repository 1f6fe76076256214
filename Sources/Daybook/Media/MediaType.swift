/// What content is, told by its own first bytes and never by its name.
public struct MediaType: Sendable, Hashable {
  /// The kind that a medium's `type` names.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A still picture.
    case image
    /// Sound.
    case audio
    /// Moving pictures.
    case video
    /// Text, pages, tables.
    case document
    /// Anything else.
    case other
  }

  /// The type by its IANA name, `image/jpeg`.
  public let mimeType: String
  /// What kind that is.
  public let kind: Kind
  /// What names of such files usually end with, without a dot: `jpg`.
  public let fileExtension: String

  /// Tells the type of content.
  ///
  /// Signatures are those of the formats' own specifications; the containers that many formats share
  /// (RIFF, ISO base media, Ogg, Matroska, zip) are told by what they say of their content.
  ///
  /// - Parameters:
  ///   - prefix: The first bytes of the content; 4096 are enough for every signature.
  ///   - isWhole: Whether that is all of it.
  public init(ofContent prefix: [UInt8], isWhole: Bool) {
    let bytes = prefix.prefix(4096)
    let name =
      Self.signatures.first { bytes.has($0.signature, at: $0.offset) }?.name
      ?? Self.container(bytes) ?? Self.text(bytes, isWhole: isWhole && bytes.count == prefix.count)
    self.init(named: name)
  }

  /// The type of an IANA name; one that is not known here is `other`, or what its first half says.
  public init(named mimeType: String) {
    self.mimeType = mimeType
    let isKnown = Self.extensions[mimeType]
    fileExtension = isKnown ?? "bin"
    kind =
      switch mimeType.prefix(while: { $0 != "/" }) {
      case "image": .image
      case "audio": .audio
      case "video": .video
      case "text": .document
      default: Self.documents.contains(mimeType) ? .document : .other
      }
  }

  /// What nothing more is known of.
  private static let unknown = "application/octet-stream"

  private static let signatures: [(name: String, offset: Int, signature: [UInt8])] = [
    ("image/png", 0, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
    ("image/jpeg", 0, [0xFF, 0xD8, 0xFF]),
    ("image/gif", 0, Array("GIF87a".utf8)),
    ("image/gif", 0, Array("GIF89a".utf8)),
    ("image/tiff", 0, [0x49, 0x49, 0x2A, 0x00]),
    ("image/tiff", 0, [0x4D, 0x4D, 0x00, 0x2A]),
    ("image/jxl", 0, [0xFF, 0x0A]),
    ("image/jxl", 0, [0x00, 0x00, 0x00, 0x0C, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A]),
    ("application/pdf", 0, Array("%PDF-".utf8)),
    ("application/postscript", 0, Array("%!PS".utf8)),
    ("application/rtf", 0, Array("{\\rtf".utf8)),
    ("audio/flac", 0, Array("fLaC".utf8)),
    ("audio/mpeg", 0, Array("ID3".utf8)),
    ("audio/midi", 0, Array("MThd".utf8)),
    ("audio/amr", 0, Array("#!AMR".utf8)),
    ("application/gzip", 0, [0x1F, 0x8B]),
    ("application/x-7z-compressed", 0, [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]),
    ("application/x-ole-storage", 0, [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]),
  ]

  private static let extensions: [String: String] = [
    "image/png": "png", "image/jpeg": "jpg", "image/gif": "gif", "image/tiff": "tif",
    "image/jxl": "jxl", "image/webp": "webp", "image/bmp": "bmp", "image/heic": "heic",
    "image/avif": "avif", "image/svg+xml": "svg", "audio/wav": "wav", "audio/flac": "flac",
    "audio/mpeg": "mp3", "audio/aac": "aac", "audio/midi": "mid", "audio/amr": "amr",
    "audio/aiff": "aiff", "audio/ogg": "ogg", "audio/mp4": "m4a", "video/mp4": "mp4",
    "video/quicktime": "mov", "video/3gpp": "3gp", "video/ogg": "ogv", "video/webm": "webm",
    "video/x-matroska": "mkv", "video/x-msvideo": "avi", "application/pdf": "pdf",
    "application/postscript": "ps", "application/rtf": "rtf", "application/zip": "zip",
    "application/gzip": "gz", "application/x-7z-compressed": "7z",
    "application/x-ole-storage": "doc", "application/epub+zip": "epub",
    "application/vnd.oasis.opendocument.text": "odt",
    "application/vnd.oasis.opendocument.spreadsheet": "ods",
    "application/vnd.oasis.opendocument.presentation": "odp",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
    "application/vnd.openxmlformats-officedocument.presentationml.presentation": "pptx",
    "text/plain": "txt", "text/html": "html",
  ]

  private static let documents: Set<String> = [
    "application/pdf", "application/postscript", "application/rtf", "application/x-ole-storage",
    "application/epub+zip", "application/vnd.oasis.opendocument.text",
    "application/vnd.oasis.opendocument.spreadsheet",
    "application/vnd.oasis.opendocument.presentation",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  ]

  /// What a format that others are built on holds; nil where it is none.
  private static func container(_ bytes: ArraySlice<UInt8>) -> String? {
    if bytes.has("RIFF", at: 0) {
      if bytes.has("WEBP", at: 8) { return "image/webp" }
      if bytes.has("WAVE", at: 8) { return "audio/wav" }
      if bytes.has("AVI ", at: 8) { return "video/x-msvideo" }
    }
    if bytes.has("FORM", at: 0), bytes.has("AIFF", at: 8) || bytes.has("AIFC", at: 8) {
      return "audio/aiff"
    }
    if bytes.has("ftyp", at: 4) { return baseMedia(brand: bytes.text(at: 8, count: 4)) }
    // QuickTime before it had file types.
    for box in ["moov", "mdat", "wide"] where bytes.has(box, at: 4) { return "video/quicktime" }
    if bytes.has("OggS", at: 0) { return bytes.contains("theora") ? "video/ogg" : "audio/ogg" }
    if bytes.has([0x1A, 0x45, 0xDF, 0xA3], at: 0) {
      return bytes.prefix(64).contains("webm") ? "video/webm" : "video/x-matroska"
    }
    if bytes.has([0x50, 0x4B, 0x03, 0x04], at: 0) { return archive(bytes) }
    // A bitmap's second header has one of a few sizes; "BM" alone begins many texts.
    if bytes.has("BM", at: 0), bytes.count > 18, [12, 40, 52, 56, 108, 124].contains(bytes[14]) {
      return "image/bmp"
    }
    // Eleven set bits begin a frame of MPEG audio; layer 0 of them is AAC (ISO 13818-7).
    if bytes.count > 1, bytes[0] == 0xFF, bytes[1] & 0xF0 == 0xF0 || bytes[1] & 0xE0 == 0xE0 {
      if bytes[1] & 0xF6 == 0xF0 { return "audio/aac" }
      if bytes[1] & 0x06 != 0, bytes[1] & 0x18 != 0x08 { return "audio/mpeg" }
    }
    return nil
  }

  /// ISO 14496-12 §4.3: the brand says which of the formats it is.
  private static func baseMedia(brand: String) -> String {
    switch brand {
    case "heic", "heix", "hevc", "hevx", "heim", "heis", "mif1", "msf1": "image/heic"
    case "avif", "avis": "image/avif"
    case "qt  ": "video/quicktime"
    case "M4A ", "M4B ", "M4P ": "audio/mp4"
    case _ where brand.hasPrefix("3g"): "video/3gpp"
    default: "video/mp4"
    }
  }

  /// A zip whose first members say that it is more than that.
  private static func archive(_ bytes: ArraySlice<UInt8>) -> String {
    // OpenDocument and EPUB store their type uncompressed as the first member.
    if bytes.has("mimetype", at: 30) {
      for name in documents where bytes.has(name, at: 38) { return name }
    }
    let office = "application/vnd.openxmlformats-officedocument"
    if bytes.contains("word/") { return "\(office).wordprocessingml.document" }
    if bytes.contains("xl/") { return "\(office).spreadsheetml.sheet" }
    if bytes.contains("ppt/") { return "\(office).presentationml.presentation" }
    return "application/zip"
  }

  /// Text is what is UTF-8 without control characters that no text has.
  private static func text(_ bytes: ArraySlice<UInt8>, isWhole: Bool) -> String {
    if bytes.isEmpty { return unknown }
    let isControl = bytes.contains { $0 < 0x20 && ![0x09, 0x0A, 0x0C, 0x0D, 0x1B].contains($0) }
    if isControl { return unknown }
    var whole = bytes
    if !isWhole {
      // A cut may have gone through a character, which has four bytes at the most.
      for _ in 0..<3 where String(validating: whole, as: UTF8.self) == nil { whole.removeLast() }
    }
    guard let text = String(validating: whole, as: UTF8.self) else { return unknown }
    let start = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }.prefix(1024).lowercased()
    if start.hasPrefix("<svg") || start.hasPrefix("<?xml") && start.contains("<svg") {
      return "image/svg+xml"
    }
    if start.hasPrefix("<!doctype html") || start.hasPrefix("<html") { return "text/html" }
    return "text/plain"
  }
}

extension ArraySlice<UInt8> {
  /// Whether these bytes stand `offset` bytes behind the first.
  func has(_ bytes: [UInt8], at offset: Int) -> Bool {
    count >= offset + bytes.count && dropFirst(offset).prefix(bytes.count).elementsEqual(bytes)
  }

  func has(_ text: String, at offset: Int) -> Bool { has(Array<UInt8>(text.utf8), at: offset) }

  func text(at offset: Int, count: Int) -> String {
    String(decoding: dropFirst(offset).prefix(count), as: UTF8.self)
  }

  /// Whether a word stands anywhere in the bytes.
  func contains(_ word: String) -> Bool { firstPlace(of: Array<UInt8>(word.utf8)) != nil }

  /// Where a word begins, counted from the first byte.
  func firstPlace(of word: [UInt8], after start: Int = 0) -> Int? {
    guard let first = word.first, count >= word.count else { return nil }
    var place = start
    while place + word.count <= count {
      if self[startIndex + place] == first, has(word, at: place) { return place }
      place += 1
    }
    return nil
  }
}
