import CommandLineKit
import Daybook

extension Session {
  /// The most bytes that a file of definitions may have.
  private static let fileLimit = 64 << 20

  /// The whole of a file, or of standard input where it is called `-`.
  func contents(of file: String) throws -> [UInt8] {
    file == "-"
      ? try console.readAll(limit: Self.fileLimit) : try Files.read(file, limit: Self.fileLimit)
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
    let stream = try FileStream.reading(file)
    return { try stream.read(1 << 16) }
  }
}
