import CommandLineKit
import Daybook
import Interchange
import JSON

/// The forms in which a journal comes and goes.
enum ExchangeFormat: String, CaseIterable, ArgumentValue {
  /// The text of jrnl.
  case jrnl
  /// The log itself, as JSON lines.
  case jsonl
}

/// What an import reads: a file, a folder, or standard input.
enum ImportSource {
  /// The files of a folder.
  case folder([SourceFile])
  /// A stream, called so in messages, of which the first bytes have been looked at.
  case stream(name: String, start: [UInt8], rest: () throws -> [UInt8])

  /// The most bytes of a stream that are held in memory.
  private static let byteLimit = 1 << 30
  /// How much of a stream is looked at to guess its format.
  private static let startByteCount = 1 << 16
  /// How deep folders are searched, links to folders among them.
  private static let depthLimit = 8

  /// Opens what stands at a path, standard input for `-`.
  init(_ path: String, in session: Session) throws {
    if path != "-", let status = try Files.status(of: path), status.isDirectory {
      var files: [SourceFile] = []
      try Self.gather(path, depth: 0, into: &files)
      self = .folder(files)
      return
    }
    let read = try session.stream(of: path)
    var start: [UInt8] = []
    while start.count < Self.startByteCount {
      let part = try read()
      if part.isEmpty { break }
      start += part
    }
    self = .stream(name: session.name(of: path), start: start, rest: read)
  }

  /// Names the files below a folder, but for hidden ones, which programs keep for themselves.
  private static func gather(
    _ folder: String, depth: Int, into files: inout [SourceFile]
  ) throws {
    for name in try Files.names(in: folder) where !name.hasPrefix(".") {
      let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      if try Files.status(of: path)?.isDirectory == true {
        if depth < depthLimit { try gather(path, depth: depth + 1, into: &files) }
      } else {
        files.append(SourceFile(path: path) { try Files.read(path, limit: byteLimit) })
      }
    }
  }

  /// The format of what is read, told by how it begins.
  ///
  /// - Throws: A failure of usage where it is none that can be read.
  func guessedFormat() throws -> ExchangeFormat {
    guard case .stream(let name, let start, _) = self else { return .jrnl }
    if start.starts(with: [0x50, 0x4B, 0x03, 0x04]) {
      throw CommandFailure.usage("\(name) is a zip archive; unpack it, and import the folder")
    }
    let isMarked = start.starts(with: [0xEF, 0xBB, 0xBF])
    guard
      let first = start.dropFirst(isMarked ? 3 : 0)
        .first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }),
      first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    else { return .jrnl }
    // A line that is longer than what was looked at is one of a log with large texts.
    let isWhole = start.count < Self.startByteCount
    guard let end = start.firstIndex(of: UInt8(ascii: "\n")) ?? (isWhole ? start.count : nil)
    else { return .jsonl }
    if let json = try? JSONParser.parse(start[..<end]),
      json["header"] != nil || json["blob"] != nil
    {
      return .jsonl
    }
    // A bracket also begins jrnl's headers.
    if first == UInt8(ascii: "[") { return .jrnl }
    throw CommandFailure.usage(
      "\(name) is JSON, and no log of daybook; say with --as what it is, if it is one of "
        + ExchangeFormat.argumentValues.joined(separator: ", "))
  }

  /// The whole of a stream.
  func contents() throws -> [UInt8] {
    guard case .stream(_, let start, let rest) = self else { return [] }
    var contents = start
    while true {
      let part = try rest()
      if part.isEmpty { return contents }
      contents += part
      if contents.count > Self.byteLimit { throw ConsoleError.inputTooLong(limit: Self.byteLimit) }
    }
  }
}
