import CommandLineKit
import Daybook
import JSON

/// Runs a script of changes.
struct Apply: Command {
  static let name = "apply"
  static let summary = "Runs a script of changes, JSON lines"
  static let discussion = """
    Each line is an operation: {"op":"insert","entity":"hero","id":"UUID, optional","values":{…}}, \
    {"op":"update","id":"…","values":{…}} where null clears, {"op":"delete","id":"…"}, or \
    {"op":"commit"}. All up to a commit line or the end is one commit: all of it or, at the first \
    error, none of it and nothing after. References within a commit may point forward.
    """
  static let examples = [
    Example("daybook apply changes.jsonl", "run a file"),
    Example("generate | daybook apply --format jsonl", "run what another program writes"),
  ]
  static let parameters: [Parameter<Self>] =
    [
      .argument(
        "FILE", \.file, completion: .files, help: "The script; - or nothing for standard input")
    ] + Parameter.table(\.options, as: "OUTPUT", under: "Output")

  var file: String?
  var options = CommitOptions()

  func run(in session: Session) throws -> ExitCode {
    let file = file ?? "-"
    if file == "-", session.console.isInputTerminal {
      session.note("reading operations from the terminal; end with Ctrl-D")
    }
    var script = Script(lines: LineReader(try session.stream(of: file)), session)
    let journal = try session.openForWriting(expect: options.expect)
    var report = CommitReport(session, options.report)
    do {
      var expected = options.expect
      while let steps = try script.next(journal) {
        if !steps.isEmpty {
          let request = session.request(options.report, expect: expected)
          try report.add(steps.commit(to: journal, request, session.console))
          expected = nil
        }
      }
    } catch {
      // What was committed before is told, whatever came after it.
      try report.finish()
      throw error
    }
    try report.finish()
    return .done
  }
}

/// A script, commit by commit.
private struct Script {
  private var lines: LineReader
  private let session: Session
  private var isAtEnd = false

  init(lines: LineReader, _ session: Session) {
    self.lines = lines
    self.session = session
  }

  /// The next commit, nil behind the last.
  ///
  /// Everything is read before the journal is looked at, so that no snapshot waits for a script.
  mutating func next(_ journal: Journal) throws -> ScriptCommit? {
    if isAtEnd { return nil }
    var operations: [(line: Int, operation: ScriptOperation)] = []
    var progress = session.console.progress("Reading", unit: "lines")
    defer { session.console.clearProgress() }
    var failure: CommandFailure?
    reading: do {
      while let line = try lines.next() {
        if lines.number % 1024 == 0 { session.console.update(&progress, done: lines.number) }
        switch try ScriptOperation(line) {
        case nil: continue
        case .commit: break reading
        case let operation?: operations.append((lines.number, operation))
        }
      }
      isAtEnd = true
    } catch {
      failure = CommandFailure(error, line: lines.number)
    }
    // An earlier line may be wrong too; then that is the first error.
    let commit = try ScriptCommit(operations, journal, session)
    if let failure { throw failure }
    return commit
  }
}

/// The changes of one commit of a script.
private struct ScriptCommit {
  private var changes: [Change] = []
  private var lines: [Int] = []

  var isEmpty: Bool { changes.isEmpty }

  /// Reads values by the model, and finds the objects that are named.
  init(
    _ operations: [(line: Int, operation: ScriptOperation)], _ journal: Journal, _ session: Session
  ) throws {
    changes.reserveCapacity(operations.count)
    lines.reserveCapacity(operations.count)
    try journal.read { snapshot in
      let reader = session.valueReader(snapshot.model, journal)
      var inserted: [ObjectID: String] = [:]
      for (line, operation) in operations {
        do {
          switch operation {
          case .insert(let given, let name, let values):
            let entity = try reader.entity(name)
            let id = given ?? session.newID()
            inserted[id] = name
            changes.append(
              .insert(id, entity: name, values: try reader.values(values, of: entity)))
          case .update(let text, let values):
            let id = try ObjectID(text) ?? session.identity(text, in: snapshot)
            guard let name = try inserted[id] ?? snapshot.entity(of: id) else {
              throw ChangeError.missingObject(id, what: "update")
            }
            changes.append(
              .update(id, values: try reader.values(values, of: reader.entity(name))))
          case .delete(let text):
            changes.append(.delete(try ObjectID(text) ?? session.identity(text, in: snapshot)))
          case .commit:
            continue
          }
        } catch {
          throw CommandFailure(error, line: line)
        }
        lines.append(line)
      }
    }
  }

  /// Commits the changes.
  ///
  /// - Throws: A failure with the line of the change that was refused; as it is where no line is at
  ///   fault.
  func commit(
    to journal: Journal, _ request: CommitRequest, _ console: Console
  ) throws -> Commit {
    var count = 0
    var hasAll = false
    var progress = console.progress("Writing", unit: "changes", total: changes.count)
    defer { console.clearProgress() }
    do {
      return try journal.commit(request) {
        guard count < changes.count else {
          hasAll = true
          return nil
        }
        if count % 1024 == 0 { console.update(&progress, done: count) }
        count += 1
        return changes[count - 1]
      }
    } catch let error as ChangeError {
      if !hasAll, count > 0 { throw CommandFailure(error, line: lines[count - 1]) }
      // What was judged at the end is of the last change to one of the objects at fault.
      let objects = error.objects
      guard let place = changes.lastIndex(where: { objects.contains($0.id) }) else { throw error }
      throw CommandFailure(error, line: lines[place])
    }
  }
}

extension ChangeError {
  /// The objects that a change made wrong.
  fileprivate var objects: [ObjectID] {
    switch self {
    case .unknownEntity: []
    case .missingObject(let id, _), .objectExists(let id, _), .erased(let id),
      .missingContent(_, _, let id, _), .denied(let id, _, _, _),
      .danglingReference(let id, _, _, _, _):
      [id]
    case .notUnique(_, _, let first, let second): [first, second]
    case .invalid(let errors): errors.compactMap(\.object)
    }
  }
}

extension CommandFailure {
  /// The failure of a line of a script.
  init(_ error: any Error, line: Int) {
    self.init(error)
    message = "line \(line): \(message)"
  }
}
