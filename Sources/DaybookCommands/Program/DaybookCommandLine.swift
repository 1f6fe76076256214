public import CommandLineKit
import Daybook

/// The command line as a whole: words in, an exit status out.
///
/// Callable within a process, as tests do.
public enum DaybookCommandLine {
  /// Runs the words after the program's name.
  ///
  /// Everything is written when this returns; what went wrong has been said on the console.
  ///
  /// - Returns: The exit status.
  public static func run(
    _ words: [String], console: Console, surroundings: Surroundings
  ) -> Int32 {
    let program = DaybookProgram.program
    var globals = GlobalOptions()
    do {
      let invocation: Invocation<GlobalOptions, Session>
      do {
        invocation = try program.parse(words)
      } catch {
        globals = program.globals(salvagedFrom: words)
        configure(console, globals)
        throw error
      }
      globals = invocation.globals
      configure(console, globals)
      for note in invocation.notes { console.writeError("daybook: \(note)") }
      let session = Session(console: console, globals: globals, surroundings: surroundings)
      let status = try answer(invocation.request, of: program, in: session)
      try console.finish()
      return status.rawValue
    } catch {
      return tell(error, globals, on: console)
    }
  }

  private static func configure(_ console: Console, _ globals: GlobalOptions) {
    console.color = globals.color
    console.isQuiet = globals.isQuiet
    console.isMachineOutput = globals.format.isMachine
  }

  private static func answer(
    _ request: Request<Session>, of program: Program<GlobalOptions, Session>, in session: Session
  ) throws -> ExitCode {
    let console = session.console
    switch request {
    case .run(let command):
      return try command.run(in: session)
    case .help(let verb):
      return try session.paged {
        try console.write(program.help(for: verb, width: console.width, style: console.style))
        return .done
      }
    case .version:
      try console.writeLine("\(program.name) \(program.version)")
    case .manual:
      try session.rendered(by: "man -l -") { try console.write(program.manual()) }
    case .completionScript(let shell):
      try console.write(program.completionScript(for: shell))
    case .completions(let kind, let prefix):
      try Completions.write(kind: kind, prefix: prefix, in: session)
    }
    return .done
  }

  private static func tell(
    _ error: any Error, _ globals: GlobalOptions, on console: Console
  ) -> Int32 {
    // Whoever read the output has gone, and nobody is left to tell.
    if case .closedPipe? = error as? ConsoleError { return ExitCode.done.rawValue }
    var failure = CommandFailure(error)
    do {
      // What was found before the fault is the person's.
      try console.finish()
    } catch {
      if error != .closedPipe { failure = CommandFailure(error) }
    }
    if failure.status == .interrupted { return failure.status.rawValue }
    if globals.format.isMachine {
      console.writeError(failure.jsonLine)
    } else {
      console.writeError("\(console.errorStyle.red("daybook:")) \(failure)")
    }
    return failure.status.rawValue
  }
}
