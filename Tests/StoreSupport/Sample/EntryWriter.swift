public import Daybook
import TestSupport

/// Writes a diary at random, in one commit after the other: some entries of its own, which it adds, changes and
/// deletes, so that there are never many.
public struct EntryWriter {
  private let journal: Journal
  private var random: SplitMix64
  private var ids: IdentityGenerator
  private var mine: [ObjectID] = []
  private var clock: Int64 = 1_796_000_000_000_000

  /// How many entries one writer keeps at the most.
  private static let limit = 60

  /// Makes a writer whose whole future is `seed`.
  public init(_ journal: Journal, seed: UInt64) {
    self.journal = journal
    random = SplitMix64(seed: seed)
    ids = IdentityGenerator(milliseconds: 1_796_000_000_000 + seed, using: &random)
  }

  /// Makes one commit, of one to five changes.
  @discardableResult
  public mutating func commit() throws -> Commit {
    var changes: [Change] = []
    for _ in 0...(random.below(3) == 0 ? random.below(5) : 0) {
      if mine.count < Self.limit, random.below(5) < 2 || mine.isEmpty {
        let id = ids.next()
        mine.append(id)
        changes.append(.insert(id, entity: "entry", values: values()))
      } else if random.below(5) == 0 || mine.count == Self.limit {
        let id = mine.remove(at: random.below(mine.count))
        changes.append(.delete(id))
      } else {
        let all = values()
        var some = PropertyValues()
        for (name, value) in all where random.below(2) == 0 { some[name] = value }
        changes.append(.update(mine[random.below(mine.count)], values: some))
      }
    }
    clock += 1_000
    return try journal.commit(
      changes, CommitRequest(recorded: clock, seed: CommitRequest.Seed(using: &random)))
  }

  private mutating func values() -> PropertyValues {
    [
      "text": .string("entry \(random.below(40))"),
      "creationTime": .date(
        Moment(microseconds: 1_790_000_000_000_000 + Int64(random.below(24)) * 43_200_000_000)),
      "mood": random.below(6) == 0 ? .null : .int(Int64(random.below(5))),
      "starred": .bool(random.below(2) == 0),
    ]
  }
}
