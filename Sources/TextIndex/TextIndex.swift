import EventLog
public import LMDB

/// The index of one attribute's texts: which documents have which words.
///
/// A projection of the log, in one database. Documents are gathered in segments of 128, 2048 and
/// 32768, each a vocabulary with packed postings; those of no segment yet, fewer than 128, stand by
/// themselves. A new text is one small row; with every 128th a segment is made, with every sixteenth
/// segment a greater one of those, as the digits of a counter carry. A search reads the
/// vocabularies for parts of words, and gives candidates.
///
/// Each segment begins at a multiple of its size, so that all of it follows from the number of
/// documents: a rebuild gives the same bytes, and an audit compares bytes.
public struct TextIndex: Sendable {
  /// What is indexed.
  public let attribute: SearchedAttribute
  let database: Database

  /// The index of an attribute; nil where there is none that was built as this program builds them,
  /// so that readers scan and the next writer builds.
  public init?(_ attribute: SearchedAttribute, in transaction: borrowing ReadTransaction) throws {
    guard let database = try transaction.database(named: attribute.databaseName),
      try transaction.getBytes(SegmentLayout.fingerprintKey, in: database) == attribute.fingerprint
    else { return nil }
    self.attribute = attribute
    self.database = database
  }

  /// How many documents are indexed.
  ///
  /// - Complexity: O(log n).
  public func documentCount(in transaction: borrowing ReadTransaction) throws -> Int {
    Int(try end(in: transaction))
  }

  /// The number of the next document.
  func end(in transaction: borrowing ReadTransaction) throws -> UInt64 {
    try transaction.withCursor(in: database) { cursor in
      guard try cursor.last() else { return 0 }
      return try place(of: &cursor, in: transaction).end
    }
  }

  /// What stands at one place: a document of no segment, or a segment.
  enum Place {
    case document(UInt64, TextDocument)
    case segment(Segment)
    /// Before everything.
    case none

    var end: UInt64 {
      switch self {
      case .document(let number, _): number + 1
      case .segment(let segment): segment.end
      case .none: 0
      }
    }
  }

  /// What the row is of, on which a cursor stands.
  func place(
    of cursor: inout Cursor, in transaction: borrowing ReadTransaction
  ) throws -> Place {
    let key = cursor.keyBytes()
    if key.count < 8 { return .none }
    let first = key.bigEndian(at: 0)
    if key.count == 8 {
      guard let document = cursor.withValue({ TextDocument($0) }) else {
        throw EventLogError.damaged(
          database: attribute.databaseName, key: "\(first)", reason: "it is no document")
      }
      return .document(first, document)
    }
    guard let segment = try Segment(at: first, in: database, transaction) else {
      throw EventLogError.damaged(
        database: attribute.databaseName, key: "\(first)", reason: "the segment has no head")
    }
    return .segment(segment)
  }
}
