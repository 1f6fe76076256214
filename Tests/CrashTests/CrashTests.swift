import Daybook
import Foundation
import MerkleTree
import StoreSupport
import TestSupport
import Testing

/// Writers that are killed, writers side by side, and a follower beside them, each a process.
///
/// `DAYBOOK_LONG=1` kills hundreds of them.
@Suite(.serialized) struct CrashTests {
  static let isLong = ProcessInfo.processInfo.environment["DAYBOOK_LONG"] == "1"

  /// What a writer said it had done.
  struct Acknowledged: Equatable {
    var from: UInt64
    var to: UInt64
    var ids: [ObjectID]

    init?(_ line: String) {
      let words = line.split(separator: " ")
      guard words.count == 4, words[0] == "committed", let from = UInt64(words[1]),
        let to = UInt64(words[2])
      else { return nil }
      self.from = from
      self.to = to
      ids = words[3].split(separator: ",").compactMap { ObjectID(String($0)) }
    }
  }

  /// Reads the journal whole: every acknowledged commit at its place, the tree over the headers, and
  /// every projection.
  private func check(
    _ path: String, _ acknowledged: [Acknowledged],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let journal = try Journal.open(at: path)
    try journal.read { snapshot throws in
      let size = try snapshot.size
      #expect(size >= acknowledged.map(\.to).max() ?? 0, sourceLocation: sourceLocation)
      var peaks = MerklePeaks()
      for sequence in 0..<size {
        let bytes = try snapshot.bytes(at: SequenceNumber(sequence))
        peaks.append(leaf: Digest.leaf(bytes.header)) { _, _, _ in }
        let payload = try #require(bytes.payload)
        let event = try snapshot.event(at: SequenceNumber(sequence))
        #expect(SHA256.digest(of: payload) == event.header.digest, sourceLocation: sourceLocation)
      }
      #expect(try snapshot.root == peaks.root.bytes, sourceLocation: sourceLocation)
      for commit in acknowledged {
        var ids: [ObjectID] = []
        try snapshot.forEachEvent(in: commit.from..<commit.to) { event in
          if !ids.contains(event.header.object) { ids.append(event.header.object) }
          return true
        }
        #expect(ids == commit.ids, sourceLocation: sourceLocation)
      }
    }
    var random = SplitMix64(seed: 1)
    let request = CommitRequest(recorded: 0, seed: CommitRequest.Seed(using: &random))
    for report in try journal.rebuild([], checkOnly: true, request) {
      #expect(
        !report.differed, "\(report.name) \(report.faults.first.map { "\($0)" } ?? "")",
        sourceLocation: sourceLocation)
    }
  }

  @Test(arguments: isLong ? Array(UInt64(1)...60) : Array(UInt64(1)...5))
  func `what a killed writer acknowledged is there, and nothing of what it did not finish`(
    seed: UInt64
  ) throws {
    var random = SplitMix64(seed: seed)
    let directory = try TemporaryDirectory()
    let path = directory.file("journal")
    var acknowledged: [Acknowledged] = []
    // Each round goes on where the one before was cut off.
    for round in 0..<5 {
      let writer = try OtherProcess("write", path, "\(random.next())", "100000")
      let lines = 1 + random.below(14)
      for _ in 0..<lines {
        guard let line = writer.line() else { break }
        #expect(!line.hasPrefix("error"), "\(line)")
        if let commit = Acknowledged(line) { acknowledged.append(commit) }
      }
      // Anywhere in the next commits, in making the journal too.
      Thread.sleep(forTimeInterval: Double(random.below(4_000)) / 1_000_000)
      writer.kill()
      acknowledged += writer.rest().compactMap(Acknowledged.init)
      _ = writer.wait()
      try check(path, acknowledged)
      #expect(zip(acknowledged, acknowledged.dropFirst()).allSatisfy { $0.to <= $1.from })
      if round > 0 { #expect(!acknowledged.isEmpty) }
    }
  }

  @Test(arguments: isLong ? Array(UInt64(1)...30) : Array(UInt64(1)...2))
  func `a writer killed while it makes the journal leaves one, or none`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<4 {
      let directory = try TemporaryDirectory()
      let path = directory.file("journal")
      let writer = try OtherProcess("write", path, "\(random.next())", "1")
      Thread.sleep(forTimeInterval: Double(random.below(60_000)) / 1_000_000)
      writer.kill()
      let acknowledged = writer.rest().compactMap(Acknowledged.init)
      _ = writer.wait()
      // Whatever it left, the next one goes on with it.
      let next = try OtherProcess("write", path, "\(random.next())", "2")
      let lines = next.rest()
      #expect(next.wait() == 0, "\(lines)")
      try check(path, acknowledged + lines.compactMap(Acknowledged.init))
    }
  }

  @Test(arguments: isLong ? Array(UInt64(1)...20) : [UInt64(1), 2])
  func `writers side by side lose nothing, and a follower tells what they told`(
    seed: UInt64
  ) throws {
    var random = SplitMix64(seed: seed)
    let directory = try TemporaryDirectory()
    let path = directory.file("journal")
    // Both find no journal.
    let writers = try (0..<2).map { _ in
      try OtherProcess("write", path, "\(random.next())", "25")
    }
    #expect(writers.map { $0.line() } == ["ready", "ready"])
    let follower = try OtherProcess("follow", path, "by-day")
    let ready = try #require(follower.line())
    let start = try #require(UInt64(ready.split(separator: " ")[1]))
    let told = writers.map { $0.rest() }
    #expect(writers.map { $0.wait() } == [0, 0])
    #expect(told.allSatisfy { $0.last == "done" })

    let commits = told.flatMap { $0.compactMap(Acknowledged.init) }.sorted { $0.from < $1.from }
    #expect(commits.count == 50)
    // One behind the other, from the first event to the last.
    #expect(commits.first?.from == 0)
    #expect(zip(commits, commits.dropFirst()).allSatisfy { $0.to == $1.from })
    let size = try #require(commits.last?.to)
    try check(path, commits)
    let journal = try Journal.open(at: path)
    #expect(try journal.read { try $0.size } == size)
    // They write at one place, and so as one device.
    var counters: [UInt64] = []
    try journal.read { snapshot in
      try snapshot.forEachEvent(in: 0..<size) {
        counters.append($0.header.identity.counter)
        return true
      }
    }
    #expect(counters == Array(0..<size))

    var followed: [String] = []
    while start < size, let line = follower.line() {
      #expect(!line.hasPrefix("reset") && !line.hasPrefix("error"), "\(line)")
      if line.hasPrefix("set ") { followed.append(line) }
      if line == "at \(size)" { break }
    }
    follower.kill()
    _ = follower.wait()
    func from(_ line: String) -> UInt64 { UInt64(line.split(separator: " ")[2]) ?? 0 }
    let sets = told.flatMap { $0.filter { $0.hasPrefix("set ") } }
      .sorted { from($0) < from($1) }.filter { from($0) >= start }
    #expect(followed == sets)
    #expect(!sets.isEmpty)
  }
}
