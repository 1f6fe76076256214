import Daybook
import Foundation
import TestSupport
import Testing

/// The example programs, as a person sees them: what is typed, and every line that answers.
///
/// A transcript is what the program prints, in which a line that was typed begins with `> `. `RECORD=1` writes
/// them anew.
@Suite struct TranscriptTests {
  @Test(arguments: ["photo-diary", "super-heroes", "people", "to-dos"])
  func `a program answers as its transcript says`(name: String) throws {
    let directory = try TemporaryDirectory()
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Transcripts/\(name).txt")
    let expected = try String(contentsOf: file, encoding: .utf8)
    let script = expected.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { $0.hasPrefix("> ") }.map { $0.dropFirst(2) + "\n" }.joined()
    let program = try Program(name, directory.file("journal"))
    program.type(script)
    program.endInput()
    let output = program.rest()
    #expect(program.wait() == 0)
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      try output.write(to: file, atomically: true, encoding: .utf8)
    } else {
      #expect(output == expected)
    }
  }

  @Test(.timeLimit(.minutes(1)))
  func `to-dos that are not saved are saved when the process is to end`() throws {
    let directory = try TemporaryDirectory()
    let program = try Program("to-dos", directory.file("journal"))
    program.type("add Water the plants\n")
    // It has heard, and has saved nothing.
    #expect(program.lines(3) == ["    nothing", "> add Water the plants", "  (unsaved)"])
    program.terminate()
    #expect(program.rest().contains("+ [0, 0] [ ] Water the plants"))
    #expect(program.wait() == 0)
    let again = try Program("to-dos", directory.file("journal"))
    again.endInput()
    #expect(again.rest() == "  false\n    1 [ ] Water the plants\n")
  }
}

/// A run of an example program, which lies beside the bundle of the tests.
private final class Program {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var pending = Data()

  init(_ name: String, _ journal: String) throws {
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
      .deletingLastPathComponent().appendingPathComponent(name)
    process.arguments = [journal]
    process.environment = ["EXAMPLE_CLOCK": "1796000000", "USER": "anna"]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  func type(_ text: String) { input.fileHandleForWriting.write(Data(text.utf8)) }
  func endInput() { try? input.fileHandleForWriting.close() }
  func terminate() { process.terminate() }

  /// So many lines, as they come.
  func lines(_ count: Int) -> [String] {
    var lines: [String] = []
    while lines.count < count {
      if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
        lines.append(String(decoding: pending[..<end], as: UTF8.self))
        pending = Data(pending[(end + 1)...])
        continue
      }
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { break }
      pending += more
    }
    return lines
  }

  /// Everything that is still to come.
  func rest() -> String {
    String(
      decoding: pending + output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  }

  func wait() -> Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }
}
