import Daybook
import StoreSupport
import TestSupport
import Testing

/// A journal that has no more room: what is there is read, and what does not fit leaves no trace.
@Suite struct FullJournalTests {
  @Test
  func `nothing half is written, everything is read, and deletions work or are refused whole`()
    throws
  {
    let directory = try TemporaryDirectory()
    let path = directory.file("journal")
    var random = SplitMix64(seed: 7)
    var options = Journal.Options()
    options.mapSizeBytes = 1 << 20
    let seed = Journal.Seed(
      journal: ObjectID(high: random.next(), low: random.next()),
      device: ObjectID(high: random.next(), low: random.next()), created: 1)
    let full = try Journal.open(at: path, options, making: seed)
    var now: Int64 = 1_796_000_000_000_000
    func request() -> CommitRequest {
      now += 1_000_000
      return CommitRequest(recorded: now, seed: CommitRequest.Seed(using: &random))
    }
    func entry(_ bytes: Int) -> Change {
      now += 1_000
      return .insert(
        ObjectID.version7(
          milliseconds: UInt64(now / 1_000), random: (random.next(), random.next())),
        entity: "entry",
        values: [
          "text": .string(String(repeating: "word ", count: bytes / 5)),
          "creationTime": .date(Moment(microseconds: now)),
        ])
    }

    var ids: [ObjectID] = []
    var failure: (any Error)?
    while failure == nil, ids.count < 1000 {
      let change = entry(8 << 10)
      do {
        try full.commit([change], request())
        ids.append(change.id)
      } catch {
        failure = error
      }
    }
    #expect(ids.count > 10)
    guard case LMDBError.mapFull? = failure as? LMDBError else {
      Issue.record("a full journal says \(String(describing: failure))")
      return
    }
    func listed(_ journal: Journal) throws -> Set<ObjectID> {
      try journal.read { snapshot in
        try Set(snapshot.page(of: snapshot.view("by-day")).sections.flatMap(\.rows))
      }
    }
    #expect(try listed(full) == Set(ids))
    // A deletion appends to the log: it works, or is refused whole.
    var left = Set(ids)
    for id in ids.prefix(11) {
      do {
        try full.commit([.delete(id)], request())
        left.remove(id)
      } catch let error as LMDBError {
        guard case .mapFull = error else { throw error }
      }
    }
    #expect(try listed(full) == left)
    #expect(try Journal.audit(at: path, options).faults.isEmpty)
  }
}
