import CommandLineKit
import Foundation
import Glibc
import TestSupport
import Testing

/// The process's own streams and signals, each test in a process of its own.
@Suite(.timeLimit(.minutes(1))) struct TerminalTests {
  @Test func `a full device is reported`() async {
    await #expect(processExitsWith: .exitCode(3)) {
      let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
      dup2(full.fileDescriptor, 1)
      let console = Console(Terminal.device)
      try console.write("lost")
      do {
        try console.finish()
      } catch let error as ConsoleError {
        exit(error == .writeFailed(.standard, reason: "No space left on device") ? 3 : 4)
      }
    }
  }

  @Test func `a closed output is reported, and not written into another file`() async throws {
    var status: ExitStatus?
    // A thread of the runtime may open something while descriptors are closed: then once more.
    for _ in 0..<20 where status == nil || status == .exitCode(9) {
      status = try await #require(processExitsWith: .failure) {
        close(0)
        close(1)
        Terminal.openStandardDescriptors()
        guard isNothing(0), isNothing(1) else { exit(9) }
        let directory = try TemporaryDirectory()
        _ = FileManager.default.createFile(atPath: directory.file("store"), contents: nil)
        let store = try #require(FileHandle(forUpdatingAtPath: directory.file("store")))
        guard store.fileDescriptor > 2 else { exit(5) }
        let console = Console(Terminal.device)
        guard try console.readAll(limit: 10).isEmpty else { exit(6) }
        try console.write("lost")
        do {
          try console.finish()
        } catch let error as ConsoleError {
          exit(error == .writeFailed(.standard, reason: "Bad file descriptor") ? 3 : 4)
        }
        exit(7)
      }.exitStatus
    }
    #expect(status == .exitCode(3))
  }

  @Test func `a reader that has gone is an error of its own`() async {
    await #expect(processExitsWith: .exitCode(7)) {
      Signals.endAtOnce()
      let pipe = Pipe()
      dup2(pipe.fileHandleForWriting.fileDescriptor, 1)
      try pipe.fileHandleForReading.close()
      let console = Console(Terminal.device)
      do {
        for _ in 0..<100 { try console.writeLine(String(repeating: "x", count: 10_000)) }
      } catch let error as ConsoleError {
        exit(error == .closedPipe ? 7 : 4)
      }
    }
  }

  @Test func `all bytes arrive through a slow pipe`() async {
    await #expect(processExitsWith: .exitCode(8)) {
      let pipe = Pipe()
      let writing = pipe.fileHandleForWriting.fileDescriptor
      // Non-blocking, as a program that shared the pipe may have left it.
      _ = fcntl(writing, F_SETFL, O_NONBLOCK)
      dup2(writing, 1)
      try pipe.fileHandleForWriting.close()
      let reader = Thread {
        var count = 0
        while count < 3_000_000 {
          usleep(200)
          count += pipe.fileHandleForReading.availableData.count
        }
        exit(count == 3_000_000 ? 8 : 4)
      }
      reader.start()
      let console = Console(Terminal.device)
      for _ in 0..<300 { try console.write(String(repeating: "x", count: 10_000)) }
      try console.finish()
      sleep(20)
    }
  }

  @Test(arguments: [(SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)])
  func `a signal ends the process with its status`(signal: Int32, status: Int32) async {
    await #expect(processExitsWith: .exitCode(status)) { [signal = signal as Int32] in
      Signals.endAtOnce()
      kill(getpid(), signal)
      sleep(20)
    }
  }

  @Test func `the first signal is noted, the second one ends`() async {
    await #expect(processExitsWith: .exitCode(130)) {
      Signals.note()
      guard !Signals.isStopRequested, Signals.status == .done else { exit(4) }
      kill(getpid(), SIGINT)
      // Another thread takes the signal, so it may come a little later.
      for _ in 0..<5000 where !Signals.isStopRequested { Terminal.wait(milliseconds: 1) }
      guard Signals.isStopRequested, Signals.status == .interrupted else { exit(5) }
      do {
        _ = try Terminal.device.read(1)
        exit(6)
      } catch let error as ConsoleError {
        guard error == .interrupted else { exit(7) }
      }
      kill(getpid(), SIGINT)
      sleep(20)
    }
  }

  @Test func `a signal cuts waiting and reading short`() async {
    await #expect(processExitsWith: .exitCode(9)) {
      Signals.note()
      let pipe = Pipe()
      dup2(pipe.fileHandleForReading.fileDescriptor, 0)
      // Tests run on a thread that blocks signals; a program's main thread does not.
      var signals = sigset_t()
      unsafe sigemptyset(&signals)
      unsafe sigaddset(&signals, SIGTERM)
      _ = unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
      let main = pthread_self()
      let sender = Thread {
        usleep(100_000)
        pthread_kill(main, SIGTERM)
      }
      sender.start()
      do {
        _ = try Terminal.device.read(1)
        exit(4)
      } catch let error as ConsoleError {
        exit(error == .interrupted && Signals.status == ExitCode(rawValue: 143) ? 9 : 5)
      }
    }
  }

  @Test func `programs are started through the shell`() throws {
    #expect(try ChildProcess.run(shell: "exit 7") == ExitCode(rawValue: 7))
    #expect(try ChildProcess.run(shell: "kill -9 $$") == ExitCode(rawValue: 137))
    #expect(try ChildProcess.run(shell: "no-such-editor 2>/dev/null") == ExitCode(rawValue: 127))
    let directory = try TemporaryDirectory()
    let file = directory.file("it's a 'file'")
    #expect(try ChildProcess.run(shell: "echo x > \(ChildProcess.quoted(file))") == .done)
    #expect(FileManager.default.fileExists(atPath: file))
  }

  @Test func `a pager takes the output until it is finished`() async throws {
    let directory = try TemporaryDirectory()
    await #expect(processExitsWith: .success) { [path = directory.path as String] in
      let console = Console(Terminal.device)
      let quoted = ChildProcess.quoted(path)
      let first = try #require(FileHandle(forWritingAtPath: "/dev/null"))
      dup2(first.fileDescriptor, 1)
      let pager = try Pager(
        shell: "cd \(quoted) && { cat; echo $LESS; } > paged; echo end >> paged")
      for _ in 0..<10_000 { try console.writeLine("line") }
      try console.flush()
      pager.finish()
      try console.writeLine("not in the pager")
      try console.finish()
    }
    let paged = try String(contentsOfFile: directory.file("paged"), encoding: .utf8)
    #expect(paged.hasPrefix(String(repeating: "line\n", count: 10_000)))
    #expect(paged.hasSuffix("\nend\n"))
    #expect(!paged.contains("not in"))
  }

  @Test func `the clock and the environment are the system's`() throws {
    #expect(abs(Double(Terminal.now()) / 1e6 - Date().timeIntervalSince1970) < 5)
    #expect(Terminal.variable("PATH") == ProcessInfo.processInfo.environment["PATH"])
    #expect(Terminal.variable("NO_SUCH_VARIABLE_HERE") == nil)
  }
}

/// Whether a descriptor is that of `/dev/null`.
private func isNothing(_ descriptor: Int32) -> Bool {
  var (found, null) = (stat(), stat())
  return unsafe fstat(descriptor, &found) == 0 && stat("/dev/null", &null) == 0
    && found.st_rdev == null.st_rdev && found.st_mode & S_IFMT == S_IFCHR
}
