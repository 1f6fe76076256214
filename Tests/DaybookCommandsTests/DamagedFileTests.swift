import Daybook
import Foundation
import TestSupport
import Testing

/// Commands over a file of which one byte is another, each in a process of its own: what is wrong with
/// it is said, and no signal ends one.
@Suite struct DamagedFileTests {
  private static let commands = [
    ["list"], ["log"], ["fetch", "hero"], ["view", "show", "by name"], ["info"], ["export"],
    ["audit"], ["audit", "--quick"], ["rebuild", "--check"],
  ]

  @Test(arguments: [UInt64(1), 57, 67, 228])
  func `no command ends with a signal, and audit finds what changes an answer`(seed: UInt64) throws
  {
    let program = try #require(BuiltProgram.path)
    let whole = try whole()
    let directory = try TemporaryDirectory()
    let path = directory.file("journal")
    try Files.makeDirectory(path)
    try Files.write(Array("1.mdb\n".utf8), to: "\(path)/current")

    func run(_ words: [String]) throws -> (status: Int32, isSignal: Bool, output: [UInt8]) {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: program)
      process.arguments = words
      process.environment = ["DAYBOOK_JOURNAL": path, "HOME": directory.path, "TZ": "UTC"]
      process.standardInput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      let output = Pipe()
      process.standardOutput = output
      try process.run()
      let bytes = Array(output.fileHandleForReading.readDataToEndOfFile())
      process.waitUntilExit()
      return (process.terminationStatus, process.terminationReason != .exit, bytes)
    }
    try Files.write(whole, to: "\(path)/1.mdb")
    let exported = try run(["export"]).output
    #expect(!exported.isEmpty)

    // Bytes of pages that are in use: between others that are not zero.
    let live = whole.indices.filter { place in
      place >= 8192 && place + 2 < whole.count
        && whole[place - 2...place + 2].contains { $0 != 0 }
    }
    var random = SplitMix64(seed: seed)
    for _ in 0..<6 {
      let place = try #require(live.randomElement(using: &random))
      let mask = UInt8(1) << UInt8(random.below(8))
      let flip = "byte \(place) ^ \(mask)"
      var bytes = whole
      bytes[place] ^= mask
      try Files.write(bytes, to: "\(path)/1.mdb")
      for words in Self.commands {
        let (status, isSignal, output) = try run(words)
        #expect(!isSignal && (0...3).contains(status), "\(words) after \(flip): \(status)")
        if words == ["export"], output != exported || status != 0 {
          let audit = try run(["audit"]).status
          #expect(audit == 1 || audit == 3, "an audit after \(flip): \(audit)")
        }
      }
    }
  }

  /// The bytes of a journal with entries, records, a view, an undo.
  private func whole() throws -> [UInt8] {
    let journal = try TestJournal()
    for day in 1...9 {
      journal.run(
        "add", String(repeating: "day \(day) of the year. ", count: day), "--date",
        "2026-11-0\(day)")
    }
    journal.run("model", "apply", "-", input: heroModel)
    for name in ["Ada", "Grace", "Barbara"] { journal.run("insert", "hero", "name=\(name)") }
    journal.run("view", "create", "by name", "--entity", "hero", "--sort", "name")
    journal.run("undo", "2")
    journal.run("redo")
    return try Files.read(journal.directory.file("journal/1.mdb"))
  }
}
