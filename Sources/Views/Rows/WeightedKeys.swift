import LMDB

/// Keys in order, each with a weight, and the sum of the weights before any key.
///
/// With a weight of 1 for every key it is a sorted list in memory with ranks. With 1 for a key that came
/// and -1 for one that went it is what has changed beside a counted index, so that ranks of a later
/// state are had from an earlier one: rank in the index, plus the weight before the key here.
///
/// Blocks of some hundred keys, with the weight before each block: O(√n) to change one key of n,
/// O(log n) to ask. A value: a copy is free until one of the two changes.
public struct WeightedKeys: Sendable {
  private struct Block: Sendable {
    var keys: [[UInt8]]
    var weights: [Int]

    /// How many of the keys come before one.
    func offset(of key: [UInt8]) -> Int {
      partition(0..<keys.count) { keys[$0].isBefore(key) }
    }
  }

  /// A place among the keys.
  struct Place: Hashable, Sendable {
    fileprivate var block: Int
    fileprivate var offset: Int
  }

  private var blocks: [Block] = []
  /// The weight of everything before each block.
  private var starts: [Int] = []
  /// The sum of all weights.
  private(set) var weight = 0

  /// How many keys a block has at the most: one that is full is halved.
  private static let blockLimit = 256

  /// Starts without keys.
  public init() {}

  /// Takes keys that ascend, with a weight of 1 each.
  init(ascending keys: [[UInt8]]) {
    let step = Self.blockLimit / 2
    for start in stride(from: 0, to: keys.count, by: step) {
      let part = Array(keys[start..<min(start + step, keys.count)])
      starts.append(start)
      blocks.append(Block(keys: part, weights: Array(repeating: 1, count: part.count)))
    }
    weight = keys.count
  }

  /// Whether there are no keys.
  var isEmpty: Bool { blocks.isEmpty }

  // MARK: - Changing

  /// Adds to the weight of a key; what weighs nothing is forgotten.
  mutating func add(_ change: Int, at key: [UInt8]) {
    if change == 0 { return }
    weight += change
    guard !blocks.isEmpty else {
      blocks = [Block(keys: [key], weights: [change])]
      starts = [0]
      return
    }
    let place = block(of: key)
    let offset = blocks[place].offset(of: key)
    if offset < blocks[place].keys.count, blocks[place].keys[offset] == key {
      blocks[place].weights[offset] += change
      if blocks[place].weights[offset] == 0 {
        blocks[place].keys.remove(at: offset)
        blocks[place].weights.remove(at: offset)
      }
    } else {
      blocks[place].keys.insert(key, at: offset)
      blocks[place].weights.insert(change, at: offset)
    }
    for index in starts.indices.dropFirst(place + 1) { starts[index] += change }
    if blocks[place].keys.isEmpty {
      blocks.remove(at: place)
      starts.remove(at: place)
    } else if blocks[place].keys.count > Self.blockLimit {
      halve(place)
    }
  }

  private mutating func halve(_ place: Int) {
    let middle = blocks[place].keys.count / 2
    let rest = Block(
      keys: Array(blocks[place].keys[middle...]), weights: Array(blocks[place].weights[middle...]))
    blocks[place].keys.removeSubrange(middle...)
    blocks[place].weights.removeSubrange(middle...)
    blocks.insert(rest, at: place + 1)
    starts.insert(starts[place] + blocks[place].weights.reduce(0, +), at: place + 1)
  }

  // MARK: - Asking

  /// The sum of the weights of the keys before one.
  func weight(before key: [UInt8]) -> Int {
    guard !blocks.isEmpty else { return 0 }
    let place = block(of: key)
    return starts[place]
      + blocks[place].weights[..<blocks[place].offset(of: key)].reduce(0, +)
  }

  /// The weight of a key; 0 where it is not there.
  func weight(of key: [UInt8]) -> Int {
    guard !blocks.isEmpty else { return 0 }
    let block = blocks[block(of: key)]
    let offset = block.offset(of: key)
    return offset < block.keys.count && block.keys[offset] == key ? block.weights[offset] : 0
  }

  /// The block that a key is in or would be put into.
  private func block(of key: [UInt8]) -> Int {
    max(0, partition(0..<blocks.count) { !key.isBefore(blocks[$0].keys[0]) } - 1)
  }

  // MARK: - Walking

  /// The first place; nil where there are no keys.
  var first: Place? { blocks.isEmpty ? nil : Place(block: 0, offset: 0) }

  /// The key and the weight at a place.
  subscript(place: Place) -> (key: [UInt8], weight: Int) {
    (blocks[place.block].keys[place.offset], blocks[place.block].weights[place.offset])
  }

  /// The place behind another; nil behind the last.
  func next(after place: Place) -> Place? {
    if place.offset + 1 < blocks[place.block].keys.count {
      return Place(block: place.block, offset: place.offset + 1)
    }
    return place.block + 1 < blocks.count ? Place(block: place.block + 1, offset: 0) : nil
  }

  /// The place of the key that `rank` keys precede; nil where there are not so many.
  ///
  /// - Precondition: All weights are 1.
  func place(ofRank rank: Int) -> Place? {
    guard rank >= 0, rank < weight else { return nil }
    let block = partition(0..<blocks.count) { starts[$0] <= rank } - 1
    return Place(block: block, offset: rank - starts[block])
  }

  /// The last place of which something is true that is true of every place before it, with the weight
  /// before its key; nil where it is true of none.
  ///
  /// - Complexity: O(log n) questions.
  func last(
    where isTrue: (_ key: [UInt8], _ weightBefore: Int) throws -> Bool
  ) rethrows -> (place: Place, weightBefore: Int)? {
    let block =
      try partition(0..<blocks.count) { try isTrue(blocks[$0].keys[0], starts[$0]) } - 1
    guard block >= 0 else { return nil }
    var before: [Int] = []
    var sum = starts[block]
    for weight in blocks[block].weights {
      before.append(sum)
      sum += weight
    }
    let offset =
      try partition(1..<before.count) { try isTrue(blocks[block].keys[$0], before[$0]) } - 1
    return (Place(block: block, offset: offset), before[offset])
  }
}

/// The first number of a range of which something is not true that is true of every number before it;
/// the range's end where there is none.
func partition(_ range: Range<Int>, _ isTrue: (Int) throws -> Bool) rethrows -> Int {
  var low = range.lowerBound
  var high = range.upperBound
  while low < high {
    let middle = low + (high - low) / 2
    if try isTrue(middle) { low = middle + 1 } else { high = middle }
  }
  return low
}
