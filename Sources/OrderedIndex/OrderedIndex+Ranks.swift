public import LMDB

extension OrderedIndex {
  /// The ranks of several keys, which ascend.
  ///
  /// - Complexity: As for each of them alone.
  public func ranks(
    ofSorted keys: [[UInt8]], in txn: borrowing ReadTransaction
  ) throws -> [Int] {
    var cursor = try txn.beginCursor(in: database)
    var ranks: [Int] = []
    ranks.reserveCapacity(keys.count)
    for key in keys { ranks.append(try descend(to: key, &cursor)) }
    return ranks
  }
}
