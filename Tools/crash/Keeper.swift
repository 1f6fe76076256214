import Daybook
import Foundation
import TestSupport

/// Compacts and erases in a loop, and notes what it was told is erased.
struct Keeper {
  private let arena: Arena
  private let journal: Journal
  private let log: LineLog
  private var random: SplitMix64

  init(_ options: Options) throws {
    arena = options.arena
    random = SplitMix64(seed: options.seed)
    journal = try Journal.open(at: arena.journal)
    log = try LineLog(arena.acknowledgements(of: "keeper"))
  }

  func run() throws {
    var keeper = self
    while !arena.isStopped {
      try keeper.step()
      usleep(UInt32(keeper.random.below(60_000)))
    }
  }

  private mutating func step() throws {
    switch random.below(5) {
    case 0, 1:
      _ = try journal.compact(CommitRequest(&random))
    case 2, 3:
      let ids = try pick(1 + random.below(3))
      do {
        let commit = try journal.erase(ids, CommitRequest(&random))
        for id in ids where !commit.isEmpty { try log.append("erased \(id)") }
      } catch JournalError.nothingToRestore {
        // Chosen twice.
      }
    default:
      guard let id = try pick(1).first else { return }
      do {
        _ = try journal.eraseVersions(of: id, CommitRequest(&random))
      } catch ChangeError.missingObject {
        // It is deleted.
      }
    }
  }

  /// Objects of events anywhere in the log, whether they are there or deleted.
  private mutating func pick(_ count: Int) throws -> [ObjectID] {
    var random = random
    defer { self.random = random }
    return try journal.read { snapshot in
      let size = Int(try snapshot.size)
      if size == 0 { return [] }
      var ids: [ObjectID] = []
      for _ in 0..<count {
        let sequence = SequenceNumber(UInt64(random.below(size)))
        let id = try snapshot.event(at: sequence).header.object
        if !ids.contains(id) { ids.append(id) }
      }
      return ids
    }
  }
}
