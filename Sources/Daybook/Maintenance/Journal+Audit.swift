public import EventLog
import LMDB
public import MerkleTree
import Model
import Objects
import Views

/// What an audit found.
public struct AuditReport: Sendable {
  /// How many events the log holds.
  public var events: UInt64
  /// How many objects there are.
  public var objects: Int
  /// How many views there are.
  public var views: Int
  /// The root of the log's Merkle tree.
  public var root: [UInt8]
  /// What is not as it must be; empty where the journal is sound.
  public var faults: [AuditFault]
}

extension Journal {
  /// Verifies everything that the journal holds.
  ///
  /// The engine's pages: each in one place, and sound. The log: sequences, encodings, digests,
  /// commits, counters, stamps, the Merkle tree, history, content. Every projection, against the log.
  /// One snapshot is verified; others may write meanwhile.
  ///
  /// A file that may be damaged is verified by ``audit(at:_:isQuick:against:progress:report:)``, which
  /// looks at its pages before the engine does.
  ///
  /// - Parameters:
  ///   - isQuick: Whether just the head and the last events are looked at.
  ///   - checkpoint: What the log was once said to be, its signature verified.
  ///   - progress: Is told how far the work has come.
  ///   - report: Takes each fault as it is found.
  /// - Returns: What was found. A fault is no error.
  /// - Complexity: O(pages + events + rows log rows).
  public func audit(
    isQuick: Bool = false, against checkpoint: Checkpoint? = nil,
    progress: (MaintenanceProgress) -> Void = { _ in }, report: (AuditFault) -> Void = { _ in }
  ) throws -> AuditReport {
    try audit(
      isQuick: isQuick, walksPages: !isQuick, against: checkpoint, progress: progress,
      report: report)
  }

  func audit(
    isQuick: Bool, walksPages: Bool, against checkpoint: Checkpoint?,
    progress: (MaintenanceProgress) -> Void, report: (AuditFault) -> Void
  ) throws -> AuditReport {
    var pageFaults: [AuditFault] = []
    if walksPages {
      let pages = try environment.walkPages {
        progress(MaintenanceProgress(what: "pages", done: $0, total: $1))
      }
      pageFaults = pages.auditFaults
      pageFaults.forEach(report)
    }
    var result = try read { snapshot in
      try snapshot.audit(
        isQuick: isQuick, against: checkpoint, spillingTo: scratchDirectory, progress: progress,
        report: report)
    }
    result.faults = pageFaults + result.faults
    return result
  }

  /// Verifies everything that a journal holds, whatever state its file is in.
  ///
  /// The pages are read first, without the engine, which a damaged file can bring down. Where one of
  /// them is not sound, or the model cannot be read, the rows that can be read are verified as a log
  /// apart, and no projection is.
  ///
  /// - Throws: `JournalError.missing`; what the system says where the file cannot be read.
  public static func audit(
    at path: String, _ options: Options = Options(), isQuick: Bool = false,
    against checkpoint: Checkpoint? = nil, progress: (MaintenanceProgress) -> Void = { _ in },
    report: (AuditFault) -> Void = { _ in }
  ) throws -> AuditReport {
    guard let file = try JournalDirectory(path).unopenedEnvironment() else {
      throw JournalError.missing(path: path)
    }
    var pages: PageWalk.Report?
    if !isQuick {
      do {
        let walked = try PageWalk.walk(path: file) {
          progress(MaintenanceProgress(what: "pages", done: $0, total: $1))
        }
        pages = walked
        if !walked.isSound {
          return try audit(
            damaged: file, walked, scratch: options.scratchDirectory ?? path, against: checkpoint,
            progress: progress,
            report: report)
        }
      } catch LMDBError.busy {
        // Others are writing it: then it can be opened, and is walked under a snapshot.
      }
    }
    let journal: Journal
    do {
      journal = try open(at: path, options)
      _ = try journal.snapshot()
    } catch {
      guard let fault = AuditFault(unreadable: error) else { throw error }
      report(fault)
      guard let pages else {
        return AuditReport(events: 0, objects: 0, views: 0, root: [], faults: [fault])
      }
      var result = try audit(
        damaged: file, pages, scratch: options.scratchDirectory ?? path, against: checkpoint,
        progress: progress, report: report)
      result.faults.insert(fault, at: 0)
      return result
    }
    return try journal.audit(
      isQuick: isQuick, walksPages: !isQuick && pages == nil, against: checkpoint,
      progress: progress, report: report)
  }

  private static func audit(
    damaged file: String, _ pages: PageWalk.Report, scratch: String,
    against checkpoint: Checkpoint?, progress: (MaintenanceProgress) -> Void,
    report: (AuditFault) -> Void
  ) throws -> AuditReport {
    var result = AuditReport(
      events: UInt64(pages.databases["events"]?.entries ?? 0),
      objects: pages.databases["objects"]?.entries ?? 0,
      views: pages.databases.keys.count { $0.hasPrefix("view.") }, root: [],
      faults: pages.auditFaults)
    result.faults.forEach(report)
    var log: [AuditFault] = []
    try RecoveredLog.with(file, scratch: scratch) { recovered, transaction in
      result.root = (try? recovered.head(in: transaction.reading).root.bytes) ?? []
      let faults = FaultList()
      var audit = LogAudit(recovered) { faults.faults.append($0) }
      try audit.run(in: transaction.reading) {
        progress(MaintenanceProgress(what: "events", done: $0, total: Int(result.events)))
      }
      log = faults.faults
    }
    log.forEach(report)
    result.faults += log
    return result
  }
}

extension AuditFault {
  /// The fault that keeps a journal from being opened; nil where the error tells of none.
  fileprivate init?(unreadable error: any Error) {
    switch error {
    case EventLogError.damaged(let database, let key, let reason):
      self.init(place: "\(database) \(key)", expected: "what the log says", found: reason)
    case EventLogError.notAJournal(let reason):
      self.init(place: "databases", expected: "those of a journal", found: reason)
    case LMDBError.corrupted(_, let database):
      self.init(
        place: "database \(database ?? "main")", expected: "a tree that can be searched",
        found: "one that cannot")
    default: return nil
    }
  }
}

extension PageWalk.Report {
  /// What is wrong with the pages, as faults of an audit.
  var auditFaults: [AuditFault] {
    var faults = self.faults.map { fault in
      var place = "pages \(fault.place)"
      if let page = fault.page { place += " page \(page)" }
      if let key = fault.key { place += " key \(key.hexadecimal)" }
      return AuditFault(place: place, expected: fault.expected, found: fault.found)
    }
    if omittedFaults > 0 {
      faults.append(
        AuditFault(place: "pages", expected: "no more faults", found: "\(omittedFaults) more"))
    }
    return faults
  }
}

extension Snapshot {
  fileprivate func audit(
    isQuick: Bool, against checkpoint: Checkpoint?, spillingTo directory: String,
    progress: (MaintenanceProgress) -> Void, report: (AuditFault) -> Void
  ) throws -> AuditReport {
    var faults: [AuditFault] = []
    let events = (try? size) ?? 0
    let collected = FaultList()
    var audit = LogAudit(context.log) { collected.faults.append($0) }
    func take() {
      for fault in collected.faults {
        faults.append(fault)
        report(fault)
      }
      collected.faults = []
    }
    if isQuick {
      try audit.runQuick(in: transaction)
      take()
    } else {
      try audit.run(in: transaction) {
        progress(MaintenanceProgress(what: "events", done: $0, total: Int(events)))
      }
      take()
      do {
        for projection in try compareProjections([], spillingTo: directory, progress: progress) {
          for fault in projection.faults {
            collected.faults.append(
              AuditFault(
                place: "\(fault.database) \(fault.key)", expected: fault.expected ?? "no row",
                found: fault.found ?? "no row"))
          }
        }
      } catch {
        collected.faults.append(
          AuditFault(
            place: "projections", expected: "rows that follow from the log", found: "\(error)"))
      }
      take()
    }
    if let checkpoint, let fault = try compare(with: checkpoint) {
      collected.faults.append(fault)
      take()
    }
    return AuditReport(
      events: events, objects: (try? objectCount) ?? 0, views: viewNames.count,
      root: (try? root) ?? [], faults: faults)
  }
}

/// Faults that have been found and not been told yet.
private final class FaultList {
  var faults: [AuditFault] = []
}
