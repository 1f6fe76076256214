public import EventLog
public import MerkleTree

extension Snapshot {
  /// The root of the log's Merkle tree when it had `size` events.
  ///
  /// - Throws: `JournalError.beyondLog`.
  /// - Complexity: O(log n) reads.
  public func root(atSize size: UInt64) throws -> Digest {
    guard try size <= self.size else {
      throw JournalError.beyondLog(size: try self.size, asked: size)
    }
    return try context.log.root(atSize: size, in: transaction)
  }

  /// A proof that an event is in the log.
  ///
  /// - Throws: `JournalError.beyondLog`.
  /// - Complexity: O(log n) reads.
  public func inclusionProof(of sequence: SequenceNumber) throws -> InclusionProof {
    let size = try size
    guard sequence.rawValue < size else {
      throw JournalError.beyondLog(size: size, asked: sequence.rawValue)
    }
    return try context.log.inclusionProof(of: sequence, size: size, in: transaction)
  }

  /// A proof that the log of `size` events is the beginning of this one.
  ///
  /// - Throws: `JournalError.beyondLog`; `MerkleTreeError.sizesOutOfRange` for size 0, which every log
  ///   extends.
  /// - Complexity: O(log n) reads.
  public func consistencyProof(from size: UInt64) throws -> ConsistencyProof {
    let reached = try self.size
    guard size <= reached else { throw JournalError.beyondLog(size: reached, asked: size) }
    return try context.log.consistencyProof(from: size, to: reached, in: transaction)
  }
}
