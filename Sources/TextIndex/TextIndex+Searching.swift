public import LMDB

extension TextIndex {
  /// Calls `body` with the candidates of a query, the newest documents first, a segment's at a time,
  /// until it returns false.
  ///
  /// Every document in whose text the needle stands is among them. Others are as well: documents of no
  /// segment are given as they are, and texts that have the words and not the needle; and texts that
  /// their object has no more.
  ///
  /// - Parameters:
  ///   - query: What a needle asks for.
  ///   - transaction: The snapshot.
  ///   - body: Takes the number of documents that were looked at, and the candidates among them in the
  ///     order of the log.
  /// - Complexity: O(vocabulary + postings of the words that are found).
  public func forEachBlock(
    matching query: TextQuery, in transaction: borrowing ReadTransaction,
    _ body: (_ looked: Int, _ candidates: [TextDocument]) throws -> Bool
  ) throws {
    try transaction.withCursor(in: database) { cursor in
      var onRow = try cursor.last()
      var unsorted: [TextDocument] = []
      var selection = TermSelection(query)
      while onRow {
        switch try place(of: &cursor, in: transaction) {
        case .document(_, let document):
          unsorted.append(document)
          onRow = try cursor.previous()
        case .segment(let segment):
          if !unsorted.isEmpty {
            guard try body(unsorted.count, unsorted.reversed()) else { return }
            unsorted = []
          }
          let terms = selection.terms(for: segment)
          let findings = try segment.documents(matching: terms, in: transaction)
          selection.note(findings, of: terms)
          let found = try segment.documents(numbered: findings.numbers, in: transaction)
          guard try body(segment.documentCount, found) else { return }
          onRow = try cursor.seek(before: SegmentLayout.key(segment.first))
        case .none:
          onRow = false
        }
      }
      if !unsorted.isEmpty { _ = try body(unsorted.count, unsorted.reversed()) }
    }
  }
}
