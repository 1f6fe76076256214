import EventLog
import LMDB

extension EventLog {
  /// Whether a state of an object cannot be told any more: the events that led to it, which ascend, have
  /// lost payloads that no later one of them stands for.
  func isForgotten(
    _ events: [SequenceNumber], in transaction: borrowing ReadTransaction
  ) throws -> Bool {
    for sequence in events.reversed() {
      let header = try header(at: sequence, in: transaction)
      switch header.kind {
      case .erased: return true
      case .deleted, .modelChanged, .viewChanged: continue
      case .inserted, .updated, .condensed:
        guard try transaction.contains(at: sequence.rawValue, in: payloads) else { return true }
        // What stands before it was written anew with it.
        if header.kind != .updated { return false }
      }
    }
    return false
  }
}
