import Daybook
import Foundation
import TestSupport

/// Inserts, changes and deletes entries of its own, and notes each commit that it was told of.
struct Writer {
  private let arena: Arena
  private let journal: Journal
  private let log: LineLog
  private var random: SplitMix64
  private var ids: [ObjectID] = []

  init(_ options: Options) throws {
    arena = options.arena
    random = SplitMix64(seed: options.seed)
    journal = try Journal.open(at: arena.journal)
    log = try LineLog(arena.acknowledgements(of: "\(options.seed)"))
  }

  func run() throws {
    var writer = self
    while !arena.isStopped {
      try writer.step()
      usleep(UInt32(writer.random.below(3000)))
    }
  }

  private mutating func step() throws {
    let choice = random.below(10)
    if choice < 7 || ids.isEmpty {
      var changes: [Change] = []
      for _ in 0...random.below(4) {
        let id = ObjectID.version7(
          milliseconds: UInt64(now() / 1000), random: (random.next(), random.next()))
        let day = Moment(
          microseconds: now() - Int64(random.below(90)) * 86_400_000_000, offsetSeconds: 0)
        changes.append(
          .insert(
            id, entity: "entry",
            values: [
              "text": .string(text(of: id)), "creationTime": .date(day),
              "mood": .int(Int64(random.below(5))),
            ]))
      }
      try commit(changes)
    } else {
      let place = random.below(ids.count)
      let id = ids[place]
      if choice == 9 {
        ids.remove(at: place)
        try commit([.delete(id)])
      } else {
        try commit([.update(id, values: ["text": .string(text(of: id))])])
      }
    }
  }

  private mutating func text(of id: ObjectID) -> String {
    "\(Arena.token(of: id)) " + String(repeating: "words and ", count: random.below(40))
  }

  private mutating func commit(_ changes: [Change]) throws {
    do {
      let commit = try journal.commit(changes, CommitRequest(&random))
      for (offset, change) in changes.enumerated() where !commit.isEmpty {
        let id = change.object
        if case .insert = change { ids.append(id) }
        try log.append("\(commit.from + UInt64(offset)) \(id)")
      }
    } catch ChangeError.missingObject(let id, what: _) {
      // The keeper was faster.
      ids.removeAll { $0 == id }
    }
  }
}

extension Change {
  fileprivate var object: ObjectID {
    switch self {
    case .insert(let id, entity: _, values: _), .update(let id, values: _), .delete(let id): id
    }
  }
}
