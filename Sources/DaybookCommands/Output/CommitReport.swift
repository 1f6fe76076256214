import CommandLineKit
import Daybook
import JSON

/// Tells what the commits of one command did, in the session's format: ids alone, row operations for
/// people, lines as they come, or one document at the end.
struct CommitReport {
  private let session: Session
  private var operations: RowOperations
  /// The change sets so far, for the document.
  private var changeSets: [StampedChangeSet] = []
  private var records: [ObjectID: Record] = [:]
  private var order: [ObjectID] = []
  private var deleted: [ObjectID] = []

  init(_ session: Session, _ options: ReportOptions = ReportOptions()) {
    self.session = session
    operations = RowOperations(session, isBatched: options.batch == .table)
  }

  /// Tells of a commit; of an empty one there is nothing to tell.
  mutating func add(_ commit: Commit) throws {
    if commit.isEmpty { return }
    if session.isQuiet {
      for id in commit.ids { try session.console.writeLine(id.description) }
      return
    }
    switch session.format {
    case .text:
      if commit.changeSets.isEmpty { try writeIDs(of: commit) }
      for set in commit.changeSets { try operations.write(set) }
    case .jsonl:
      try writeCommitted(commit)
      for set in commit.changeSets { try operations.write(set) }
    case .json:
      changeSets += commit.changeSets
      gather(commit)
    }
  }

  /// Writes which objects a commit wrote that does not show in the view.
  private func writeIDs(of commit: Commit) throws {
    let style = session.console.style
    let ids = ShortIDs(commit.ids)
    var line = style.dim("log \(commit.from) → \(commit.to)")
    for id in commit.ids.prefix(8) { line += "  " + style.yellow(ids.text(id)) }
    if commit.ids.count > 8 { line += "  and \((commit.ids.count - 8).grouped) more" }
    try session.console.writeLine(line)
  }

  private func writeCommitted(_ commit: Commit) throws {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("op", "committed")
    writer.member("from", commit.from)
    writer.member("to", commit.to)
    writer.member("ids", commit.ids)
    writer.endObject()
    writer.endLine()
    try session.console.write(bytes: writer.bytes)
  }

  /// Keeps each object as its last commit left it.
  private mutating func gather(_ commit: Commit) {
    for record in commit.records {
      if records.updateValue(record, forKey: record.id) == nil { order.append(record.id) }
      deleted.removeAll { $0 == record.id }
    }
    let written = Set(commit.records.map(\.id))
    for id in commit.ids where !written.contains(id) { records[id] = nil }
    order.removeAll { records[$0] == nil }
    for id in commit.deleted where !deleted.contains(id) { deleted.append(id) }
  }

  /// Ends the report: writes the document, where one is asked for.
  ///
  /// - Parameter members: Writes what the document has besides.
  func finish(_ members: (inout JSONWriter) -> Void = { _ in }) throws {
    guard session.format == .json, !session.isQuiet else { return }
    var writer = JSONWriter()
    writer.beginObject()
    members(&writer)
    writer.member("changeSets")
    writer.beginArray()
    for set in changeSets { operations.write(set, to: &writer) }
    writer.endArray()
    writer.member("objects")
    writer.beginArray()
    for id in order {
      if let record = records[id] { writer.write(record) }
    }
    writer.endArray()
    writer.member("deleted", deleted)
    writer.endObject()
    writer.endLine()
    try session.console.write(bytes: writer.bytes)
  }
}

extension Session {
  /// Tells what one commit did.
  func report(_ commit: Commit, _ options: ReportOptions = ReportOptions()) throws {
    var report = CommitReport(self, options)
    try report.add(commit)
    try report.finish()
  }
}
