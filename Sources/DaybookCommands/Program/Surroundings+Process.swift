import CommandLineKit
import Daybook

extension Surroundings {
  /// Those of this process.
  public static var process: Surroundings {
    var process = Surroundings(
      now: Terminal.now,
      random: SystemRandomNumberGenerator(),
      variable: Terminal.variable,
      zones: { Zones.system() },
      // A machine without an id is told from others by its files' device and number alone.
      machine: { (try? Files.read("/etc/machine-id", limit: 4096)) ?? [] },
      runProgram: { words in
        // The words are split already; quoted, the shell takes them as they are.
        try ChildProcess.run(shell: "exec " + words.map(ChildProcess.quoted).joined(separator: " "))
      },
      say: { line in try? Terminal.device.write(.error, Array("\(line)\n".utf8)) },
      noteInterrupts: Signals.note,
      isInterrupted: { Signals.isStopRequested },
      wait: { Terminal.wait(milliseconds: $0) })
    process.process = ChildProcess.current
    process.isRunning = ChildProcess.isRunning
    process.page = { line, body in
      let pager = try Pager(shell: line)
      try body()
      pager.finish()
    }
    return process
  }
}
