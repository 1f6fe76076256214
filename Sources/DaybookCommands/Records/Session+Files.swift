import CommandLineKit
import Daybook

extension Session {
  /// The most bytes that a file of definitions may have.
  private static let fileLimit = 64 << 20

  /// The whole of a file, or of standard input where it is called `-`.
  func contents(of file: String) throws -> [UInt8] {
    if file == "-" { return try console.readAll(limit: Self.fileLimit) }
    return try reading { try Files.read(file, limit: Self.fileLimit) }
  }

  /// Runs `body`, which opens a file that a person named: where it cannot be read the words are at
  /// fault, and not the journal.
  private func reading<R>(_ body: () throws -> R) throws -> R {
    do {
      return try body()
    } catch let error as FileError {
      throw CommandFailure(.io, error.description, status: .usage)
    }
  }

  /// What a file is called in messages.
  func name(of file: String) -> String {
    file == "-" ? "standard input" : file
  }

  /// Reads a file, or standard input where it is called `-`, part by part.
  func stream(of file: String) throws -> () throws -> [UInt8] {
    if file == "-" {
      let device = console.device
      return { try device.read(1 << 16) }
    }
    let stream = try reading { try FileStream.reading(file) }
    return { try stream.read(1 << 16) }
  }
}
