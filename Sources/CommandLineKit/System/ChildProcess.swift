import Glibc

/// Programs that a command starts on the person's behalf: an editor, a pager.
public enum ChildProcess {
  /// Runs a line of the shell with this process's streams and waits for its end.
  ///
  /// An editor's name may hold arguments and quotes (`EDITOR='code --wait'`), so it is the shell
  /// that reads it, as git does; use ``quoted(_:)`` for the file's name after it. SIGINT ends the
  /// started program alone.
  ///
  /// - Returns: its status; 128 and the signal's number where a signal ended it; 127 where the
  ///   shell found no such program.
  public static func run(shell line: String) throws(ConsoleError) -> ExitCode {
    let status = unsafe system(line)
    guard status != -1 else {
      throw .notStarted(program: line, reason: Terminal.reason(errno))
    }
    return ExitCode(waitStatus: status)
  }

  /// The number of this process.
  public static var current: Int32 { getpid() }

  /// Whether there is a process of a number, this user's or another's.
  public static func isRunning(_ process: Int32) -> Bool {
    process > 0 && (kill(process, 0) == 0 || errno == EPERM)
  }

  /// A word that the shell takes as it is.
  public static func quoted(_ word: String) -> String { word.shellQuoted }
}

/// A pager that standard output goes through until it is finished.
///
/// Flush the console before and after. Colour and ``Console/allowsPager`` are to be asked before,
/// while the output still is the terminal.
@safe public struct Pager: ~Copyable {
  private let stream: UnsafeMutablePointer<FILE>
  private let terminal: Int32

  /// Starts a line of the shell that reads what is written to standard output from now on.
  ///
  /// `LESS` is set to `FRX` where it is not set: short output is simply shown, colours are, and
  /// the text stays on the screen.
  public init(shell line: String) throws(ConsoleError) {
    _ = unsafe setenv("LESS", "FRX", 0)
    let saved = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
    guard saved >= 0, let started = unsafe popen(line, "we") else {
      let reason = Terminal.reason(errno)
      if saved >= 0 { close(saved) }
      throw .notStarted(program: line, reason: reason)
    }
    // The pager decides what an interrupt means; this process ends when the pager has gone.
    Signals.leaveInterruptsToChild()
    dup2(unsafe fileno(started), STDOUT_FILENO)
    unsafe stream = started
    terminal = saved
  }

  /// Ends the pager's input, waits until the person leaves it, and gives the terminal back.
  public consuming func finish() {
    // Everything is done as the value ends.
  }

  deinit {
    dup2(terminal, STDOUT_FILENO)
    close(terminal)
    _ = unsafe pclose(stream)
    Signals.endAtOnce()
  }
}

extension ExitCode {
  /// From what wait(2) tells: the low seven bits are the signal, the next byte the status.
  fileprivate init(waitStatus status: Int32) {
    let signal = status & 0x7F
    self.init(rawValue: signal == 0 ? status >> 8 & 0xFF : 128 + signal)
  }
}
