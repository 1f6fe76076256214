internal import FileSystem

/// A file of a source, wherever its bytes are: on a disk, in an archive, or in what was piped in.
///
/// It is read from front to back, as often as it is asked for.
public struct SourceFile {
  /// Gives the next bytes; none at the end.
  public typealias Stream = () throws -> [UInt8]

  /// Its path, with `/` between the names.
  public var path: String
  /// When it was changed last, microseconds since 1970, where that is known.
  public var modified: Int64?
  /// A directory in which files without names may be made.
  private let scratchDirectory: String
  private let opening: () throws -> Stream

  /// Up to so many bytes are held in memory; longer files are mapped.
  private static let memoryByteCount = 4 << 20

  /// Makes a file that is yet to be read.
  ///
  /// - Parameters:
  ///   - path: What it is called.
  ///   - modified: When it was changed last.
  ///   - scratchDirectory: Where a file without a name may be made, which goes with the process.
  ///   - opening: Begins to read it.
  public init(
    path: String, modified: Int64? = nil, scratchDirectory: String,
    opening: @escaping () throws -> Stream
  ) {
    self.path = path
    self.modified = modified
    self.scratchDirectory = scratchDirectory
    self.opening = opening
  }

  /// The last part of the path.
  public var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// Begins to read it.
  public func open() throws -> Stream { try opening() }

  /// Its first bytes.
  ///
  /// - Parameter count: How many are wanted; fewer come where it has not as many.
  public func start(_ count: Int) throws -> [UInt8] {
    let next = try open()
    var start: [UInt8] = []
    while start.count < count {
      let part = try next()
      if part.isEmpty { break }
      start += part
    }
    return Array(start.prefix(count))
  }

  /// Lends all bytes at once, which do not change while they are lent.
  ///
  /// A large file is copied into a file without a name, and that is mapped: memory is that of the parts
  /// that are being looked at, and nobody can change them.
  ///
  /// - Parameter body: Takes the bytes.
  /// - Complexity: linear.
  public func withBytes<R>(_ body: (Span<UInt8>) throws -> R) throws -> R {
    let next = try open()
    var start: [UInt8] = []
    while start.count <= Self.memoryByteCount {
      let part = try next()
      if part.isEmpty { return try body(start.span) }
      start += part
    }
    let copy = try FileStream.temporary(in: scratchDirectory)
    try copy.write(start)
    start = []
    while true {
      let part = try next()
      if part.isEmpty { break }
      try copy.write(part)
    }
    return try copy.withMappedBytes(body)
  }
}
