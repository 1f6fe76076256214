import CommandLineKit
import Daybook
import JSON

/// Writes change sets one after the other, each whole, as `watch` and `replay` do.
struct ChangeSetOutput {
  private let session: Session
  private let view: String
  private var operations: RowOperations
  /// Whether all sets are one document.
  private let isDocument: Bool
  private var hasSets = false
  /// Whether a signal is noted, and ends nothing by itself.
  private var notesInterrupts = false

  /// - Parameter isDocument: Whether the sets will end, and are one document in `json`.
  init(_ session: Session, _ options: ReportOptions, isDocument: Bool = false) {
    self.session = session
    view = options.view
    self.isDocument = isDocument && session.format == .json && !session.isQuiet
    operations = RowOperations(session, isBatched: options.batch == .table)
  }

  /// How many rows of a set are wanted with their values.
  var rowLimit: Int {
    if session.isQuiet { return 0 }
    return session.format == .text ? RowOperations.textLimit : .max
  }

  /// Ends the work where a signal has asked for it.
  ///
  /// - Throws: `ConsoleError.interrupted`.
  func stopIfInterrupted() throws {
    if session.surroundings.isInterrupted() { throw ConsoleError.interrupted }
  }

  /// Writes a set, and hands it on at once; between sets is the place to stop.
  mutating func write(_ set: StampedChangeSet) throws {
    // Before the first set there is nothing to end, and a signal may end the program at once.
    if !notesInterrupts { session.surroundings.noteInterrupts() }
    notesInterrupts = true
    try stopIfInterrupted()
    if session.isQuiet {
      for row in set.changeSet.rows { try session.console.writeLine(row.id.description) }
    } else if isDocument {
      try session.console.write(hasSets ? "," : #"{"changeSets":["#)
      hasSets = true
      var writer = JSONWriter()
      operations.write(set, to: &writer)
      try session.console.write(bytes: writer.bytes)
    } else {
      try operations.write(set)
    }
    try session.console.flush()
  }

  /// Ends the document, where the sets are one.
  func end() throws {
    if isDocument { try session.console.writeLine(hasSets ? "]}" : #"{"changeSets":[]}"#) }
  }

  /// Writes that what was shown no longer counts.
  mutating func writeReset(view: String, size: UInt64, sections: Int, rows: Int) throws {
    try stopIfInterrupted()
    if !session.isQuiet {
      try operations.writeReset(view: view, size: size, sections: sections, rows: rows)
    }
    try session.console.flush()
  }

  /// Writes the sets of the log's past.
  ///
  /// - Parameter pause: Is called with when each set was recorded, before it is written.
  mutating func replay(
    _ journal: Journal, from: UInt64, to: UInt64?, _ pause: (Int64) throws -> Void = { _ in }
  ) throws {
    if from == to { return }
    try journal.replay(view: view, from: from, to: to, rowLimit: rowLimit) { set in
      try pause(set.recorded)
      try write(set)
      return true
    }
  }
}
