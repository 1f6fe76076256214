public import LMDB

extension OrderedIndex {
  /// The ranks of several keys, which ascend.
  ///
  /// - Complexity: As for each of them alone at the most; keys that lie near each other share the way.
  public func ranks(
    ofSorted keys: [[UInt8]], in txn: borrowing ReadTransaction
  ) throws -> [Int] {
    var cursor = try txn.beginCursor(in: database)
    var ranks: [Int] = []
    ranks.reserveCapacity(keys.count)
    var path = Path()
    for key in keys {
      try move(&path, to: key, &cursor) { _ in }
      guard let run = path.levels.last else {
        ranks.append(0)
        continue
      }
      var place = run.entry
      place[0] -= 1
      let target = stored(key)
      try seekRow(place, &cursor)
      let isBehind = cursor.isOnRow && cursor.isBefore(target)
      ranks.append(isBehind ? try run.before + 1 + cursor.skip(before: target) : run.before)
    }
    return ranks
  }
}
