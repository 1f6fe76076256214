public import EventLog
public import MerkleTree

extension Snapshot {
  /// The log's size and root, to be signed.
  public func checkpoint() throws -> Checkpoint {
    let head = try context.log.head(in: transaction)
    return Checkpoint(journalID: try meta.journal.bytes, size: head.size, root: head.root)
  }

  /// A proof that an event is in the log, with a checkpoint that is signed now.
  ///
  /// - Throws: `JournalError.beyondLog`.
  /// - Complexity: O(log n) reads.
  public func prove(_ sequence: SequenceNumber, signer: NoteSigner) throws -> EventProof {
    let inclusion = try inclusionProof(of: sequence)
    let (header, _) = try bytes(at: sequence)
    return EventProof(
      header: header, inclusion: inclusion, note: try checkpoint().signed(by: signer))
  }

  /// Compares the log with what it was once said to be.
  ///
  /// A smaller log was rolled back; one from which no consistency proof leads to the checkpoint was
  /// rewritten, or cut off and grown again. Both are told from the tree's nodes in O(log n) reads; that
  /// the nodes are those of the events is the audit's to verify.
  ///
  /// - Parameter checkpoint: A checkpoint whose signature was verified.
  /// - Returns: The fault, nil where the log of then is the beginning of this one.
  public func compare(with checkpoint: Checkpoint) throws -> AuditFault? {
    let head = try context.log.head(in: transaction)
    let journal = try meta.journal.bytes
    guard journal == checkpoint.journalID else {
      return AuditFault(
        place: "checkpoint", expected: "journal \(checkpoint.journalID.hexadecimal)",
        found: "journal \(journal.hexadecimal)")
    }
    if checkpoint.size > head.size {
      return AuditFault(
        place: "checkpoint", expected: "\(checkpoint.size) events or more",
        found: "\(head.size) events: the log was rolled back")
    }
    // Every log extends the empty one.
    if checkpoint.size == 0 { return nil }
    do {
      let found = try root(atSize: checkpoint.size)
      guard found == checkpoint.root else {
        return AuditFault(
          place: "checkpoint",
          expected: "root \(checkpoint.root.hexadecimal) at size \(checkpoint.size)",
          found: "root \(found.hexadecimal): the history was rewritten")
      }
      do {
        try consistencyProof(from: checkpoint.size)
          .verify(fromRoot: checkpoint.root, toRoot: head.root)
      } catch let error as MerkleTreeError {
        return AuditFault(
          place: "checkpoint", expected: "nodes that lead to the root of today", found: "\(error)")
      }
      return nil
    } catch EventLogError.damaged(let database, let key, let reason) {
      return AuditFault(
        place: "\(database) \(key)",
        expected: "what proves the log's first \(checkpoint.size) events", found: reason)
    }
  }
}
