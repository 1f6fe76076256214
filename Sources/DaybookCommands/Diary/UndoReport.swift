import CommandLineKit
import Daybook

/// Tells a person which commits an undo or a redo has taken back.
struct UndoReport {
  /// A commit that was taken back.
  private struct Origin {
    var recorded: Int64
    var kinds: [EventKind: Int] = [:]
    /// The object of one of its events, and the log's size behind it.
    var object: ObjectID
    var size: UInt64
  }

  /// Commits beyond these are counted.
  private static let limit = 5

  private var origins: [Origin] = []

  /// Reads which commits the events of a commit name as their causes.
  init(_ commit: Commit, in snapshot: borrowing Snapshot) throws {
    var places: [UInt64] = []
    try snapshot.forEachEvent(in: commit.from..<commit.to) { event in
      if let cause = event.header.cause, let place = try snapshot.sequence(of: cause) {
        places.append(place.rawValue)
      }
      return true
    }
    var byStart: [UInt64: Origin] = [:]
    for place in places {
      let event = try snapshot.event(at: SequenceNumber(place))
      // Events of one commit stand together, their counters rising from the commit's.
      let start = place - (event.header.identity.counter - event.header.commit)
      var origin =
        byStart[start]
        ?? Origin(
          recorded: event.header.recorded, object: event.header.object, size: place + 1)
      origin.kinds[event.header.kind, default: 0] += 1
      byStart[start] = origin
    }
    origins = byStart.sorted { $0.key > $1.key }.map(\.value)
  }

  /// Writes a line for each commit, the newest first.
  func write(in snapshot: borrowing Snapshot, _ session: Session) throws {
    let console = session.console
    for origin in origins.prefix(Self.limit) {
      let moment = session.dates.moment(session.localMoment(origin.recorded))
      let what = try what(origin, in: snapshot, width: console.width - moment.displayWidth - 4)
      try console.writeLine("  \(console.style.dim(moment))  \(what)")
    }
    if origins.count > Self.limit {
      try console.writeLine("  … and \((origins.count - Self.limit).grouped) more")
    }
  }

  private func what(
    _ origin: Origin, in snapshot: borrowing Snapshot, width: Int
  ) throws -> String {
    let kinds = origin.kinds.sorted { $0.key.name < $1.key.name }
    if origin.kinds.values.reduce(0, +) == 1, let kind = kinds.first?.key {
      guard kind.concernsObject else { return kind.name }
      // What was deleted is known by what it was before.
      let headline =
        try
        (snapshot.record(origin.object, atSize: origin.size)
        ?? snapshot.record(origin.object, atSize: origin.size - 1))?.headline ?? ""
      let id = origin.object.shortText
      return "\(kind.name) \(id)"
        + (headline.isEmpty
          ? ""
          : "  \(headline.truncated(toWidth: max(10, width - kind.name.count - id.count - 3)))")
    }
    return kinds.map { "\($0.value.grouped) \($0.key.name)" }.joined(separator: ", ")
  }
}
