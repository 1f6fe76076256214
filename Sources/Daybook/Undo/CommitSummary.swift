import EventLog
import LMDB
import Model

/// A commit in the log, for taking it back: its events, and what it took back itself.
struct CommitSummary {
  /// The first event's sequence.
  var start: UInt64
  /// The sequence behind the last event's.
  var end: UInt64
  /// The commits, by their first event's sequence, that this one took back; none for other commits.
  var undone: Set<UInt64> = []
  /// The objects of which nothing can be taken back: it erased them, or what it wrote of them is erased.
  var forgotten: Set<ObjectID> = []
  /// Whether that is so of all that it wrote.
  var isForgotten = false
}

extension EventLog {
  /// The commit whose last event stands at `last`.
  func commit(
    endingAt last: SequenceNumber, in transaction: borrowing ReadTransaction
  ) throws -> CommitSummary {
    let header = try header(at: last, in: transaction)
    var start = last.rawValue
    while start > 0 {
      let previous = try self.header(at: SequenceNumber(start - 1), in: transaction)
      guard previous.identity.device == header.identity.device, previous.commit == header.commit
      else { break }
      start -= 1
    }
    var commit = CommitSummary(start: start, end: last.rawValue + 1)
    var remaining = 0
    for sequence in start..<commit.end {
      let event = try event(at: SequenceNumber(sequence), in: transaction)
      switch event.header.kind {
      case .erased:
        commit.forgotten.insert(event.header.object)
        commit.isForgotten = true
      case .condensed: break
      case .inserted, .updated, .deleted, .modelChanged, .viewChanged:
        if event.payload == nil {
          commit.forgotten.insert(event.header.object)
        } else {
          remaining += 1
        }
      }
      guard let cause = event.header.cause,
        let place = try self.sequence(of: cause, in: transaction)
      else { continue }
      let origin = try self.event(at: place, in: transaction)
      if event.takesBack(origin) {
        commit.undone.insert(try self.commitStart(of: place, in: transaction))
      }
    }
    if remaining == 0 { commit.isForgotten = true }
    return commit
  }

  private func commitStart(
    of sequence: SequenceNumber, in transaction: borrowing ReadTransaction
  ) throws -> UInt64 {
    let header = try header(at: sequence, in: transaction)
    // Events of one commit stand together, their counters rising from the commit's.
    return sequence.rawValue - (header.identity.counter - header.commit)
  }
}

extension Event {
  /// Whether this event takes back its cause, and does not bring back what the cause made.
  ///
  /// Both kinds name the event they go by. What undoes an insertion deletes; what undoes a deletion
  /// inserts; what undoes an update writes other values under the same names, where a restoring one
  /// writes the very values of its cause, or more names.
  func takesBack(_ cause: Event) -> Bool {
    switch (cause.header.kind, header.kind) {
    case (.inserted, .deleted), (.condensed, .deleted), (.deleted, .inserted): return true
    case (.updated, .updated):
      guard let old = cause.payload?.values, let new = payload?.values else { return false }
      return new.allSatisfy { name, value in old[name].map { $0 != value } ?? false }
    case (.modelChanged, .modelChanged), (.viewChanged, .viewChanged): return true
    default: return false
    }
  }
}
