import Daybook
import Foundation
import StoreSupport
import TestSupport

/// The other process of the crash tests.
///
///     CrashWriter write PATH SEED COUNT     commits COUNT times, or until it is killed
///     CrashWriter follow PATH VIEW          tells VIEW's change sets until it is killed
///     CrashWriter writers PATH SEED COUNT   two threads commit COUNT times each, and tell nothing
///     CrashWriter control PATH              tells what controllers of the row table are told, until killed
///
/// Each thing done is told on one line, past all buffers: what was read of it, is done.
@main enum CrashWriter {
  static func main() {
    let words = CommandLine.arguments
    do {
      switch words.count > 1 ? words[1] : "" {
      case "write" where words.count == 5:
        try write(words[2], seed: UInt64(words[3]) ?? 0, count: Int(words[4]) ?? 0)
      case "follow" where words.count == 4:
        try follow(words[2], view: words[3])
      case "writers" where words.count == 5:
        try writers(words[2], seed: UInt64(words[3]) ?? 0, count: Int(words[4]) ?? 0)
      case "control" where words.count == 3:
        try control(words[2])
      default:
        tell("error: write PATH SEED COUNT, or follow PATH VIEW")
        exit(2)
      }
    } catch {
      tell("error: \(error)")
      exit(1)
    }
  }

  private static func tell(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
  }

  private static func now() -> Int64 { Int64(Date().timeIntervalSince1970 * 1_000_000) }

  /// Commits entries, single and in batches, changes them and deletes them.
  private static func write(_ path: String, seed: UInt64, count: Int) throws {
    var random = SplitMix64(seed: seed)
    let journal = try Journal.open(
      at: path,
      making: Journal.Seed(
        journal: ObjectID(high: random.next(), low: random.next()),
        device: ObjectID(high: random.next(), low: random.next()), created: now()))
    tell("ready")
    var ids = IdentityGenerator(milliseconds: UInt64(now() / 1_000), using: &random)
    var mine: [ObjectID] = []
    for _ in 0..<count {
      var changes: [Change] = []
      var gone: Set<ObjectID> = []
      for _ in 0..<(random.below(3) == 0 ? 1 + random.below(30) : 1) {
        let living = mine.filter { !gone.contains($0) }
        if random.below(3) > 0 || living.isEmpty {
          let id = ids.next()
          mine.append(id)
          changes.append(.insert(id, entity: "entry", values: values(&random)))
        } else {
          let id = living[random.below(living.count)]
          if random.below(3) == 0 {
            gone.insert(id)
            changes.append(.delete(id))
          } else {
            changes.append(.update(id, values: values(&random)))
          }
        }
      }
      mine.removeAll { gone.contains($0) }
      var request = CommitRequest(recorded: now(), seed: CommitRequest.Seed(using: &random))
      request.views = ["by-day"]
      let commit = try journal.commit(changes, request)
      let ids = commit.ids.map(\.description).joined(separator: ",")
      tell("committed \(commit.from) \(commit.to) \(ids)")
      for set in commit.changeSets { tell("set \(set.line)") }
    }
    tell("done")
  }

  private static func values(_ random: inout SplitMix64) -> PropertyValues {
    let moment = Moment(
      microseconds: 1_790_000_000_000_000 + Int64(random.below(20)) * 43_200_000_000,
      offsetSeconds: 3_600)
    return [
      "text": .string(
        String(repeating: "x", count: 1 + random.below(random.below(4) == 0 ? 6_000 : 90))),
      "creationTime": .date(moment),
    ]
  }

  private static func follow(_ path: String, view: String) throws {
    var options = Journal.Options()
    options.isReadOnly = true
    let journal = try Journal.open(at: path, options)
    let follower = try Follower(journal, view: view)
    tell("ready \(follower.shownSize)")
    while true {
      if follower.hasNews {
        try follower.poll { change in
          switch change {
          case .changes(let set): tell("set \(set.line)")
          case .reset(_, let size, _, _): tell("reset \(size)")
          }
        }
        tell("at \(follower.shownSize)")
      }
      Thread.sleep(forTimeInterval: 0.002)
    }
  }

  /// Two writers at once.
  private static func writers(_ path: String, seed: UInt64, count: Int) throws {
    let journal = try Journal.open(at: path)
    DispatchQueue.concurrentPerform(iterations: 2) { number in
      do {
        var writer = EntryWriter(journal, seed: seed + UInt64(number))
        for _ in 0..<count { try writer.commit() }
      } catch {
        tell("error: \(error)")
        exit(1)
      }
    }
  }

  /// Two controllers of the row table, one with sections and one without.
  private static func control(_ path: String) throws {
    var options = Journal.Options()
    options.isReadOnly = true
    let journal = try Journal.open(at: path, options)
    let controllers = try [false, true].map { isSectioned in
      let controller = ResultsController<Record>(
        journal, RowTable.request(isSectioned: isSectioned))
      try controller.performFetch()
      return controller
    }
    tell("ready")
    while true {
      for (number, controller) in controllers.enumerated() {
        while let change = try controller.nextChange() {
          switch change {
          case .changes(let set):
            tell("\(number) \(set.from) \(set.to) \(Notation.text(set.changeSet.named))")
          case .reset: tell("reset")
          }
        }
      }
      if let size = controllers[0].shownSize, size == controllers[1].shownSize {
        tell("at \(size)")
      }
      Thread.sleep(forTimeInterval: 0.005)
    }
  }
}
