import Glibc

/// The process's own streams, environment and clocks: the one folder of this module that speaks to
/// the C library.
public enum Terminal {
  /// Standard input, output and messages of the process.
  public static var device: ConsoleDevice {
    let began = ContinuousClock.now
    return ConsoleDevice(
      write: { (output, bytes) throws(ConsoleError) in
        try write(bytes, to: output)
      },
      read: { (count) throws(ConsoleError) in
        try read(upTo: count)
      },
      isOutputTerminal: { isatty($0 == .standard ? STDOUT_FILENO : STDERR_FILENO) == 1 },
      isInputTerminal: { isatty(STDIN_FILENO) == 1 },
      size: size,
      variable: variable,
      elapsed: { ContinuousClock.now - began })
  }

  /// Makes sure that the three standard descriptors are open, so that no file that is opened later
  /// becomes "standard output" and is written into.
  ///
  /// Call it first.
  ///
  /// A closed one is opened on `/dev/null` for reading: reading ends at once, writing fails and is
  /// reported.
  public static func openStandardDescriptors() {
    for descriptor in STDIN_FILENO...STDERR_FILENO {
      if fcntl(descriptor, F_GETFD) == -1, errno == EBADF {
        // The lowest free descriptor is taken, which is this one.
        _ = unsafe open("/dev/null", O_RDONLY)
      }
    }
  }

  /// The words of the command line without the program's name; bytes that are not UTF-8 have been
  /// replaced by U+FFFD.
  public static var words: [String] { Array(CommandLine.arguments.dropFirst()) }

  /// A variable of the environment; `nil` where it is not set.
  public static func variable(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }

  /// Microseconds since 1970-01-01T00:00:00Z, as the system's clock says.
  public static func now() -> Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }

  /// Waits, or returns sooner when a signal comes.
  public static func wait(milliseconds: Int) {
    _ = poll(nil, 0, Int32(clamping: milliseconds))
  }

  /// What the C library says of an error number.
  static func reason(_ number: Int32) -> String {
    guard let text = unsafe strerror(number) else { return "error \(number)" }
    return unsafe String(cString: text)
  }

  private static func write(_ bytes: [UInt8], to output: ConsoleDevice.Output)
    throws(ConsoleError)
  {
    let descriptor = output == .standard ? STDOUT_FILENO : STDERR_FILENO
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count >= 0 {
        rest = rest.dropFirst(count)
        continue
      }
      switch errno {
      case EINTR:
        continue
      case EAGAIN:
        // A descriptor that another program made non-blocking: wait until it takes more.
        var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&ready, 1, -1)
      case EPIPE:
        throw .closedPipe
      default:
        throw .writeFailed(output, reason: reason(errno))
      }
    }
  }

  private static func read(upTo count: Int) throws(ConsoleError) -> [UInt8] {
    while true {
      if Signals.isStopRequested { throw .interrupted }
      var failure: Int32 = 0
      let part = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
        let read = unsafe Glibc.read(STDIN_FILENO, buffer.baseAddress, count)
        failure = read < 0 ? errno : 0
        filled = max(0, read)
      }
      switch failure {
      case 0:
        return part
      case EINTR:
        continue
      case EAGAIN:
        var ready = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        _ = unsafe poll(&ready, 1, -1)
      case EISDIR:
        throw .readFailed(path: "standard input", reason: "it is a directory")
      default:
        throw .readFailed(path: "standard input", reason: reason(failure))
      }
    }
  }

  private static func size() -> (columns: Int, rows: Int)? {
    // `COLUMNS` is how a person or a test asks for another width (POSIX.1-2024, XBD 8.3).
    let asked = variable("COLUMNS").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    var window = winsize()
    for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
      if unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0 {
        return (asked ?? Int(window.ws_col), Int(window.ws_row))
      }
    }
    return asked.map { ($0, 24) }
  }
}
