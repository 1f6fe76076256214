public import LMDB
public import MerkleTree

extension EventLog {
  /// The lowest level of subtrees whose roots are kept; those below are recomputed from headers, at
  /// most 64 at a time.
  static let lowestMerkleLevel: UInt8 = 6

  package static func merkleKey(level: UInt8, index: UInt64) -> [UInt8] {
    var key = [level]
    key.append(bigEndian: index)
    return key
  }

  /// The root of the complete subtree of 2^level leaves from leaf index·2^level on.
  ///
  /// - Complexity: One read from level 6 on, at most 64 headers below.
  public func subtree(
    level: UInt8, index: UInt64, in transaction: borrowing ReadTransaction
  ) throws -> Digest {
    if level >= Self.lowestMerkleLevel {
      let key = Self.merkleKey(level: level, index: index)
      let digest = try transaction.get(key, in: merkle) { Digest(bytes: $0) }
      guard let digest = digest ?? nil else {
        throw EventLogError.damaged(
          database: "merkle", key: "level \(level), index \(index)",
          reason: digest == nil ? "the row is missing" : "it has not 32 bytes")
      }
      return digest
    }
    var digests: [Digest] = []
    for sequence in index << level..<(index + 1) << level {
      digests.append(try leaf(at: SequenceNumber(sequence), in: transaction))
    }
    while digests.count > 1 {
      digests = stride(from: 0, to: digests.count, by: 2).map {
        Digest.node(digests[$0], digests[$0 + 1])
      }
    }
    return digests[0]
  }

  /// The hash of an event's header as a leaf of the tree.
  public func leaf(
    at sequence: SequenceNumber, in transaction: borrowing ReadTransaction
  ) throws -> Digest {
    guard
      let leaf = try transaction.get(at: sequence.rawValue, in: events, { Digest.leaf($0) })
    else {
      throw EventLogError.damaged(
        database: "events", key: "\(sequence)", reason: "the row is missing")
    }
    return leaf
  }

  /// The root of the first `size` events.
  public func root(
    atSize size: UInt64, in transaction: borrowing ReadTransaction
  ) throws -> Digest {
    let head = try head(in: transaction)
    if size == head.size { return head.root }
    return try MerklePeaks(size: size) { level, index in
      try subtree(level: level, index: index, in: transaction)
    }.root
  }

  /// A proof that the event at `sequence` is one of the first `size`.
  public func inclusionProof(
    of sequence: SequenceNumber, size: UInt64, in transaction: borrowing ReadTransaction
  ) throws -> InclusionProof {
    try InclusionProof(leaf: sequence.rawValue, size: size) { level, index in
      try subtree(level: level, index: index, in: transaction)
    }
  }

  /// A proof that the first `from` events of the first `to` are what they were.
  public func consistencyProof(
    from: UInt64, to: UInt64, in transaction: borrowing ReadTransaction
  ) throws -> ConsistencyProof {
    try ConsistencyProof(from: from, to: to) { level, index in
      try subtree(level: level, index: index, in: transaction)
    }
  }
}
