import FileSystem
import Glibc

// The tool's one file that speaks to libc.

/// Standard error, unbuffered.
enum StandardError {
  static func write(_ text: String) {
    let bytes = Array(text.utf8)
    _ = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}

/// The directory that journals are made in, gone when the run is over.
///
/// Never one in memory: a commit's cost is the disk's.
struct WorkDirectory {
  /// The absolute path.
  let path: String

  /// Makes `benchmark-<process>` below a directory, or below the current one.
  init(under parent: String?) throws {
    guard let resolved = unsafe realpath(parent ?? ".", nil) else {
      throw FileError("find", parent ?? ".", code: errno)
    }
    defer { unsafe free(resolved) }
    let base = unsafe String(cString: resolved)
    let type = MountTable.fileSystem(of: base)?.type
    guard type != "tmpfs" && type != "ramfs" else {
      throw UsageError(
        "\(base) lies in memory, where a commit costs nothing: name another --directory.")
    }
    path = "\(base)/benchmark-\(getpid())"
    try Files.makeDirectory(path)
  }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Removes the directory with what is in it; what resists stays.
  func remove() { Self.remove(path) }

  private static func remove(_ path: String) {
    if (try? Files.status(of: path))??.isDirectory == true {
      for name in (try? Files.names(in: path)) ?? [] { remove("\(path)/\(name)") }
    }
    _ = unsafe Glibc.remove(path)
  }
}

/// A program run to its end.
struct ProgramRun {
  /// From before the start until its end was known; the processor's time is its own and the system's
  /// for it.
  var time: Time
  /// Its exit status, or 128 and the signal's number.
  var status: Int32
}

enum Program {
  /// Runs a program with nothing to read and its output thrown away.
  static func run(_ words: [String], environment: [String] = []) throws -> ProgramRun {
    let null = unsafe open("/dev/null", O_RDWR | O_CLOEXEC)
    guard null >= 0 else { throw FileError("open", "/dev/null", code: errno) }
    defer { close(null) }
    let clock = ContinuousClock()
    let start = clock.now
    let process = try spawn(words, environment: environment, output: null, input: null)
    let (status, usage) = try wait(for: process, words[0])
    return ProgramRun(
      time: Time(
        elapsed: start.duration(to: clock.now).inSeconds,
        processor: usage.ru_utime.inSeconds + usage.ru_stime.inSeconds),
      status: status)
  }

  /// The kibibytes of memory that are a program's alone when it has done its work and is about to say
  /// so: its output goes into a pipe that is full already, and so it waits at its first write.
  static func privateMemory(_ words: [String], environment: [String] = []) throws -> Int {
    var ends: [Int32] = [0, 0]
    guard unsafe pipe(&ends) == 0 else { throw FileError("make", "a pipe", code: errno) }
    defer { close(ends[0]) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let filler = [UInt8](repeating: 0, count: 4096)
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    while unsafe write(ends[1], filler, filler.count) > 0 {}
    _ = fcntl(ends[1], F_SETFL, 0)
    let process = try spawn(words, environment: environment, output: ends[1], input: ends[0])
    close(ends[1])
    var found: [Int] = []
    // Its memory no longer changes: it waits. A program that says nothing ends instead.
    while found.count < 3 || Set(found.suffix(3)).count > 1 {
      usleep(20_000)
      guard let memory = ProcessFile.privateMemory(of: process) else { break }
      found.append(memory)
      if found.count > 500 { break }
    }
    var sink = [UInt8](repeating: 0, count: 65536)
    while unsafe read(ends[0], &sink, sink.count) > 0 {}
    _ = try wait(for: process, words[0])
    return found.last ?? 0
  }

  private static func spawn(
    _ words: [String], environment: [String], output: Int32, input: Int32
  ) throws -> pid_t {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    unsafe posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    var variables = unsafe environment.map { unsafe strdup($0) } + [nil]
    defer {
      unsafe (arguments + variables).forEach { unsafe free($0) }
    }
    var process: pid_t = 0
    let code = unsafe posix_spawn(&process, words[0], &actions, nil, &arguments, &variables)
    guard code == 0 else { throw FileError("start", words[0], code: code) }
    return process
  }

  private static func wait(
    for process: pid_t, _ name: String
  ) throws -> (status: Int32, usage: rusage) {
    var status: Int32 = 0
    var usage = rusage()
    while unsafe wait4(process, &status, 0, &usage) < 0 {
      guard errno == EINTR else { throw FileError("wait for", name, code: errno) }
    }
    let signal = status & 0x7F
    return (signal == 0 ? status >> 8 & 0xFF : 128 + signal, usage)
  }
}

extension timeval {
  fileprivate var inSeconds: Double { Double(tv_sec) + Double(tv_usec) / 1e6 }
}

extension Duration {
  /// The duration as a number.
  var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
