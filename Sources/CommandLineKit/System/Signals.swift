import Glibc
import Synchronization

/// What the process does when it is asked to stop.
public enum Signals {
  /// The signal that asked; 0 for none.
  ///
  /// Handlers may touch nothing but this.
  private static let requested = Atomic<Int32>(0)

  /// The usual answer: SIGINT and SIGTERM end the process at once with 128 and their number, and
  /// writing to a closed pipe becomes an error instead of a signal.
  ///
  /// Ending at once is safe wherever the store commits all or nothing.
  public static func endAtOnce() {
    _ = requested.load(ordering: .relaxed)
    // A handler and not SIG_IGN: ignored signals stay ignored in the programs that are started.
    handle(SIGPIPE) { _ in }
    handle(SIGINT) { _exit(128 + $0) }
    handle(SIGTERM) { _exit(128 + $0) }
  }

  /// The answer of a command that must finish what it has begun: the first SIGINT or SIGTERM is
  /// noted in ``isStopRequested`` and cuts waiting and reading short; a second one ends at once.
  public static func note() {
    _ = requested.load(ordering: .relaxed)
    let handler: @convention(c) (Int32) -> Void = { number in
      let (isFirst, _) = Signals.requested.compareExchange(
        expected: 0, desired: number, ordering: .relaxed)
      if !isFirst { _exit(128 + number) }
    }
    handle(SIGINT, handler)
    handle(SIGTERM, handler)
  }

  /// The sentence of ``endAtMemoryFault(saying:)``: where it stands, and how long it is.
  private static let sentenceAddress = Atomic<UInt>(0)
  private static let sentenceByteCount = Atomic<Int>(0)

  /// Memory that cannot be read ends the process with status 3 and a sentence on standard error, and not
  /// with a signal: SIGBUS where a page of a mapped file is not there or its device fails, SIGSEGV where
  /// a damaged file has led C code elsewhere.
  ///
  /// - Parameter sentence: A whole line, with its end.
  public static func endAtMemoryFault(saying sentence: StaticString) {
    guard sentence.hasPointerRepresentation else { return }
    sentenceAddress.store(unsafe UInt(bitPattern: sentence.utf8Start), ordering: .relaxed)
    sentenceByteCount.store(sentence.utf8CodeUnitCount, ordering: .relaxed)
    let handler: @convention(c) (Int32) -> Void = { _ in
      // Nothing but system calls: the process may be anywhere.
      let address = Signals.sentenceAddress.load(ordering: .relaxed)
      let count = Signals.sentenceByteCount.load(ordering: .relaxed)
      _ = unsafe write(2, UnsafeRawPointer(bitPattern: address), count)
      _exit(3)
    }
    handle(SIGBUS, handler)
    handle(SIGSEGV, handler)
  }

  /// Whether a signal has asked to stop since ``note()``.
  public static var isStopRequested: Bool { requested.load(ordering: .relaxed) != 0 }

  /// The status to end with after ``isStopRequested``: 130 for SIGINT, 143 for SIGTERM.
  public static var status: ExitCode {
    let number = requested.load(ordering: .relaxed)
    return number == 0 ? .done : ExitCode(rawValue: 128 + number)
  }

  /// While a pager runs, SIGINT is for the pager.
  ///
  /// What the handler of this process does is not inherited by a program that is started.
  static func leaveInterruptsToChild() {
    handle(SIGINT) { _ in }
  }

  /// Installs a handler without SA_RESTART, so that a waiting call returns, and lets the signal
  /// through.
  private static func handle(_ number: Int32, _ handler: @escaping @convention(c) (Int32) -> Void) {
    var action = sigaction()
    unsafe action.__sigaction_handler.sa_handler = handler
    unsafe sigemptyset(&action.sa_mask)
    action.sa_flags = 0
    _ = unsafe sigaction(number, &action, nil)
    // Whoever started this process may have blocked it, and a mask is inherited.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, number)
    _ = unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }
}
