/// The kept set of one section by definition, in two ways too slow for use.
///
/// Survivors are given in their old order: their new numbers, and whether each is pinned
/// (untouched, so always kept). Both return the offsets kept, ascending.
public enum KeptSetReference {
  /// Tries every subset.
  public static func byAllSubsets(_ numbers: [Int], pinned: [Bool]) -> [Int] {
    let free = numbers.indices.filter { !pinned[$0] }
    var best: [Int]?
    for mask in 0..<(1 << free.count) {
      let chosen = numbers.indices.filter { offset in
        guard let bit = free.firstIndex(of: offset) else { return true }
        return mask >> bit & 1 == 1
      }
      guard zip(chosen, chosen.dropFirst()).allSatisfy({ numbers[$0] < numbers[$1] }) else {
        continue
      }
      guard let standing = best else {
        best = chosen
        continue
      }
      if chosen.count > standing.count
        || chosen.count == standing.count && chosen.lexicographicallyPrecedes(standing)
      {
        best = chosen
      }
    }
    return best ?? []
  }

  /// Compares all pairs: the longest chain that begins at each survivor and passes over no pinned
  /// one.
  public static func byAllPairs(_ numbers: [Int], pinned: [Bool]) -> [Int] {
    let count = numbers.count
    var pinnedBefore = [0]
    for isPinned in pinned {
      pinnedBefore.append(pinnedBefore[pinnedBefore.count - 1] + (isPinned ? 1 : 0))
    }
    // One more than the last survivor stands for the end of the list.
    func follows(_ next: Int, _ offset: Int) -> Bool {
      if offset >= 0, next < count, numbers[next] <= numbers[offset] { return false }
      return pinnedBefore[next] == pinnedBefore[offset + 1]
    }
    var lengths = Array(repeating: Int.min, count: count) + [0]
    for offset in (0..<count).reversed() {
      let rest = (offset + 1...count).filter { follows($0, offset) }.map { lengths[$0] }.max()
      if let rest, rest >= 0 { lengths[offset] = rest + 1 }
    }
    var chosen: [Int] = []
    var last = -1
    while true {
      let candidates = (last + 1...count).filter { follows($0, last) && lengths[$0] >= 0 }
      let longest = candidates.map { lengths[$0] }.max()
      guard let next = candidates.first(where: { lengths[$0] == longest }), next < count else {
        return chosen
      }
      chosen.append(next)
      last = next
    }
  }
}
