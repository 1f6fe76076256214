import Foundation

/// A run of CrashWriter, its lines read as they come.
final class OtherProcess {
  private let process = Process()
  private let output = Pipe()
  private var pending: [UInt8] = []

  init(_ words: String...) throws {
    process.executableURL = Self.program
    process.arguments = words
    process.standardOutput = output
    process.standardInput = FileHandle.nullDevice
    try process.run()
  }

  /// The program stands beside the bundle of the tests.
  private static var program: URL {
    URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appendingPathComponent("CrashWriter")
  }

  /// The next line, nil behind the last.
  func line() -> String? {
    while true {
      if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: pending[..<end], as: UTF8.self)
        pending.removeSubrange(...end)
        return line
      }
      let more = output.fileHandleForReading.availableData
      // A line that was broken off was not told.
      if more.isEmpty { return nil }
      pending += more
    }
  }

  /// Every line that is still to come.
  func rest() -> [String] {
    var lines: [String] = []
    while let line = line() { lines.append(line) }
    return lines
  }

  /// Ends the process on the spot, as a power cut would.
  func kill() {
    Glibc.kill(process.processIdentifier, SIGKILL)
  }

  /// How it ended.
  func wait() -> Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }
}
