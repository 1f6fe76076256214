import EventLog
import FileSystem
import LMDB
import Model

extension Journal {
  /// Writes a consistent copy of the journal into a directory, while others write.
  ///
  /// What it makes opens as a journal. A backup that is there already is replaced by the same protocol
  /// as an environment: at every moment the directory holds the old one or the new one.
  ///
  /// - Throws: `JournalError.anotherJournal` where the directory holds another journal,
  ///   `EventLogError.notAJournal` where it holds something else.
  /// - Complexity: O(journal).
  public func backup(
    to path: String, progress: (MaintenanceProgress) -> Void = { _ in }
  ) throws {
    let target = JournalDirectory(path)
    let snapshot = try snapshot()
    let journal = try snapshot.meta.journal
    var options = self.options.environment
    options.isReadOnly = false
    if let former = try target.open(options) {
      let found = try former.read { try EventLog(in: $0).meta(in: $0).journal }
      if found != journal {
        throw JournalError.anotherJournal(found: found, expected: journal)
      }
      if former.fileIdentity == environment.fileIdentity {
        throw EventLogError.notAJournal(reason: "\(path) is the journal itself, not a backup of it")
      }
      guard let name = former.path.split(separator: "/").last.map(String.init),
        let number = JournalDirectory.number(of: name)
      else { throw EventLogError.notAJournal(reason: "its environment is \(former.path)") }
      let next = JournalDirectory.environmentName(number + 1)
      try former.write { transaction in
        try self.write(
          snapshot, to: target.environmentPath(next), options, progress: progress)
        try Files.synchronizeDirectory(path)
        let log = try EventLog(in: transaction.reading)
        var meta = try log.meta(in: transaction.reading)
        meta.moved = next
        try log.write(meta, in: transaction)
      }
      try target.finishReplacement(of: name, by: next, isReadOnly: false)
    } else {
      try target.prepare()
      let name = JournalDirectory.environmentName(1)
      try write(snapshot, to: target.environmentPath(name), options, progress: progress)
      try target.name(name)
    }
  }

  private func write(
    _ snapshot: borrowing Snapshot, to path: String, _ options: Environment.Options,
    progress: (MaintenanceProgress) -> Void
  ) throws {
    try Files.remove(path)
    try Files.remove("\(path)-lock")
    do {
      var options = options
      options.isDurable = false
      options.onWait = nil
      let copy = try Environment.open(at: path, options: options, creating: true)
      try EnvironmentCopy.copy(
        snapshot.transaction, to: copy, leavingOut: Omission(), databases: { _ in true },
        progress: progress)
      try copy.synchronize()
    } catch {
      try? Files.remove(path)
      try? Files.remove("\(path)-lock")
      throw error
    }
  }
}
