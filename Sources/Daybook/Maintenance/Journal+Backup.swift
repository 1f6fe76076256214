import EventLog
import FileSystem
import LMDB
import MerkleTree
import Model

extension Journal {
  /// Writes a consistent copy of the journal into a directory, while others write.
  ///
  /// What it makes opens as a journal, and whoever writes to it does so as a device of its own. A
  /// backup that is there already is replaced by the same protocol as an environment: at every moment
  /// the directory holds the old one or the new one.
  ///
  /// - Throws: `JournalError.anotherJournal` where the directory holds another journal,
  ///   `JournalError.notABackup` where it holds events that this journal does not have at their
  ///   places, or something that is no part of a journal.
  /// - Complexity: O(journal).
  public func backup(
    to path: String, progress: (MaintenanceProgress) -> Void = { _ in }
  ) throws {
    let snapshot = try snapshot()
    if let there = try Files.status(of: path), let here = try Files.status(of: directory.path),
      there.device == here.device, there.inode == here.inode
    {
      throw JournalError.notABackup(path: path, reason: "it is the journal itself")
    }
    let target = options.directory(path)
    var options = options.environment
    options.isReadOnly = false
    while let former = try target.open(options) {
      let names = try JournalDirectory.names(of: former)
      let isReplaced = try former.write { transaction in
        let log = try EventLog(in: transaction.reading)
        // Another backup was faster: that one is to be replaced.
        if try log.moved(in: transaction.reading) != nil { return false }
        try snapshot.checkThatItExtends(log, at: path, in: transaction.reading)
        try target.clearLeftovers(of: names.current)
        try self.write(snapshot, to: target.filePath(names.next), options, progress: progress)
        target.onStep?(.written)
        var meta = try log.meta(in: transaction.reading)
        meta.moved = names.next
        try log.write(meta, in: transaction)
        return true
      }
      if isReplaced {
        target.onStep?(.moved)
        _ = try target.open(options)
        return
      }
    }
    if let stranger = try target.stranger() {
      throw JournalError.notABackup(
        path: path, reason: "it holds `\(stranger)`, and a backup wants a directory of its own")
    }
    try target.prepare()
    // Under a name that is no environment's: it becomes one in a single step, complete.
    let draft = try Files.unusedPath(in: path, prefix: ".draft", suffix: ".mdb")
    try write(snapshot, to: draft, options, progress: progress)
    target.onStep?(.written)
    try target.adopt(String(draft.dropFirst(path.count + 1)))
  }

  private func write(
    _ snapshot: borrowing Snapshot, to path: String, _ options: Environment.Options,
    progress: (MaintenanceProgress) -> Void
  ) throws {
    let onStep = self.options.onReplacementStep
    try DraftEnvironment.write(at: path, options) { draft in
      var copy = EnvironmentCopy(target: draft, omission: Omission())
      copy.onBatch = { onStep?(.begun) }
      try copy.run(from: snapshot.transaction, progress: progress)
      try draft.write { transaction in
        let log = try EventLog(in: transaction.reading)
        var meta = try log.meta(in: transaction.reading)
        // No place has this one: a file put back where the journal was may get its old number, and
        // must not go on counting where the backup ends.
        meta.place = .zero
        try log.write(meta, in: transaction)
      }
    }
  }
}

extension Snapshot {
  /// Refuses to put this journal in the place of one that has something which it lacks.
  fileprivate func checkThatItExtends(
    _ log: EventLog, at path: String, in transaction: borrowing ReadTransaction
  ) throws {
    let found = try log.meta(in: transaction).journal
    let journal = try meta.journal
    if found != journal { throw JournalError.anotherJournal(found: found, expected: journal) }
    let head = try log.head(in: transaction)
    guard try head.size <= size,
      try context.log.root(atSize: head.size, in: self.transaction) == head.root
    else {
      throw JournalError.notABackup(
        path: path, reason: "it has events that this journal does not have at their places")
    }
  }
}
