/// Keys that came and went beside a counted index, so that ranks of a later state are had from an
/// earlier one: rank in the index, plus the weight before the key here.
///
/// Two sorted runs, a large settled one and a small recent one that is merged into it when it has
/// grown: O(√m) to add one of m, O(log m) to ask.
struct RankOverlay: Sendable {
  private var settled: [(key: [UInt8], weight: Int, before: Int)] = []
  private var recent: [(key: [UInt8], weight: Int)] = []

  /// How many recent keys are kept before they are merged: about the root of what a follower that
  /// fell far behind has to carry.
  private static let recentLimit = 512

  /// Notes that a key came (1) or went (-1).
  mutating func add(_ weight: Int, at key: [UInt8]) {
    let index = Self.firstIndex(in: recent, notBefore: key) { $0.key }
    if index < recent.count, recent[index].key == key {
      recent[index].weight += weight
    } else {
      recent.insert((key, weight), at: index)
    }
    if recent.count > Self.recentLimit { merge() }
  }

  /// The sum of the weights of the keys before one.
  func weight(before key: [UInt8]) -> Int {
    var sum = 0
    let index = Self.firstIndex(in: settled, notBefore: key) { $0.key }
    if index < settled.count {
      sum = settled[index].before
    } else if let last = settled.last {
      sum = last.before + last.weight
    }
    for entry in recent {
      guard entry.key.lexicographicallyPrecedes(key) else { break }
      sum += entry.weight
    }
    return sum
  }

  private mutating func merge() {
    var merged: [(key: [UInt8], weight: Int, before: Int)] = []
    merged.reserveCapacity(settled.count + recent.count)
    var before = 0
    func append(_ key: [UInt8], _ weight: Int) {
      if weight == 0 { return }
      merged.append((key, weight, before))
      before += weight
    }
    var old = settled.startIndex
    var new = recent.startIndex
    while old < settled.endIndex || new < recent.endIndex {
      if new == recent.endIndex
        || (old < settled.endIndex && settled[old].key.lexicographicallyPrecedes(recent[new].key))
      {
        append(settled[old].key, settled[old].weight)
        old += 1
      } else if old < settled.endIndex && settled[old].key == recent[new].key {
        append(recent[new].key, settled[old].weight + recent[new].weight)
        old += 1
        new += 1
      } else {
        append(recent[new].key, recent[new].weight)
        new += 1
      }
    }
    settled = merged
    recent = []
  }

  private static func firstIndex<Entry>(
    in entries: [Entry], notBefore key: [UInt8], _ keyOf: (Entry) -> [UInt8]
  ) -> Int {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if keyOf(entries[middle]).lexicographicallyPrecedes(key) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }
}
