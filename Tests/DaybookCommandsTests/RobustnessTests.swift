import CommandLineKit
import Daybook
import Foundation
import JSON
import TestSupport
import Testing

/// What has gone wrong with other diaries: many writers, clocks, slow and endless input, places that
/// cannot be written.
@Suite(.enabled(if: BuiltProgram.path != nil)) struct RobustnessTests {
  private let directory: TemporaryDirectory
  private let program = BuiltProgram.path ?? ""

  init() throws {
    directory = try TemporaryDirectory()
  }

  /// Runs a line of the shell in which `$DAYBOOK` is the program, without a terminal.
  private func shell(_ line: String) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["-c", line]
    process.environment = [
      "DAYBOOK": program, "HOME": directory.path, "PATH": "/usr/bin:/bin", "TZ": "UTC",
      "DIR": directory.path,
    ]
    let output = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }

  @Test func `many adds at once are all there, and none waits for another's input`() throws {
    let (_, output) = try shell(
      """
      for n in 1 2 3 4 5 6 7 8 9 10; do
        (echo "slow $n"; sleep 1) | "$DAYBOOK" add -q >/dev/null &
        echo "quick $n" | "$DAYBOOK" add -q >/dev/null &
      done
      wait
      "$DAYBOOK" list -q | wc -l
      "$DAYBOOK" audit
      """)
    #expect(output.contains("20\n"))
    #expect(output.contains("sound"))
  }

  @Test func `the editor may use the journal by another path, to read and to write`() throws {
    let (status, output) = try shell(
      #"""
      "$DAYBOOK" add -q first
      ln -s "$DIR/.local/share/daybook/default" "$DIR/link"
      cat > "$DIR/editor" <<'END'
      #!/bin/sh
      "$DAYBOOK" --journal "$DIR/link" list --short > /dev/null || exit 9
      "$DAYBOOK" --journal "$DIR/link" add -q from within > /dev/null || exit 8
      echo 'from the editor' > "$1"
      END
      chmod +x "$DIR/editor"
      ID=$("$DAYBOOK" list -q -n 1)
      EDITOR="$DIR/editor" "$DAYBOOK" edit "$ID" --color never || exit 7
      "$DAYBOOK" list --short
      "$DAYBOOK" audit
      """#)
    #expect(status == 0, "\(output)")
    for text in ["from within", "from the editor", "sound"] { #expect(output.contains(text)) }
  }

  @Test func `an edit that comes late is kept beside, and both are said`() throws {
    let (_, output) = try shell(
      #"""
      ID=$("$DAYBOOK" add -q first)
      printf '#!/bin/sh\n"$DAYBOOK" edit -q "%s" changed meanwhile > /dev/null\necho late > "$1"\n' "$ID" > "$DIR/editor"
      chmod +x "$DIR/editor"
      EDITOR="$DIR/editor" "$DAYBOOK" edit "$ID"; echo "status $?"
      "$DAYBOOK" list --short
      """#)
    #expect(output.contains("status 1"))
    #expect(output.contains("was changed meanwhile"))
    #expect(output.contains("changed meanwhile\n") && output.contains("late\n"))
  }

  @Test func `input that is slow is waited for, and input that never ends is refused by a limit`()
    throws
  {
    let (_, output) = try shell(
      """
      (sleep 1; echo slow) | "$DAYBOOK" add -q > /dev/null; echo "slow $?"
      "$DAYBOOK" add <&-; echo "closed $?"
      yes | "$DAYBOOK" add > /dev/null; echo "endless $?"
      yes | head -c 50000000 | "$DAYBOOK" add -q > /dev/null; echo "large $?"
      "$DAYBOOK" list -q | wc -l
      """)
    #expect(output.contains("slow 0"))
    #expect(output.contains("closed 2"))
    #expect(output.contains("endless 2"))
    #expect(output.contains("large 0"))
    #expect(output.hasSuffix("2\n"))
  }

  @Test func `a place that cannot be written is read, and says why it is not written`() throws {
    let (_, output) = try shell(
      """
      "$DAYBOOK" add -q one > /dev/null
      "$DAYBOOK" --journal /proc/daybook add x; echo "write $?"
      "$DAYBOOK" --journal "$DIR/file/journal" list; echo "read $?"
      env -u HOME "$DAYBOOK" list; echo "homeless $?"
      env -u HOME "$DAYBOOK" --journal "$DIR/.local/share/daybook/default" list --short
      """)
    for expected in ["write 3", "read 3", "homeless 3", "one\n"] {
      #expect(output.contains(expected), "\(expected) in \(output)")
    }
  }

  @Test func `the order of versions is that of writing, whatever the clock said`() throws {
    let journal = try TestJournal()
    let id = try #require(journal.run("add", "-q", "v1").lines.first)
    let start = journal.now
    // An hour back, standing still, 1970 and 2099.
    for (number, now) in [start - 3_600_000_000, start - 3_600_000_000, 0, 4_080_000_000_000_000]
      .enumerated()
    {
      journal.now = now
      journal.run("edit", id, "v\(number + 2)")
    }
    func text() -> String? {
      journal.run("show", id, "--format", "json").json?["values"]?["text"]?.string
    }
    #expect(text() == "v5")
    #expect(
      journal.run("show", id, "--at", "@4", "--format", "json").json?["values"]?["text"]?.string
        == "v4")
    #expect(journal.run("history", id, "-q").lines == ["0", "1", "2", "3", "4"])
    journal.run("undo")
    #expect(text() == "v4")
    #expect(journal.run("rebuild", "--check").status == 0)
    #expect(journal.run("audit").status == 0)
  }
}
