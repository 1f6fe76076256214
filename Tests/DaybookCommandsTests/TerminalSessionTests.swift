import Daybook
import Foundation
import TestSupport
import Testing

/// The program itself at a pseudo-terminal, where what it writes to matters: pagers, colour, questions,
/// an editor, a terminal that closes.
@Suite(.enabled(if: TerminalSession.isPossible)) struct TerminalSessionTests {
  private let session: TerminalSession

  init() throws {
    session = try TerminalSession()
  }

  @Test func `colour is for terminals, and goes where it is not wanted`() throws {
    try session.run("add", "-q", "one")
    #expect(try session.run("list").contains("\u{1B}[1m"))
    for variables in [["NO_COLOR": "1"], ["TERM": "dumb"]] {
      #expect(try !session.run("list", with: variables).contains("\u{1B}"))
    }
    #expect(try !session.run("list", "--color", "never").contains("\u{1B}"))
    #expect(try !session.run("list", "--format", "json").contains("\u{1B}"))
  }

  @Test func `what a person reads goes through the pager, and what a program reads does not`()
    throws
  {
    try session.run("add", "-q", "one")
    let pager = ["PAGER": "sed s/^/page:/"]
    #expect(try session.run("list", "--short", with: pager).hasPrefix("page:"))
    #expect(try session.run("help", with: pager).hasPrefix("page:"))
    #expect(try !session.run("list", "-q", with: pager).contains("page:"))
    #expect(try !session.run("list", "--format", "jsonl", with: pager).contains("page:"))
    for none in ["", "cat", "no-such-pager"] {
      #expect(try session.run("list", "--short", with: ["PAGER": none]).contains("one"))
    }
  }

  @Test func `the manual is rendered for a person`() throws {
    let page = try session.run("man", with: ["MANPAGER": "cat", "PAGER": "cat", "NO_COLOR": ""])
    #expect(page.contains("NAME"))
    #expect(!page.contains(".TH"))
  }

  @Test(arguments: [("y\n", 0), ("n\n", 2), ("\n", 2), ("\u{4}", 2)])
  func `deleting several asks, and only a yes deletes`(answer: String, left: Int) throws {
    try session.run("add", "-q", "one")
    try session.run("add", "-q", "two")
    let shown = try session.run("delete", "--contains", "o", input: answer)
    #expect(shown.contains("Delete these 2 records? [y/N]"))
    #expect(try session.run("list", "-q").split(separator: "\r\n").count == left)
  }

  @Test func `a text is written in the editor, with its arguments, at the terminal`() throws {
    let editor = try session.script("editor", #"test -t 0 && test -t 1 && echo "$1 wrote" > "$2""#)
    #expect(try session.run("add", with: ["EDITOR": "'\(editor)' 'A person'"]).contains("Added"))
    #expect(try session.run("list", "--short").contains("A person wrote"))
  }

  @Test(arguments: ["HUP", "TERM", "KILL"])
  func `a text outlives the terminal that is closed over it, and the next run says where it is`(
    signal: String
  ) throws {
    // `script` runs a shell, which runs the program, which runs a shell for the editor.
    let editor = try session.script(
      "editor", "echo 'Typed for an hour.' > \"$1\"; kill -\(signal) $PPID; sleep 0.2")
    _ = try session.run("add", with: ["EDITOR": "'\(editor)'"])
    // Where this test's own process was told to pass over the signal, so is the program, and saves it.
    if try session.run("list").contains("Typed for an hour.") { return }
    let next = try session.run("add", with: ["EDITOR": "true"])
    #expect(next.contains("1 text of earlier runs was not saved"))
    let folder = session.directory.file(".local/state/daybook/drafts")
    let name = try #require(try Files.names(in: folder).first)
    #expect(try Files.read("\(folder)/\(name)") == Array("Typed for an hour.\n".utf8))
  }

  @Test func `an interrupt ends with 130 and leaves no trace`() throws {
    try session.run("add", "-q", "one")
    let shown = try session.shell(
      "\(session.quotedProgram) watch & pid=$!; sleep 0.5; kill -INT $pid; wait $pid; echo \"status $?\""
    )
    #expect(shown.contains("status 130"))
    #expect(try session.run("audit").contains("sound"))
  }

  @Test func `a reader that goes ends a list at once and quietly`() throws {
    for _ in 0..<3 { try session.run("add", "-q", String(repeating: "long ", count: 20_000)) }
    let shown = try session.shell(
      "\(session.quotedProgram) list --format jsonl 2>&1 | head -c 5; echo; echo \"status ${PIPESTATUS[0]}\""
    )
    #expect(shown.contains("status 0"))
    #expect(!shown.contains("daybook:"))
  }

  @Test func `a full device and a closed output are failures`() throws {
    try session.run("add", "-q", "one")
    for place in ["> /dev/full", ">&-"] {
      let shown = try session.shell(
        "\(session.quotedProgram) list --short \(place); echo \"status $?\"")
      #expect(shown.contains("status 3"), "\(place)")
    }
  }

  @Test(arguments: ["C", "POSIX", "xx_YY.UTF-8"])
  func `text is UTF-8 whatever the locale says`(locale: String) throws {
    let variables = ["LC_ALL": locale, "LANG": ""]
    try session.run("add", "-q", "Grüße 山", "--tag", "größe", with: variables)
    #expect(try session.run("list", "--short", with: variables).contains("Grüße 山"))
    #expect(try session.run("list", "-q", "--tagged", "GRÖSSE", with: variables).count > 30)
  }

  @Test func `a time zone that is not known is said, and times are in UTC`() throws {
    let shown = try session.run("add", "one", with: ["TZ": "No/Where"])
    #expect(shown.contains("No/Where"))
    #expect(shown.contains("UTC"))
  }
}

/// Runs the program within `script`, which gives it a terminal.
final class TerminalSession {
  static var isPossible: Bool {
    BuiltProgram.path != nil && FileManager.default.isExecutableFile(atPath: "/usr/bin/script")
  }

  let directory: TemporaryDirectory
  private let program: String

  init() throws {
    directory = try TemporaryDirectory()
    program = BuiltProgram.path ?? ""
  }

  var quotedProgram: String { Self.quoted(program) }

  /// Makes a program of a shell's lines and returns its path, which has a blank in it.
  func script(_ name: String, _ lines: String) throws -> String {
    let path = directory.file("my \(name)")
    try Files.write(Array("#!/bin/sh\n\(lines)\n".utf8), to: path, mode: 0o700)
    return path
  }

  /// Runs words and returns what the terminal showed.
  @discardableResult
  func run(
    _ words: String..., with variables: [String: String] = [:], input: String = ""
  ) throws -> String {
    try shell(([program] + words).map(Self.quoted).joined(separator: " "), variables, input)
  }

  /// Runs a line of bash at a terminal.
  func shell(
    _ line: String, _ variables: [String: String] = [:], _ input: String = ""
  ) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/script")
    process.arguments = ["-qec", line, "/dev/null"]
    var environment = [
      "HOME": directory.path, "PATH": "/usr/bin:/bin", "TERM": "xterm", "TZ": "UTC", "PAGER": "",
      "SHELL": "/bin/bash",
    ]
    environment.merge(variables) { $1 }
    process.environment = environment
    let typed = Pipe()
    let shown = Pipe()
    process.standardInput = typed
    process.standardOutput = shown
    process.standardError = shown
    try process.run()
    if !input.isEmpty { typed.fileHandleForWriting.write(Data(input.utf8)) }
    let patience = DispatchWorkItem { process.terminate() }
    DispatchQueue.global().asyncAfter(deadline: .now() + 60, execute: patience)
    let data = shown.fileHandleForReading.readDataToEndOfFile()
    try typed.fileHandleForWriting.close()
    process.waitUntilExit()
    patience.cancel()
    return String(decoding: data, as: UTF8.self)
  }

  private static func quoted(_ word: String) -> String {
    "'" + word.replacing("'", with: "'\\''") + "'"
  }
}
