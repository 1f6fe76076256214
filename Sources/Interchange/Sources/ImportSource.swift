internal import Archive
internal import FileSystem

/// What is imported: one file, or all that a folder or an archive holds.
public struct ImportSource {
  /// What it is called in messages.
  public var name: String
  /// Its files, in the byte order of their paths.
  public var files: [SourceFile]
  /// Whether it is a folder or an archive, and not one file.
  public var isFolder: Bool
  /// What in a folder could not be looked at, and why.
  public private(set) var unreadable: [(path: String, reason: String)] = []

  /// Makes a source of one file.
  ///
  /// - Parameter file: The file.
  public init(_ file: SourceFile) {
    name = file.path
    files = [file]
    isFolder = false
  }

  /// Makes a source of the files of a folder.
  ///
  /// - Parameters:
  ///   - name: What the folder is called.
  ///   - files: Its files, in the byte order of their paths.
  public init(folder name: String, files: [SourceFile]) {
    self.name = name
    self.files = files
    isFolder = true
  }

  /// How deep folders are searched, links to folders among them.
  private static let depthLimit = 16
  private static let pieceByteCount = 1 << 18

  /// Opens what stands at a path: a file, a folder, or an archive.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - scratchDirectory: Where files without names may be made.
  /// - Throws: `FileError`, or `ArchiveError` where an archive is damaged.
  public init(path: String, scratchDirectory: String) throws {
    if let status = try Files.status(of: path), status.isDirectory {
      self.init(folder: path, files: [])
      var visited: Set = [[status.device, status.inode]]
      try gather(path, depth: 0, scratchDirectory, &visited)
      return
    }
    try self.init(
      unpacking: Self.file(path, scratchDirectory), FileStream.reading(path), scratchDirectory)
  }

  /// Takes what is piped in, all of it, into a file without a name.
  ///
  /// - Parameters:
  ///   - name: What it is called in messages.
  ///   - scratchDirectory: Where files without names may be made.
  ///   - next: Gives the next bytes; none at the end.
  public init(
    piped name: String, scratchDirectory: String, _ next: () throws -> [UInt8]
  ) throws {
    let copy = try FileStream.temporary(in: scratchDirectory)
    while true {
      let part = try next()
      if part.isEmpty { break }
      try copy.write(part)
    }
    let file = SourceFile(path: name, scratchDirectory: scratchDirectory) {
      Self.reading(copy)
    }
    try self.init(unpacking: file, copy, scratchDirectory)
  }

  /// A file, or what it holds where it is an archive.
  private init(
    unpacking file: SourceFile, _ stream: FileStream, _ scratchDirectory: String
  ) throws {
    guard try stream.read(4, at: 0) == [0x50, 0x4B, 0x03, 0x04] else {
      self.init(file)
      return
    }
    let archive = try ZipReader(size: stream.size) { offset, count in
      var bytes: [UInt8] = []
      while bytes.count < count {
        let part = try stream.read(count - bytes.count, at: Int(offset) + bytes.count)
        if part.isEmpty { break }
        bytes += part
      }
      return bytes
    }
    var files: [SourceFile] = []
    for member in archive.members where !Self.isHidden(member.name) {
      files.append(
        SourceFile(path: member.name, scratchDirectory: scratchDirectory) {
          try archive.open(member)
        })
    }
    self.init(
      folder: file.path,
      files: files.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) })
  }

  private static func file(_ path: String, _ scratchDirectory: String) throws -> SourceFile {
    SourceFile(
      path: path, modified: try Files.status(of: path)?.modified,
      scratchDirectory: scratchDirectory
    ) {
      let stream = try FileStream.reading(path)
      return { try stream.read(pieceByteCount) }
    }
  }

  private static func reading(_ stream: FileStream) -> SourceFile.Stream {
    var offset = 0
    return {
      let part = try stream.read(pieceByteCount, at: offset)
      offset += part.count
      return part
    }
  }

  /// Names the files below a folder, but for hidden ones, which programs keep for themselves.
  ///
  /// - Parameter visited: The folders that have been looked into: a link may lead back to one.
  private mutating func gather(
    _ folder: String, depth: Int, _ scratchDirectory: String, _ visited: inout Set<[UInt64]>
  ) throws {
    for name in try Files.names(in: folder) where !name.hasPrefix(".") {
      let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      do {
        let status = try Files.status(of: path)
        guard let status, status.isDirectory else {
          files.append(try Self.file(path, scratchDirectory))
          continue
        }
        guard visited.insert([status.device, status.inode]).inserted else { continue }
        if depth < Self.depthLimit {
          try gather(path, depth: depth + 1, scratchDirectory, &visited)
        } else {
          unreadable.append((path, "folders are looked into \(Self.depthLimit) deep"))
        }
      } catch {
        unreadable.append((path, "it cannot be read: \(error)"))
      }
    }
  }

  /// Whether an archive's file is none that a person put there.
  private static func isHidden(_ name: String) -> Bool {
    name.split(separator: "/").contains { $0.hasPrefix(".") || $0 == "__MACOSX" }
  }
}
