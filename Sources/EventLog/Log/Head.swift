import CBOR
public import LMDB
public import MerkleTree

/// How far the log has come: its size and the Merkle peaks over its headers.
public typealias Head = MerklePeaks

extension EventLog {
  private static let headKey = Array("head".utf8)

  /// The size and the peaks.
  ///
  /// - Complexity: One read.
  public func head(in transaction: borrowing ReadTransaction) throws -> Head {
    let head = try transaction.get(Self.headKey, in: self.head) { row in
      try Self.decode(row, in: "head", key: "head") { bytes in
        var cursor = CBORCursor()
        guard try cursor.arrayCount(in: bytes) == 2 else {
          throw CBORError(.unexpected(found: .array, expected: "size and peaks"), at: 0)
        }
        let size = try cursor.unsigned(in: bytes)
        var peaks: [Digest] = []
        for _ in 0..<(try cursor.arrayCount(in: bytes)) {
          peaks.append(try cursor.digest(in: bytes))
        }
        try cursor.expectEnd(of: bytes)
        guard let head = MerklePeaks(size: size, peaks: peaks) else {
          throw CBORError(
            .unexpected(found: .array, expected: "\(size.nonzeroBitCount) peaks"), at: 0)
        }
        return head
      }
    }
    guard let head else {
      throw EventLogError.damaged(database: "head", key: "head", reason: "the row is missing")
    }
    return head
  }

  /// Writes the size and the peaks.
  func write(_ head: Head, in transaction: borrowing WriteTransaction) throws {
    var writer = CBORWriter()
    writer.array(count: 2)
    writer.unsigned(head.size)
    writer.array(count: head.peaks.count)
    for peak in head.peaks { writer.bytes(peak.bytes) }
    try transaction.put(Self.headKey, writer.bytes, in: self.head)
  }
}
