/// Finds the name that a person most likely meant.
enum NearestName {
  /// The name nearest to `word`, or `nil` where none is near.
  ///
  /// Near is: the word begins the name, or few slips of a finger lie between them (a third of the
  /// word's length, at least one). Of equals the earlier name wins.
  static func suggestion(for word: String, among names: [String]) -> String? {
    let letters = Array(word.lowercased())
    guard (1...64).contains(letters.count) else { return nil }
    let stem = letters.drop { $0 == "-" }
    let limit = max(1, (stem.count + 1) / 3)
    var best: (name: String, distance: Int)?
    for name in names {
      let target = Array(name.lowercased())
      var distance = slips(from: letters, to: target)
      if distance > limit {
        // A shortened name is not accepted, but what it was short for is plain.
        guard stem.count >= 2, target.starts(with: letters) else { continue }
        distance = limit
      }
      if distance < best?.distance ?? Int.max { best = (name, distance) }
    }
    return best?.name
  }

  /// Insertions, deletions, replacements and swaps of neighbours between two words: the optimal
  /// string alignment distance (Damerau 1964, Wagner and Fischer 1974).
  ///
  /// O(m·n).
  static func slips(from source: [Character], to target: [Character]) -> Int {
    if source.isEmpty || target.isEmpty { return max(source.count, target.count) }
    var beforeLast = [Int](repeating: 0, count: target.count + 1)
    var last = Array(0...target.count)
    for row in 1...source.count {
      var current = [row]
      current.reserveCapacity(target.count + 1)
      for column in 1...target.count {
        let isSame = source[row - 1] == target[column - 1]
        var cost = min(
          last[column] + 1, current[column - 1] + 1, last[column - 1] + (isSame ? 0 : 1))
        if row > 1, column > 1, source[row - 1] == target[column - 2],
          source[row - 2] == target[column - 1]
        {
          cost = min(cost, beforeLast[column - 2] + 1)
        }
        current.append(cost)
      }
      beforeLast = last
      last = current
    }
    return last[target.count]
  }
}
