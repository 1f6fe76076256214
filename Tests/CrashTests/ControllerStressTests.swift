import Daybook
import Foundation
import StoreSupport
import Synchronization
import TestSupport
import Testing

/// Four writers in two processes and eight controllers on threads of their own.
///
/// `DAYBOOK_LONG=1` makes 20,000 commits.
@Suite struct ControllerStressTests {
  private static let isLong = ProcessInfo.processInfo.environment["DAYBOOK_LONG"] == "1"
  /// How many commits each writer makes.
  private static let commitCount = isLong ? 5_000 : 60

  /// What is shown: a part of which list, and whether by a view's name.
  private struct Subject: Sendable {
    var name: String?
    var request: FetchRequest
  }

  private static func request(
    _ predicate: String?, section: String?, sort: String, _ window: Range<Int>? = nil
  ) -> FetchRequest {
    var request = FetchRequest(entity: "entry")
    request.predicate = predicate
    request.section = section
    request.sort = sort
    if let window {
      request.offset = window.lowerBound
      request.limit = window.count
    }
    return request
  }

  private static let day = "day(creationTime) desc"
  private static let subjects: [Subject] = [
    Subject(name: "by-day", request: request(nil, section: day, sort: "creationTime desc")),
    Subject(request: request(nil, section: day, sort: "creationTime desc")),
    Subject(request: request("SELF != nil", section: day, sort: "creationTime desc")),
    Subject(request: request(nil, section: "mood", sort: "text")),
    Subject(
      request: request("mood > 2 AND starred == true", section: nil, sort: "creationTime desc")),
    Subject(request: request(nil, section: day, sort: "creationTime desc", 0..<20)),
    Subject(request: request("SELF != nil", section: "mood", sort: "text desc", 5..<25)),
    Subject(name: "by-mood", request: request(nil, section: "mood", sort: "text, mood", 3..<40)),
  ]

  /// The lists that fresh fetches and controllers saw, by the log's size.
  private final class Lists: Sendable {
    private let lists = Mutex<[Int: [UInt64: [ChangeSets.Section<ObjectID>]]]>([:])
    private let done = Atomic<Bool>(false)

    var isDone: Bool { done.load(ordering: .acquiring) }
    func finish() { done.store(true, ordering: .releasing) }

    func set(_ list: [ChangeSets.Section<ObjectID>], _ subject: Int, at size: UInt64) {
      lists.withLock { $0[subject, default: [:]][size] = list }
    }
    func all(_ subject: Int) -> [UInt64: [ChangeSets.Section<ObjectID>]] {
      lists.withLock { $0[subject] ?? [:] }
    }
  }

  /// What a fetch finds now, as a controller would show it.
  private static func fetch(
    _ request: FetchRequest, _ snapshot: borrowing Daybook.Snapshot
  ) throws -> [ChangeSets.Section<ObjectID>] {
    let sections = try snapshot.fetch(request).sections.map {
      Section(name: $0.info.name, rows: $0.rows)
    }
    return request.section == nil && sections.isEmpty ? [Section(name: "", rows: [])] : sections
  }

  @Test(.timeLimit(.minutes(60)))
  func `every list is what a fresh fetch gives, at every change set`() throws {
    let seed: UInt64 = 4_711
    let test = try TestJournal(seed: seed)
    let committer = test.committer
    let journal = test.journal
    let fresh = Lists()
    let shown = Lists()
    // The views are there before anybody writes.
    for subject in Self.subjects where subject.name != nil {
      try ResultsController<Record>(
        journal, subject.request, named: subject.name, by: committer
      ).performFetch()
    }
    let start = try test.head().size
    for (number, subject) in Self.subjects.enumerated() {
      try journal.read { fresh.set(try Self.fetch(subject.request, $0), number, at: start) }
    }
    let other = try OtherProcess(
      "writers", journal.directory.path, "\(seed + 100)", "\(Self.commitCount)")
    let followers = Threads(count: Self.subjects.count) { number in
      try Self.follow(journal, Self.subjects[number], seed: seed + UInt64(number)) {
        shown.set($0, number, at: $1)
      } until: {
        fresh.isDone
      }
    }
    let writers = Threads(count: 2) { number in
      var writer = EntryWriter(journal, seed: seed + 200 + UInt64(number))
      for _ in 0..<Self.commitCount {
        try writer.commit()
        try journal.read { snapshot in
          for (number, subject) in Self.subjects.enumerated() {
            let list = try Self.fetch(subject.request, snapshot)
            fresh.set(list, number, at: try snapshot.size)
          }
        }
      }
    }
    let failures = writers.join()
    #expect(other.rest().isEmpty && other.wait() == 0)
    fresh.finish()
    #expect((failures + followers.join()).isEmpty)
    for number in Self.subjects.indices {
      let lists = shown.all(number)
      var compared = 0
      for (size, list) in fresh.all(number) {
        // A commit that does not show leaves what was shown before it.
        guard let last = lists.keys.filter({ $0 <= size }).max() else { continue }
        #expect(lists[last] == list, "controller \(number) at \(size), seed \(seed)")
        compared += 1
      }
      #expect(compared > Self.commitCount / 4)
    }
  }

  /// Follows until the writers are done, and checks each step.
  private static func follow(
    _ journal: Journal, _ subject: Subject, seed: UInt64,
    shown: ([ChangeSets.Section<ObjectID>], UInt64) -> Void, until isDone: () -> Bool
  ) throws {
    let controller = ResultsController<Record>(journal, subject.request, named: subject.name)
    try controller.performFetch()
    var random = SplitMix64(seed: seed)
    var copy = try controller.snapshot()
    shown(copy.sections, controller.shownSize ?? 0)
    while true {
      let isLast = isDone()
      while let change = try controller.nextChange() {
        guard case .changes(let set) = change else {
          Issue.record("a reset, seed \(seed)")
          return
        }
        try copy.apply(set.changeSet)
        let list = try controller.snapshot().sections
        // A section that stays may be called by another first row.
        #expect(copy.sections.map(\.rows) == list.map(\.rows), "at \(set.to), seed \(seed)")
        copy = ResultsSnapshot(sections: list)
        shown(list, set.to)
      }
      if isLast && !controller.hasNews { return }
      // Some fall far behind.
      Thread.sleep(forTimeInterval: Double(random.below(30)) / 1_000)
    }
  }
}

/// Threads of the system's, each of which may wait: the pool of tasks has no more than there are processors.
private final class Threads: Sendable {
  private let group = DispatchGroup()
  private let errors = Mutex<[String]>([])

  init(count: Int, _ body: @escaping @Sendable (Int) throws -> Void) {
    for number in 0..<count {
      group.enter()
      Thread.detachNewThread {
        do {
          try body(number)
        } catch {
          self.errors.withLock { $0.append("\(number): \(error)") }
        }
        self.group.leave()
      }
    }
  }

  /// Waits for all of them; what went wrong.
  func join() -> [String] {
    group.wait()
    return errors.withLock { $0 }
  }
}
