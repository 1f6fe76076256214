import Bytes
import LMDB
import TestSupport
import Testing

@testable import Views

/// Keys sorted in less memory than they need.
@Suite struct KeySorterTests {
  @Test(arguments: [0, 1, 2, 3, 40, 1_000], [64, 700, 1 << 20])
  func `keys come sorted, however often they were put aside`(count: Int, limit: Int) throws {
    var random = SplitMix64(seed: UInt64(count * 31 + limit))
    let directory = try TemporaryDirectory()
    var sorter = KeySorter(spillingTo: directory.path, limitBytes: limit)
    var keys: [[UInt8]] = []
    for _ in 0..<count {
      // Few bytes, shared beginnings, equal keys, prefixes of one another, empty ones, long ones.
      let length = random.below(40) == 0 ? 500 : random.below(24)
      let key = (0..<length).map { _ in UInt8(random.below(3)) }
      keys.append(key)
      try sorter.append(key)
    }
    try sorter.finish()
    // Any number of times.
    for _ in 0..<2 {
      var sorted: [[UInt8]] = []
      try sorter.forEach { sorted.append($0.array) }
      #expect(sorted == keys.sorted { $0.lexicographicallyPrecedes($1) })
    }
  }

  @Test func `a run longer than its window is read to its end`() throws {
    var random = SplitMix64(seed: 3)
    let directory = try TemporaryDirectory()
    var sorter = KeySorter(spillingTo: directory.path, limitBytes: 1_500_000)
    var count = 0
    for _ in 0..<8_000 {
      try sorter.append((0..<500).map { _ in UInt8(random.below(256)) })
    }
    try sorter.finish()
    var last: [UInt8] = []
    try sorter.forEach { row in
      let key = row.array
      count += 1
      #expect(!key.lexicographicallyPrecedes(last))
      last = key
    }
    #expect(count == 8_000)
  }
}
