import CommandLineKit
import Daybook
import Foundation
import TestSupport
import Testing

/// The article that leads from jrnl: each counterpart that it names is tried.
@Suite struct ComingFromJrnlTests {
  /// The code in the second column of the tables.
  private static let counterparts: [String] = {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Sources/Daybook/Daybook.docc/ComingFromJrnl.md")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").filter { $0.hasPrefix("| ") }.flatMap { row -> [String] in
      // A bar within code is written with a backslash.
      let cells = row.replacing("\\|", with: "\u{1}").split(separator: "|")
      guard cells.count == 2 else { return [] }
      return cells[1].split(separator: "`", omittingEmptySubsequences: false).enumerated()
        .filter { $0.offset % 2 == 1 }.map { String($0.element).replacing("\u{1}", with: "|") }
    }
  }()

  @Test func `every counterpart is understood and does its work`() throws {
    let journal = try TestJournal()
    let name = "\(journal.directory.path)/.config/daybook/templates"
    try Files.makeDirectory(name)
    try Files.write(Array("Good evening.\n".utf8), to: "\(name)/NAME.md")
    let file = try journal.file("F", "[2024-05-06 09:00] An entry of jrnl.\n")
    let output = journal.directory.file("out.txt")
    var tried = 0
    for counterpart in Self.counterparts {
      var words = try #require(ShellWords.split(counterpart), "\(counterpart)")
      // Names of values, flags of `add`, and what is set apart from a command line are no commands.
      if let pipe = words.firstIndex(of: "|") { words.removeSubrange(...pipe) }
      guard let first = words.first else { continue }
      if first == "daybook" { words.removeFirst() }
      let verbs = [
        "add", "list", "search", "tags", "stats", "journals", "export", "edit", "delete", "import",
        "info", "audit", "config", "help", "man", "--journal",
      ]
      guard let verb = words.first, verbs.contains(verb), words.count > 1 || verb != "config" else {
        continue
      }
      words = words.flatMap { word -> [String] in
        switch word {
        case "DATE": return ["2024-05-06"]
        case "TEXT", "A", "B": return ["words"]
        case "T": return ["tag"]
        case "F": return [verb == "export" ? output : file]
        case "FILTERS": return ["--contains", "words"]
        case "ID", "ID…":
          let id = journal.run("add", "-q", "some words @home @work").output
          return [String(id.dropLast())]
        case "VERB": return ["add"]
        case "…": return verb == "config" ? ["true"] : []
        default: return [word]
        }
      }
      journal.variables["EDITOR"] = "/bin/sh"
      journal.runProgram = {
        try Files.write(Array("from an editor".utf8), to: $0.last ?? "")
        return .done
      }
      journal.isNamed = !words.contains("--journal") && verb != "config"
      journal.run("add", "-q", "some words @home @work")
      let outcome = journal.run(words, bytes: Array("Words.\n".utf8))
      #expect(
        outcome.status == 0 || outcome.status == 1,
        "\(counterpart): \(words) \(outcome.errors)")
      tried += 1
    }
    #expect(tried > 45)
  }
}
