import Daybook
import Foundation
import JSON
import TestSupport
import Testing

/// The program itself, where signals and pipes matter.
@Suite struct WatchProcessTests {
  @Test func `a watcher tells another process's commit at once and ends whole on an interrupt`()
    async throws
  {
    let program = try #require(BuiltProgram.path)
    let directory = try TemporaryDirectory()
    func start(_ words: String..., output: Any) throws -> Process {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: program)
      process.arguments = words
      process.environment = [
        "DAYBOOK_JOURNAL": directory.file("journal"), "HOME": directory.path, "TZ": "UTC",
      ]
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      try process.run()
      return process
    }
    try start("add", "first", output: FileHandle.nullDevice).waitUntilExit()

    let watched = Pipe()
    let watcher = try start("watch", "--from", "0", "--format", "jsonl", output: watched)
    // Should nothing be told, the end of the watcher ends the waiting for it.
    let patience = Task {
      try await Task.sleep(for: .seconds(30))
      watcher.terminate()
    }
    defer { patience.cancel() }
    // The past is told once the watcher follows.
    let past = String(decoding: watched.fileHandleForReading.availableData, as: UTF8.self)
    #expect(past.contains(#""from":0,"to":1"#))
    let written = Pipe()
    try start("add", "second", "--format", "jsonl", output: written).waitUntilExit()
    let committed = ContinuousClock.now
    var lines = String(decoding: written.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      .split(separator: "\n")
    #expect(lines.removeFirst().contains(#""op":"committed""#))

    let told = String(decoding: watched.fileHandleForReading.availableData, as: UTF8.self)
    // A busy machine is given more than the 100 ms that an idle one keeps.
    #expect(ContinuousClock.now - committed < .seconds(2))
    #expect(told.split(separator: "\n") == lines)

    watcher.interrupt()
    watcher.waitUntilExit()
    #expect(watcher.terminationReason == .exit)
    #expect(watcher.terminationStatus == 130)
    #expect(watched.fileHandleForReading.readDataToEndOfFile().isEmpty)
  }
}
