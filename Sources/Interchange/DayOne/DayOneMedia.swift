internal import Daybook
internal import JSON

/// The media of Day One's entries.
enum DayOneMedia {
  /// The arrays of an entry that list media, and what they hold.
  static let lists: [(name: String, kind: MediaType.Kind, folder: String)] = [
    ("photos", .image, "photos"), ("videos", .video, "videos"), ("audios", .audio, "audios"),
    ("pdfAttachments", .document, "pdfs"),
  ]

  /// The media of a record, in its order; those whose file is not there are told.
  static func media(
    of record: JSONRecordReader.Record, _ files: MediaFiles, _ report: inout ImportReport
  ) -> [ImportedMedium] {
    var media: [ImportedMedium] = []
    for (list, kind, _) in lists {
      for case let members? in record.members[list]?.array?.map(\.object) ?? [] {
        var medium = ImportedMedium(kind)
        let md5 = members.text("md5")?.lowercased()
        let identifier = members.text("identifier")
        let ending = ending(of: members, kind)
        medium.md5 = md5
        medium.name =
          members.text("filename") ?? members.text("pdfName")
          ?? (md5 ?? identifier).map { "\($0).\(ending)" }
        medium.caption = members.text("caption").flatMap { $0.isEmpty ? nil : $0 }
        medium.width = members.whole("width").flatMap { $0 > 0 ? $0 : nil }
        medium.height = members.whole("height").flatMap { $0 > 0 ? $0 : nil }
        medium.duration = members["duration"]?.double.flatMap { $0 > 0 ? $0 : nil }
        medium.file =
          [md5, identifier, members.text("filename")].lazy.compactMap { $0 }
          .compactMap { files.file(named: $0) }.first
        if medium.file == nil, !files.isEmpty {
          let name = medium.name ?? "a medium without a name"
          report.doubt(
            record.place, "\(name) is not among the files; the entry is imported without it")
        }
        media.append(medium)
      }
    }
    return media
  }

  private static func ending(of members: JSONObject, _ kind: MediaType.Kind) -> String {
    if let type = members.text("type"), !type.isEmpty { return type.lowercased() }
    switch kind {
    case .image: return "jpeg"
    case .video: return "mp4"
    case .audio: return "m4a"
    case .document: return "pdf"
    case .other: return "bin"
    }
  }
}

/// The files of a source by their names, with and without their endings.
struct MediaFiles {
  private var files: [String: SourceFile] = [:]

  init(_ source: ImportSource) {
    guard source.isFolder else { return }
    for file in source.files {
      let name = file.name.lowercased()
      files[name] = file
      if let dot = name.lastIndex(of: "."), dot != name.startIndex {
        let stem = String(name[..<dot])
        if files[stem] == nil { files[stem] = file }
      }
    }
  }

  /// Whether there is none, as of a source that is one file.
  var isEmpty: Bool { files.isEmpty }

  func file(named name: String) -> SourceFile? { files[name.lowercased()] }
}
