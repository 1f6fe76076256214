public import EventLog
import LMDB
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
  /// - Parameters:
  ///   - isQuick: Whether just the head and the last events are looked at.
  ///   - progress: Is told how far the work has come.
  ///   - report: Takes each fault as it is found.
  /// - Returns: What was found. A fault is no error.
  /// - Complexity: O(pages + events + rows log rows).
  public func audit(
    isQuick: Bool = false, progress: (MaintenanceProgress) -> Void = { _ in },
    report: (AuditFault) -> Void = { _ in }
  ) throws -> AuditReport {
    try read { snapshot in
      try snapshot.audit(
        isQuick: isQuick, spillingTo: directory.path, progress: progress, report: report)
    }
  }
}

extension Snapshot {
  fileprivate func audit(
    isQuick: Bool, spillingTo directory: String, progress: (MaintenanceProgress) -> Void,
    report: (AuditFault) -> Void
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
    return AuditReport(
      events: events, objects: (try? objectCount) ?? 0, views: viewNames.count,
      root: (try? root) ?? [], faults: faults)
  }
}

/// Faults that have been found and not been told yet.
private final class FaultList {
  var faults: [AuditFault] = []
}
