import CommandLineKit
import Daybook
import Interchange

/// Takes in the log of another journal, or of another copy of this one.
struct LogImporting {
  /// The log.
  let file: SourceFile
  /// What it is called in messages.
  let name: String
  /// Whether nothing is to be written.
  let isDryRun: Bool
  /// What is to be told.
  let report: ReportOptions

  func run(in session: Session) throws -> ExitCode {
    let journal = isDryRun ? nil : try session.openForWriting()
    var reader = try LogReader(LineReader(file.open()), name: name)
    var progress = session.console.progress("Reading", unit: "lines")
    defer { session.console.clearProgress() }
    guard let journal else {
      return try examine(&reader, session).finish(session, report)
    }
    let result: LogImport
    do {
      result = try journal.importLog(session.request(nil), journal: reader.journal) {
        let line = reader.lineNumber
        if line % 1024 == 0 { session.console.update(&progress, done: line) }
        return try reader.next()
      }
    } catch let error as EventLogError where error.isOfEntry {
      throw CommandFailure(.validation, "\(name), line \(reader.lineNumber): \(error)")
    }
    var outcome = ImportOutcome(ImportReport())
    outcome.read = result.read
    outcome.imported = result.imported
    outcome.unchanged = result.unchanged
    outcome.unit = "event"
    outcome.format = ImportFormat.jsonl.name
    return try outcome.finish(session, report)
  }

  /// Counts what an import of a log would bring.
  private func examine(_ reader: inout LogReader, _ session: Session) throws -> ImportOutcome {
    var known: Set<EventIdentity> = []
    if let journal = try session.openIfThere() {
      let expected = try journal.read { snapshot in
        try snapshot.forEachEvent(in: 0..<snapshot.size) { event in
          known.insert(event.header.identity)
          return true
        }
        return try snapshot.meta.journal
      }
      if !known.isEmpty, let found = reader.journal, found != expected {
        throw JournalError.anotherJournal(found: found, expected: expected)
      }
    }
    var outcome = ImportOutcome(ImportReport())
    outcome.isDryRun = true
    outcome.unit = "event"
    outcome.format = ImportFormat.jsonl.name
    while let entry = try reader.next() {
      guard case .event(let header, _) = entry else { continue }
      outcome.read += 1
      if known.contains(try EventHeader(decoding: header.span).identity) {
        outcome.unchanged += 1
      } else {
        outcome.imported += 1
      }
    }
    return outcome
  }
}

extension EventLogError {
  /// Whether an event that was to be appended is at fault, and not the journal.
  fileprivate var isOfEntry: Bool {
    switch self {
    case .identityTaken, .counterGap, .unfitEvent: true
    default: false
    }
  }
}
