import CommandLineKit
import Daybook
import JSON
import MerkleTree

/// Writes a medium out as the file that it was.
struct Extract: Command {
  static let name = "extract"
  static let summary = "Writes a picture or another attachment out as a file"
  static let discussion = """
    Without -o the file is made in the current directory under the name that it came in with, and never \
    in place of another; -o names another path, a directory, or - for standard output. What is written \
    is checked against its digest on the way.
    """
  static let examples = [
    Example("daybook extract 8d1f2aa", "under its own name; 'daybook show' tells the id"),
    Example("daybook extract 8d1f2aa -o beach.jpg", "under another name"),
    Example("daybook extract 4f1c2a9 -o /tmp", "what one entry has, if it is one file"),
  ]
  static let parameters: [Parameter<Self>] = [
    .argument(
      "MEDIUM", \.id, completion: .asked(kind: "medium"),
      help: "Which one, or an entry that has but one"),
    .option(
      "--output", short: "-o", \.output, "FILE", completion: .files, help: "Where to write it"),
  ]

  var id = ""
  var output: String?

  func run(in session: Session) throws -> ExitCode {
    try session.openForReading(readsAhead: true).read { snapshot in
      let medium = try medium(in: snapshot, session)
      guard let content = medium.mediumContent else {
        throw CommandFailure(
          .reference, "\(medium.id) names no content, so there is nothing to write", status: .found)
      }
      if output == "-" {
        try write(content, of: snapshot) { try session.console.write(bytes: $0) }
        return .done
      }
      let path = try path(for: medium)
      let file = try ExportOutput(path, session.console)
      let progress = WorkProgress(session.console, unit: "bytes")
      var done = 0
      try write(content, of: snapshot) { bytes in
        try file.write(bytes)
        done += bytes.count
        progress.update(
          MaintenanceProgress(what: "writing", done: done, total: Int(clamping: content.size)))
      }
      progress.end()
      try file.finish()
      if session.isText {
        try session.console.writeLine(
          "Wrote \(path.terminalSafe), \(content.size.byteText)")
      } else {
        try tell(path, medium, content, in: session)
      }
      return .done
    }
  }

  private func tell(
    _ path: String, _ medium: Record, _ content: ContentReference, in session: Session
  ) throws {
    if session.isQuiet { return try session.console.writeLine(path) }
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("id", medium.id.description)
    writer.member("path", path)
    writer.member("sha256", content.hexadecimalDigest)
    writer.member("size", content.size)
    writer.endObject()
    writer.endLine()
    try session.console.write(bytes: writer.bytes)
  }

  /// The medium that the word names: itself, or the only one of an entry.
  private func medium(in snapshot: borrowing Snapshot, _ session: Session) throws -> Record {
    let identity = try session.identity(id, in: snapshot)
    guard let record = try snapshot.record(identity) else { throw JournalError.unknownID(id) }
    switch record.entity {
    case "medium":
      return record
    case "entry":
      let media = try snapshot.media(of: record)
      guard let medium = media.first else {
        throw CommandFailure(
          .reference, "entry \(identity.shortText) has no media", status: .found)
      }
      guard media.count == 1 else {
        let names = media.prefix(10).map { "\($0.id.shortText) (\($0.mediumName))" }
        throw CommandFailure(
          .reference,
          "entry \(identity.shortText) has \(media.count.grouped) media; name one of "
            + names.joined(separator: ", "))
      }
      return medium
    default:
      throw CommandFailure.usage("\(identity.shortText) is a '\(record.entity)' and no medium")
    }
  }

  /// Where the file goes.
  ///
  /// A name that came from elsewhere is never a path, and takes the place of no file.
  private func path(for medium: Record) throws -> String {
    if let output {
      let isFolder = try Files.status(of: output)?.isDirectory ?? output.hasSuffix("/")
      if !isFolder { return output }
      let folder = output.hasSuffix("/") ? output : "\(output)/"
      return try free(folder + Self.name(of: medium))
    }
    return try free(Self.name(of: medium))
  }

  private func free(_ path: String) throws -> String {
    if try Files.status(of: path) != nil {
      throw CommandFailure(
        .io, "'\(path.terminalSafe)' is there already; name another with -o", status: .usage)
    }
    return path
  }

  private static func name(of medium: Record) -> String {
    if case .string(let name)? = medium.values["name"] {
      let last = name.split(separator: "/").last.map(String.init) ?? ""
      let isPlain = !last.isEmpty && last != "." && last != ".." && !last.utf8.contains(0)
      if isPlain { return last }
    }
    var type = MediaType(named: "application/octet-stream")
    if case .string(let name)? = medium.values["mimeType"] { type = MediaType(named: name) }
    return "\(medium.id.shortText).\(type.fileExtension)"
  }

  /// Gives the content chunk by chunk, and checks that it is what its digest says.
  private func write(
    _ content: ContentReference, of snapshot: borrowing Snapshot,
    _ body: ([UInt8]) throws -> Void
  ) throws {
    var hash = SHA256()
    let isWhole = try snapshot.forEachChunk(of: content) { _, bytes in
      hash.update(bytes)
      try body(bytes)
    }
    guard isWhole, hash.finish().bytes == content.digest else {
      throw MediaError.damaged(digest: content.hexadecimalDigest)
    }
  }
}

extension Snapshot {
  /// The media of an entry, in their order.
  func media(of entry: Record) throws -> [Record] {
    try entry.mediaIDs.compactMap { try record($0) }
  }
}
