public import CommandLineKit

/// What commands get from outside, apart from the console: a clock, randomness, the environment,
/// other programs.
///
/// A test fixes all of it.
public struct Surroundings {
  /// Now, microseconds since 1970.
  public var now: () -> Int64
  /// What identities and salts are drawn from.
  public var random: any RandomNumberGenerator
  /// A variable of the environment.
  public var variable: (String) -> String?
  /// The local zone and those with a name; asked for when one is needed.
  public var zones: () -> Zones
  /// What tells this machine from others; asked for when a journal is opened to write.
  public var machine: () -> [UInt8]
  /// Runs a program with this process's streams and waits for its end.
  public var runProgram: ([String]) throws -> ExitCode
  /// What tells this process from others that run.
  public var process: Int32 = 0
  /// Whether a process is running.
  public var isRunning: (_ process: Int32) -> Bool = { _ in false }
  /// Lets `body` write through a line of the shell that shows its input to the person.
  public var page: (_ line: String, _ body: () throws -> Void) throws -> Void = { try $1() }
  /// Says something to the person while a call does not return; from any thread.
  public var say: @Sendable (String) -> Void
  /// From here on SIGINT and SIGTERM are noted, and end nothing by themselves.
  public var noteInterrupts: () -> Void
  /// Whether a signal has asked to stop.
  public var isInterrupted: () -> Bool
  /// Waits, or returns sooner when a signal comes.
  public var wait: (_ milliseconds: Int) -> Void

  /// Makes surroundings of their parts.
  public init(
    now: @escaping () -> Int64, random: any RandomNumberGenerator,
    variable: @escaping (String) -> String?, zones: @escaping () -> Zones,
    machine: @escaping () -> [UInt8], runProgram: @escaping ([String]) throws -> ExitCode,
    say: @escaping @Sendable (String) -> Void, noteInterrupts: @escaping () -> Void,
    isInterrupted: @escaping () -> Bool, wait: @escaping (_ milliseconds: Int) -> Void
  ) {
    self.now = now
    self.random = random
    self.variable = variable
    self.zones = zones
    self.machine = machine
    self.runProgram = runProgram
    self.say = say
    self.noteInterrupts = noteInterrupts
    self.isInterrupted = isInterrupted
    self.wait = wait
  }
}
