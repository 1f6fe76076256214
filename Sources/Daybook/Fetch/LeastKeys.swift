/// The least of many keys, in memory for no more of them than are wanted.
struct LeastKeys {
  /// How many are kept.
  let capacity: Int
  /// A heap with the greatest on top, once more keys have come than are kept; else as they came.
  private var keys: [[UInt8]] = []
  private var isHeap = false

  init(capacity: Int) {
    self.capacity = capacity
  }

  var isEmpty: Bool { keys.isEmpty }

  /// Takes a key in, and where there are too many the greatest out.
  ///
  /// - Complexity: O(log `capacity`).
  mutating func insert(_ key: [UInt8]) {
    guard capacity > 0 else { return }
    if keys.count < capacity {
      keys.append(key)
      if isHeap { siftUp(from: keys.count - 1) }
      return
    }
    if !isHeap {
      for place in keys.indices.prefix(keys.count / 2).reversed() { siftDown(from: place) }
      isHeap = true
    }
    guard key.lexicographicallyPrecedes(keys[0]) else { return }
    keys[0] = key
    siftDown(from: 0)
  }

  /// Takes out all keys, ascending.
  mutating func removeAll() -> [[UInt8]] {
    defer {
      keys = []
      isHeap = false
    }
    return keys.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// Takes out the keys before another, ascending.
  mutating func removeAll(before end: [UInt8]) -> [[UInt8]] {
    let all = removeAll()
    let count = all.firstIndex { !$0.lexicographicallyPrecedes(end) } ?? all.count
    keys = Array(all[count...])
    return Array(all[..<count])
  }

  private mutating func siftUp(from start: Int) {
    var place = start
    while place > 0, keys[(place - 1) / 2].lexicographicallyPrecedes(keys[place]) {
      keys.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  private mutating func siftDown(from start: Int) {
    var place = start
    while true {
      var greatest = place
      for child in [2 * place + 1, 2 * place + 2]
      where child < keys.count && keys[greatest].lexicographicallyPrecedes(keys[child]) {
        greatest = child
      }
      if greatest == place { return }
      keys.swapAt(place, greatest)
      place = greatest
    }
  }
}
