/// A picture, a recording or another file that belongs to an entry of another diary.
public struct ImportedMedium {
  /// What kind of medium it is, as the model's attribute `type` names it.
  public var kind: MediumKind
  /// Its media type (RFC 6838), where it is known.
  public var mimeType: String?
  /// The name of its file.
  public var name: String?
  /// What it is said to show.
  public var caption: String?
  /// How many pixels it is wide.
  public var width: Int64?
  /// How many pixels it is high.
  public var height: Int64?
  /// How many seconds it lasts.
  public var duration: Double?
  /// The MD5 that the source gives, in lower-case hexadecimal digits.
  public var md5: String?
  /// Its content; nil where the source has none.
  public var file: SourceFile?

  /// Makes a medium of which nothing is known but its kind.
  public init(_ kind: MediumKind) {
    self.kind = kind
  }
}

/// The kinds of media.
public enum MediumKind: String, Sendable, CaseIterable {
  /// A picture.
  case image
  /// A recording.
  case audio
  /// A film.
  case video
  /// A document, such as a PDF.
  case document
  /// Anything else.
  case other
}

extension MediumKind {
  /// Kind and media type of a file, by the ending of its name; nil where that tells nothing.
  public static func named(_ name: String) -> (kind: MediumKind, mimeType: String)? {
    guard let dot = name.lastIndex(of: ".") else { return nil }
    return types[name[name.index(after: dot)...].lowercased()]
  }

  /// The ending of a file's name that a media type has; nil where it is not known.
  public static func ending(of mimeType: String) -> String? {
    endings.first { $0.mimeType == mimeType }?.ending
  }

  /// Endings with their media types (IANA), the usual ending of each type first.
  private static let endings: [(ending: String, kind: MediumKind, mimeType: String)] = [
    ("jpeg", .image, "image/jpeg"), ("jpg", .image, "image/jpeg"), ("png", .image, "image/png"),
    ("gif", .image, "image/gif"), ("webp", .image, "image/webp"), ("heic", .image, "image/heic"),
    ("heif", .image, "image/heif"), ("avif", .image, "image/avif"), ("tiff", .image, "image/tiff"),
    ("tif", .image, "image/tiff"), ("bmp", .image, "image/bmp"), ("svg", .image, "image/svg+xml"),
    ("m4a", .audio, "audio/mp4"), ("aac", .audio, "audio/aac"), ("mp3", .audio, "audio/mpeg"),
    ("wav", .audio, "audio/wav"), ("ogg", .audio, "audio/ogg"), ("opus", .audio, "audio/opus"),
    ("flac", .audio, "audio/flac"), ("caf", .audio, "audio/x-caf"),
    ("mp4", .video, "video/mp4"), ("mov", .video, "video/quicktime"), ("m4v", .video, "video/mp4"),
    ("webm", .video, "video/webm"), ("mkv", .video, "video/x-matroska"),
    ("pdf", .document, "application/pdf"), ("txt", .document, "text/plain"),
    ("md", .document, "text/markdown"), ("html", .document, "text/html"),
    ("docx", .document,
      "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
    ("odt", .document, "application/vnd.oasis.opendocument.text"), ("zip", .other, "application/zip"),
  ]

  private static let types = Dictionary(
    endings.map { ($0.ending, (kind: $0.kind, mimeType: $0.mimeType)) }, uniquingKeysWith: { $1 })
}
