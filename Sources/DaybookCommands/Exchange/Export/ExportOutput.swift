import CommandLineKit
import Daybook
import Interchange
import JSON

/// Where an export goes: standard output, or a file that is there only once it is whole.
final class ExportOutput: EntryOutput {
  let isFolder = false

  private let console: Console
  /// Where the file will be, and where it is until then; the same for what is no regular file.
  private let path: String?
  private let temporaryPath: String?
  private let stream: FileStream?
  private var buffer: [UInt8] = []
  private var isFinished = false
  private let isSynchronized: Bool

  private static let bufferByteCount = 1 << 18

  /// Opens a file to be written; nil: standard output.
  ///
  /// - Parameters:
  ///   - path: Where it will be.
  ///   - console: Has standard output.
  ///   - isSynchronized: Whether it is to outlast a loss of power once it is whole.
  init(_ path: String?, _ console: Console, isSynchronized: Bool = true) throws {
    self.console = console
    self.isSynchronized = isSynchronized
    self.path = path
    guard let path else {
      temporaryPath = nil
      stream = nil
      return
    }
    let status = try Files.status(of: path)
    // A device or a pipe is written into; to put a file in its place would be to remove it.
    temporaryPath = status?.isRegular ?? true ? "\(path).part" : nil
    // Whoever named the one has not heard of the other.
    stream = try FileStream.writing(temporaryPath ?? path, named: path)
  }

  /// Adds bytes.
  func write(_ bytes: [UInt8]) throws {
    guard let stream else { return try console.write(bytes: bytes) }
    buffer += bytes
    if buffer.count >= Self.bufferByteCount {
      try stream.write(buffer)
      buffer.removeAll(keepingCapacity: true)
    }
  }

  func begin(_ path: String) throws {}

  /// Adds what was written as JSON, and empties the writer.
  func write(_ writer: inout JSONWriter) throws {
    try write(writer.bytes)
    writer.removeAll()
  }

  /// Writes what is left and puts the file in its place.
  func finish() throws {
    guard let stream, let path else { return }
    try stream.write(buffer)
    if let temporaryPath {
      if isSynchronized { try stream.synchronize() }
      try Files.rename(temporaryPath, to: path)
    }
    isFinished = true
  }

  deinit {
    // What was broken off leaves no file behind.
    if let temporaryPath, !isFinished { try? Files.remove(temporaryPath) }
  }
}
