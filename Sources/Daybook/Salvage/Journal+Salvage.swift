public import EventLog
import FileSystem
import LMDB
import MerkleTree
import Model
import Objects
import Views

extension Journal {
  /// Writes what verifies of a damaged journal into a new one, which is sound.
  ///
  /// The damaged file is read page by page, without the engine, and left as it is. What is taken over
  /// and what is not is `LogJudgement`'s to say, in short:
  ///
  /// - The longest beginning of the log whose headers the tree proves is taken over as it stands, with
  ///   the journal's identity: its history stays, and checkpoints of it still prove. Where a payload
  ///   does not verify the event stands without it, as a forgotten one, and a `condensed` event of the
  ///   object follows.
  /// - Of events behind that, those that verify by themselves count: the objects' latest values are
  ///   written as new events of a device of the new journal's own. So are definitions.
  /// - What an event that verifies has erased stays erased, and its payloads are not taken over.
  /// - A reference to an object that is lost is cleared.
  ///
  /// - Parameters:
  ///   - path: The damaged journal's directory.
  ///   - target: A directory of the new journal's own, which must hold none.
  ///   - options: How the new journal is opened.
  ///   - seed: The new device's identity, and the journal's, where that cannot be read any more.
  ///   - request: When, by whom, and what is asked of the commit.
  ///   - progress: Is told how far the work has come.
  ///   - report: Takes each fault as it is found.
  /// - Throws: `JournalError.missing`, `.occupied`; `FileError` or `LMDBError` where the target cannot
  ///   be written.
  /// - Complexity: O(journal).
  public static func salvage(
    from path: String, to target: String, _ options: Options = Options(), making seed: Seed,
    _ request: CommitRequest, progress: (MaintenanceProgress) -> Void = { _ in },
    report: (AuditFault) -> Void = { _ in }
  ) throws -> SalvageReport {
    guard let file = try JournalDirectory(path).unopenedEnvironment() else {
      throw JournalError.missing(path: path)
    }
    let directory = JournalDirectory(target)
    try directory.prepare()
    if try directory.open(options.environment) != nil { throw JournalError.occupied(path: target) }
    var result = SalvageReport(journal: seed.journal)
    func note(_ fault: AuditFault) {
      result.faults.append(fault)
      report(fault)
    }
    let pages = try PageWalk.walk(path: file) {
      progress(MaintenanceProgress(what: "pages", done: $0, total: $1))
    }
    pages.auditFaults.forEach(note)
    let draft = try Files.unusedPath(in: target, prefix: ".draft", suffix: ".mdb")
    try RecoveredLog.with(file, scratch: target) { log, transaction in
      let faults = SalvageFaults()
      let judgement = try LogJudgement(
        log, in: transaction.reading, progress: progress, report: { faults.list.append($0) })
      faults.list.forEach(note)
      var salvage = try Salvage(
        log, judgement, in: transaction, seed: seed, request: request, spillingTo: target)
      try DraftEnvironment.write(at: draft, options.environment) { environment in
        try salvage.write(
          to: environment, machine: options.machine, from: transaction.reading, progress)
      }
      salvage.faults.forEach(note)
      result.journal = salvage.meta.journal
      result.taken = judgement.taken
      result.written = salvage.written
      result.objects = salvage.objects
      result.renewed = salvage.renewed
      result.lost = salvage.lost
    }
    try directory.adopt(String(draft.dropFirst(target.count + 1)))
    return result
  }
}

/// Faults that have been found and not been told yet.
private final class SalvageFaults {
  var list: [AuditFault] = []
}
