public import Daybook

extension Journal {
  /// The whole log as it goes to another journal.
  public func exported() throws -> [LogEntry] {
    try read { snapshot in
      var entries: [LogEntry] = []
      for sequence in 0..<(try snapshot.size) {
        let bytes = try snapshot.bytes(at: SequenceNumber(sequence))
        entries.append(.event(header: bytes.header, payload: bytes.payload))
      }
      return entries
    }
  }

  /// The journal's identity.
  public func identity() throws -> ObjectID { try read { try $0.meta.journal } }

  /// Takes in entries.
  @discardableResult
  public func take(
    _ entries: [LogEntry], journal: ObjectID? = nil, _ request: CommitRequest
  ) throws -> LogImport {
    var rest = entries.makeIterator()
    return try importLog(request, journal: journal) { rest.next() }
  }
}

extension TestJournal {
  /// A copy of the directory, opened: another device from its first write on.
  public func copied(seed: UInt64) throws -> TestJournal {
    let copy = try TestJournal(copying: self, seed: seed)
    copy.now = now
    return copy
  }
}
