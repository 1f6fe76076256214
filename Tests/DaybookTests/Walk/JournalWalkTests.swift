import Daybook
import Foundation
import StoreSupport
import TestSupport
import Testing

/// The store against a model of it in memory, commit by commit.
///
/// `DAYBOOK_LONG=1` walks as far again many times over.
@Suite struct JournalWalkTests {
  static let isLong = ProcessInfo.processInfo.environment["DAYBOOK_LONG"] == "1"
  static let seeds: [UInt64] = isLong ? Array(1...20) : [1, 2, 3]
  static let steps = isLong ? 10_000 : 300

  @Test(arguments: seeds)
  func `every commit does what the plain model does, and tells it`(seed: UInt64) throws {
    var walk = try Walk(seed: seed)
    var random = SplitMix64(seed: seed)
    for step in 1...Self.steps {
      try walk.step()
      if random.below(12) == 0 { try walk.follow() }
      if step % 30 == 0 { try walk.checkState() }
      if step % 150 == 0 { try walk.checkProjections() }
    }
    try walk.follow()
    try walk.checkState()
    #expect(walk.refusalCount > Self.steps / 20)
    #expect(walk.commitCount > Self.steps / 2)
    let size = try walk.test.head().size
    let boundaries = walk.told.values.flatMap { $0.map(\.from) }
    for view in PlainView.all {
      try walk.replay(view.name)
      try walk.replay(view.name, from: boundaries.randomElement(using: &random) ?? size)
    }
  }
}
