import CommandLineKit
import Daybook
import Foundation
import JSON
import TestSupport
import Testing

/// Sessions at a terminal, as they were recorded: commands, and what they wrote.
///
/// A file of `Tests/Transcripts` is a session. Lines that begin with `$ ` are commands, those with `#: ` say what
/// they show, all others are output. `RECORD=1 swift test --filter TranscriptTests` writes the output anew,
/// for a person to read before it is committed.
@Suite struct TranscriptTests {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Transcripts")

  static let names = [
    "changing", "exchange", "help", "keeping", "log", "media", "mistakes", "reading", "records",
    "settings", "writing",
  ]

  @Test(arguments: names)
  func `a session goes as it was recorded`(name: String) throws {
    let file = Self.folder.appendingPathComponent("\(name).txt")
    let recorded = try String(contentsOf: file, encoding: .utf8)
    let session = try RecordedSession()
    var played = ""
    for line in recorded.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("#: ") {
        played += played.isEmpty ? "" : "\n"
        played += "\(line)\n"
      } else if line.hasPrefix("$ ") {
        played += try "\(line)\n\(session.play(String(line.dropFirst(2))))"
      }
    }
    if ProcessInfo.processInfo.environment["RECORD"] != nil {
      try played.write(to: file, atomically: true, encoding: .utf8)
    } else {
      #expect(played == recorded, "\(name).txt")
    }
  }

  @Test func `every verb is in a session`() throws {
    var commands = ""
    for name in Self.names {
      commands += try String(
        contentsOf: Self.folder.appendingPathComponent("\(name).txt"), encoding: .utf8)
    }
    for verb in DaybookVerbs.all
    where !commands.contains("daybook \(verb)") && !commands.contains("daybook help \(verb)") {
      Issue.record("no transcript shows '\(verb)'")
    }
  }
}

/// A person at a terminal without colour, with a home of its own and a clock that goes a second with each
/// command.
///
/// In commands and output `id00001` stands for the short id of the first object that was inserted in any of
/// the journals, and `~` for the home.
private final class RecordedSession {
  private let journal: TestJournal
  private var ids: [String] = []

  init() throws {
    journal = try TestJournal()
    journal.isNamed = false
    journal.runProgram = { words in
      try ChildProcess.run(shell: words.map(ChildProcess.quoted).joined(separator: " "))
    }
    let home = journal.directory.path
    let picture: [UInt8] =
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
      + [0, 0, 4, 0xB0, 0, 0, 3, 0x20, 8, 2, 0, 0, 0]
    try Files.write(picture, to: "\(home)/beach.png")
    let diary =
      "[2024-05-06 09:00] An old entry. With a body.\n\n[2024-05-07 21:30] Another one. *\n"
    try Files.write(Array(diary.utf8), to: "\(home)/diary.txt")
    try Files.write(
      Array(#"{"entities":{"hero":{"attributes":{"name":{"type":"string","required":true},"#.utf8)
        + Array(#""power":{"type":"double","min":0}}}}}"#.utf8), to: "\(home)/heroes.json")
    let script = #"{"op":"insert","entity":"hero","values":{"name":"Ada","power":9}}"#
    try Files.write(Array("\(script)\n".utf8), to: "\(home)/script.jsonl")
    try Files.makeDirectory("\(home)/.config/daybook/templates")
    try Files.write(
      Array("# {{weekday}}\n\n{{text}}\n".utf8), to: "\(home)/.config/daybook/templates/evening.md")
  }

  /// Runs a line and returns what a person would see of it.
  func play(_ line: String) throws -> String {
    var words = try #require(ShellWords.split(line), "an open quote in: \(line)")
    var input = ""
    var isTyped = true
    if let pipe = words.firstIndex(of: "|") {
      // Only `echo` stands before a pipe.
      input = words[1..<pipe].joined(separator: " ") + "\n"
      words.removeSubrange(...pipe)
      isTyped = false
    }
    var variables: [String: String] = [:]
    while let first = words.first, let sign = first.firstIndex(of: "="), words.count > 1 {
      variables[String(first[..<sign])] = String(first[first.index(after: sign)...])
      words.removeFirst()
    }
    #expect(words.removeFirst() == "daybook")
    let recording = Recording(variables: ["NO_COLOR": "1"])
    recording.isTerminal = isTyped
    recording.size = (variables["COLUMNS"].flatMap { Int($0) } ?? 80, 24)
    let answer = variables["ANSWER"].map { "\($0)\n" }
    let former = journal.variables
    for name in ["EDITOR", "TZ", "DAYBOOK_ACTOR"] { journal.variables[name] = variables[name] }
    let outcome = journal.run(
      words.map(actual), bytes: Array((answer ?? input).utf8), recording: recording)
    journal.variables = former
    let written = recording.writes.map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
    learn()
    return shown(written) + (outcome.status == 0 ? "" : "[status \(outcome.status)]\n")
  }

  /// A word as it is meant: ids and the home in place of what stands for them.
  private func actual(_ word: String) -> String {
    var word = word
    for (index, id) in ids.enumerated() {
      word = word.replacing(Self.label(index), with: id.suffix(7))
    }
    return word.hasPrefix("~/") ? journal.directory.path + word.dropFirst() : word
  }

  private func shown(_ text: String) -> String {
    var text = text.replacing(journal.directory.path, with: "~")
    for (index, id) in ids.enumerated() {
      text = text.replacing(
        id.prefix(29) + id.suffix(7), with: "00000000-0000-0000-0000-00000\(Self.label(index))")
      text = text.replacing(id.suffix(7), with: Self.label(index))
    }
    return text
  }

  private static func label(_ index: Int) -> String {
    let number = String(index + 1)
    return "id" + String(repeating: "0", count: 5 - number.count) + number
  }

  /// Looks which objects there are by now.
  private func learn() {
    let now = journal.now
    defer { journal.now = now }
    for name in journal.run("journals", "-q").lines {
      let log = journal.run(
        "log", "--journal", name, "--kind", "inserted", "--format", "jsonl")
      for line in log.jsonLines {
        if let id = line["object"]?.string, !ids.contains(id) { ids.append(id) }
      }
    }
  }
}
