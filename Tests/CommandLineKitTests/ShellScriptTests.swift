import CommandLineKit
import Foundation
import TestSupport
import Testing

/// Runs the shells that are installed over the scripts that the kit writes.
@Suite struct ShellScriptTests {
  private static func find(_ program: String) -> String? {
    ["/usr/bin", "/bin", "/usr/local/bin"].map { "\($0)/\(program)" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }

  private func run(_ program: String, _ words: [String], input: String = "") throws
    -> (status: Int32, output: String, errors: String)
  {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = words
    let (stdin, stdout, stderr) = (Pipe(), Pipe(), Pipe())
    process.standardInput = stdin
    process.standardOutput = stdout
    process.standardError = stderr
    try process.run()
    stdin.fileHandleForWriting.write(Data(input.utf8))
    try stdin.fileHandleForWriting.close()
    let output = stdout.fileHandleForReading.readDataToEndOfFile()
    let errors = stderr.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (
      process.terminationStatus, String(decoding: output, as: UTF8.self),
      String(decoding: errors, as: UTF8.self)
    )
  }

  @Test(
    arguments: [(Shell.bash, "bash", "-n"), (.zsh, "zsh", "-n"), (.fish, "fish", "--no-execute")])
  func `the shell accepts its script`(shell: Shell, program: String, check: String) throws {
    guard let path = Self.find(program) else { return }
    let directory = try TemporaryDirectory()
    let file = directory.file("script")
    let script = Sample.program.completionScript(for: shell)
    try script.write(toFile: file, atomically: true, encoding: .utf8)
    let result = try run(path, [check, file])
    #expect(result.status == 0)
    #expect(result.errors == "")
  }

  /// A stand-in for the program: it answers what it was asked.
  private func stage() throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    let program = directory.file("diary")
    try "#!/bin/sh\nfor word do printf '<%s>' \"$word\"; done\necho\nprintf 'a b\\tdescribed\\n'\n"
      .write(toFile: program, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
    try "".write(toFile: directory.file("model.json"), atomically: true, encoding: .utf8)
    return directory
  }

  @Test(
    .enabled(if: ShellScriptTests.find("bash") != nil),
    arguments: [
      (["diary", "l"], ["list"]),
      (["diary", "mod"], ["model"]),
      (["diary", "model", ""], ["show", "apply"]),
      (["diary", "view", ""], ["create"]),
      (["diary", "-q", "--journal", "x", "un"], ["undo"]),
      (["diary", "list", "--s"], ["--short", "--starred"]),
      (["diary", "--fo"], ["--format"]),
      (["diary", "add", "--format", "js"], ["json", "jsonl"]),
      (["diary", "--format", "js"], ["json", "jsonl"]),
      (["diary", "add", "--format", "=", "jsonl"], ["jsonl"]),
      (["diary", "list", "--order", ""], ["up", "down"]),
      (["diary", "completion", ""], ["bash", "zsh", "fish"]),
      (["diary", "model", "apply", "mo"], ["model.json"]),
      (["diary", "attach", "7", "x", "mo"], ["model.json"]),
      (
        ["diary", "--journal", "j", "add", "--tag", "sp"],
        ["\\<--journal\\>\\<j\\>\\<__complete\\>\\<tags\\>\\<sp\\>", "a\\ b"]
      ),
      (["diary", "show", "3f"], ["\\<__complete\\>\\<ids\\>\\<3f\\>", "a\\ b"]),
    ])
  func `bash completes from the tables`(words: [String], expected: [String]) throws {
    let path = try #require(Self.find("bash"))
    let directory = try stage()
    var script = Sample.program.completionScript(for: .bash)
    script += "\ncd '\(directory.path)'\nPATH=.:$PATH\nCOMP_WORDS=("
    script += words.map { "'\($0)'" }.joined(separator: " ")
    script += ")\nCOMP_CWORD=\(words.count - 1)\n_diary\nprintf '%s\\n' \"${COMPREPLY[@]}\"\n"
    let result = try run(path, ["--norc"], input: script)
    #expect(result.errors == "")
    #expect(result.output.split(separator: "\n").map(String.init) == expected)
  }

  @Test(
    .enabled(if: ShellScriptTests.find("zsh") != nil),
    arguments: [
      (["diary", "l"], "verb: add:Writes an entry|list:Lists entries"),
      (["diary", "model", ""], "verb: show:Prints the model|apply:Changes the model"),
      (["diary", "-q", "--journal", "x", "view", ""], "verb: create:Makes a view"),
      (["diary", "list", "--s"], "-o flag: -n:How many|--order:Which way|--short:A line each|-s:"),
      (["diary", "add", "--format", "js"], "add: -- text json jsonl"),
      (["diary", "list", "--format=js"], "set: -P *=|add: -- text json jsonl"),
      (["diary", "list", "--order", ""], "add: -- up down"),
      (["diary", "model", "apply", "mo"], "files:"),
      (["diary", "attach", "7", "x", "mo"], "files:"),
      (
        ["diary", "--journal", "j", "add", "--tag", "sp"],
        "add: -d shown -a names: <--journal><j><__complete><tags><sp>,a b"
      ),
    ])
  func `zsh completes from the tables`(words: [String], expected: String) throws {
    let path = try #require(Self.find("zsh"))
    let directory = try stage()
    // The functions of the completion system, made to print what they are given.
    let script =
      """
      compdef() { :; }
      compset() { print -rn -- "set: $*|"; }
      compadd() {
        print -rn -- "add: $*"
        if [[ $1 == -d ]]; then print -rn -- ": ${(j:,:)names}"; fi
      }
      _files() { print -rn -- "files: $*"; }
      _describe() {
        local name=${@[-1]}
        print -rn -- "${@[1,-2]}: ${(j:|:)${(P)name}}"
      }
      cd '\(directory.path)'; PATH=.:$PATH
      \(Sample.program.completionScript(for: .zsh))
      words=(\(words.map { "'\($0)'" }.joined(separator: " ")))
      CURRENT=\(words.count); PREFIX=${words[-1]}
      _diary
      """
    let result = try run(path, ["-f"], input: script)
    #expect(result.errors == "")
    #expect(result.output.hasPrefix(expected))
  }

  @Test(
    .enabled(if: ShellScriptTests.find("fish") != nil),
    arguments: [
      ("diary l", ["list"]), ("diary model ", ["show", "apply"]),
      ("diary -q --journal x un", ["undo"]), ("diary list --sh", ["--short"]),
      ("diary --format js", ["json", "jsonl"]),
      ("diary add --format=json", ["--format=json", "--format=jsonl"]),
      ("diary --journal j add --tag sp", ["<--journal><j><__complete><tags><sp>"]),
      ("diary show ", ["<__complete><ids><>", "a b"]),
    ])
  func `fish completes from the tables`(line: String, expected: [String]) throws {
    let path = try #require(Self.find("fish"))
    let directory = try stage()
    let script =
      "set -x HOME '\(directory.path)'; cd '\(directory.path)'\n"
      + "set PATH '\(directory.path)' $PATH\n"
      + Sample.program.completionScript(for: .fish)
      + "\ncomplete -C '\(line)'\n"
    let file = directory.file("script.fish")
    try script.write(toFile: file, atomically: true, encoding: .utf8)
    let result = try run(path, ["--no-config", file])
    let found = result.output.split(separator: "\n").map {
      String($0.prefix { $0 != "\t" })
    }.filter { $0 != "diary" && $0 != "model.json" && $0 != "script.fish" }
    #expect(Set(found) == Set(expected))
  }

  @Test(.enabled(if: ShellScriptTests.find("groff") != nil))
  func `the manual page is set without a warning`() throws {
    let path = try #require(Self.find("groff"))
    let manual = Sample.program.manual()
    let result = try run(path, ["-man", "-Tutf8", "-ww", "-Kutf8"], input: manual)
    #expect(result.status == 0)
    #expect(result.errors == "")
    let text = result.output.replacing(#/\x1B\[[\d;]*m|.\x08/#, with: "")
    for part in [
      "diary - keeps a diary", "add [TEXT…] [--tag T]… [--mood N] [--star] [-o FILE]",
      "--journal PATH", "ANY KIND OF RECORD", "model apply FILE [--replace]", "EXIT STATUS",
      ".Plain text with a dot, a \\ and 'quotes'.", "How many (default 20).", "Filters:",
      "diary add I ran -5 degrees --tag sport",
    ] {
      #expect(text.contains(part))
    }
  }
}
