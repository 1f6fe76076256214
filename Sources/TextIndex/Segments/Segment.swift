import Collation
import EventLog
import LMDB
import Model

/// Documents that follow one another, with their vocabulary and its postings, on disk.
struct Segment {
  let database: Database
  /// The number of its first document.
  let first: UInt64
  /// How many documents it has.
  let documentCount: Int
  /// From 1 on.
  let level: Int
  private let postingByteCount: Int

  /// Reads the head of the segment that begins at `first`, nil where there is none.
  init?(at first: UInt64, in database: Database, _ transaction: borrowing ReadTransaction) throws {
    let head = try transaction.getBytes(SegmentLayout.headKey(first), in: database)
    guard let head else { return nil }
    guard head.count == 9, (1...SegmentLayout.sizes.count).contains(Int(head[0])) else {
      throw EventLogError.damaged(
        database: "text", key: "\(first)", reason: "it is no head of a segment")
    }
    self.database = database
    self.first = first
    level = Int(head[0])
    documentCount = SegmentLayout.sizes[level - 1]
    postingByteCount = Int(head.bigEndian(at: 1) & 0xFFFF_FFFF)
  }

  /// The number behind its last document.
  var end: UInt64 { first + UInt64(documentCount) }

  // MARK: - Reading whole parts

  func documentBytes(in transaction: borrowing ReadTransaction) throws -> [UInt8] {
    try bytes(of: .documents, in: transaction)
  }

  func postingBytes(in transaction: borrowing ReadTransaction) throws -> [UInt8] {
    try bytes(of: .postings, in: transaction)
  }

  private func bytes(
    of part: SegmentLayout.Part, in transaction: borrowing ReadTransaction
  ) throws -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(
      part == .postings ? postingByteCount : documentCount * TextDocument.byteCount)
    try forEachChunk(of: part, in: transaction) { bytes.append(contentsOf: $0.array) }
    return bytes
  }

  private func forEachChunk(
    of part: SegmentLayout.Part, in transaction: borrowing ReadTransaction,
    _ body: (RawSpan) throws -> Void
  ) throws {
    let end = SegmentLayout.key(first) + [part.rawValue + 1]
    try transaction.withCursor(in: database) { cursor in
      var onRow = try cursor.seek(atOrAfter: SegmentLayout.key(first, part, 0))
      while onRow, cursor.isBefore(end) {
        try cursor.withValue { try body($0) }
        onRow = try cursor.next()
      }
    }
  }

  // MARK: - Vocabulary

  /// One row of the vocabulary.
  struct Vocabulary {
    let bytes: [UInt8]
    let wordCount: Int
    /// Where the postings of its first word begin, among all of the segment.
    let postingStart: Int

    init(_ bytes: [UInt8]) {
      self.bytes = bytes
      let count = bytes.count < 7 ? 0 : Int(bytes[0]) << 8 | Int(bytes[1])
      wordCount = 7 + 2 * count <= bytes.count ? count : 0
      postingStart = bytes.count < 7 ? 0 : bytes[2..<6].reduce(0) { $0 << 8 | Int($1) }
    }

    /// Where its words begin, with the zero before the first.
    var lettersStart: Int { 6 + 2 * wordCount }

    func postingByteCount(of word: Int) -> Int {
      Int(bytes[6 + 2 * word]) << 8 | Int(bytes[7 + 2 * word])
    }
  }

  func forEachVocabulary(
    in transaction: borrowing ReadTransaction, _ body: (Vocabulary) throws -> Void
  ) throws {
    try forEachChunk(of: .vocabulary, in: transaction) { try body(Vocabulary($0.array)) }
  }

  // MARK: - Searching

  /// The documents whose words have every term of a query, ascending by number within the segment.
  func documents(
    matching query: TextQuery, in transaction: borrowing ReadTransaction
  ) throws -> [Int] {
    if query.isEmpty { return Array(0..<documentCount) }
    var lists: [[Range<Int>]] = Array(repeating: [], count: query.terms.count)
    try forEachChunk(of: .vocabulary, in: transaction) { row in
      for (term, pattern) in query.terms.enumerated() {
        Self.find(pattern, in: row) { lists[term].append($0) }
      }
    }
    if lists.contains(where: \.isEmpty) { return [] }
    var found: [UInt64] = []
    // The term with the fewest documents first, so that where nothing is left nothing more is read.
    let order = lists.indices.sorted {
      lists[$0].reduce(0) { $0 + $1.count } < lists[$1].reduce(0) { $0 + $1.count }
    }
    for term in order {
      let marks = try marks(of: lists[term], in: transaction)
      if found.isEmpty {
        found = marks
      } else {
        for index in found.indices { found[index] &= marks[index] }
      }
      if found.allSatisfy({ $0 == 0 }) { return [] }
    }
    var numbers: [Int] = []
    for (index, word) in found.enumerated() {
      var rest = word
      while rest != 0 {
        numbers.append(index * 64 + rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
    return numbers
  }

  /// Calls `body` with where the postings lie of each word in a row of the vocabulary that has a
  /// pattern.
  private static func find(
    _ pattern: BytePattern, in row: RawSpan, _ body: (Range<Int>) -> Void
  ) {
    guard row.byteCount > 7 else { return }
    let count = Int(row.byte(at: 0)) << 8 | Int(row.byte(at: 1))
    let letters = 6 + 2 * count
    guard letters < row.byteCount, var place = pattern.firstPlace(in: row, from: letters) else {
      return
    }
    var posting = 0
    for offset in 2..<6 { posting = posting << 8 | Int(row.byte(at: offset)) }
    var word = 0
    var start = letters + 1
    func length() -> Int { Int(row.byte(at: 6 + 2 * word)) << 8 | Int(row.byte(at: 7 + 2 * word)) }
    while true {
      // Goes on to the word in which the match begins, or before which its leading zero stands.
      if start <= place {
        let next = word + row.count(of: 0, in: start..<place + 1)
        while word < min(next, count) {
          posting += length()
          word += 1
        }
        word = next
        start = place + 1
      }
      guard word < count else { return }
      body(posting..<posting + length())
      // And behind that word, to its zero.
      while start < row.byteCount, row.byte(at: start) != 0 { start += 1 }
      guard start < row.byteCount, let next = pattern.firstPlace(in: row, from: start) else {
        return
      }
      place = next
    }
  }

  /// A bit for each document that is in one of the lists of postings, which ascend.
  private func marks(
    of lists: [Range<Int>], in transaction: borrowing ReadTransaction
  ) throws -> [UInt64] {
    var marks = [UInt64](repeating: 0, count: (documentCount + 63) / 64)
    var chunk = -1
    var bytes: [UInt8] = []
    func read(_ wanted: Int) throws {
      if wanted == chunk { return }
      let row = try transaction.getBytes(
        SegmentLayout.key(first, .postings, wanted), in: database)
      guard let row else {
        throw EventLogError.damaged(
          database: "text", key: "\(first)", reason: "postings of its words are missing")
      }
      (chunk, bytes) = (wanted, row)
    }
    for list in lists {
      var start = list.lowerBound
      try read(start / SegmentLayout.chunkByteCount)
      let offset = start - chunk * SegmentLayout.chunkByteCount
      if offset + list.count <= bytes.count {
        Postings.forEach(in: bytes[offset..<offset + list.count], of: documentCount) {
          marks[$0 >> 6] |= 1 << UInt64($0 & 63)
        }
        continue
      }
      var postings: [UInt8] = []
      while start < list.upperBound {
        try read(start / SegmentLayout.chunkByteCount)
        let offset = start - chunk * SegmentLayout.chunkByteCount
        let part = bytes[
          min(offset, bytes.count)..<min(offset + list.upperBound - start, bytes.count)]
        if part.isEmpty { break }
        postings += part
        start += part.count
      }
      Postings.forEach(in: postings[...], of: documentCount) {
        marks[$0 >> 6] |= 1 << UInt64($0 & 63)
      }
    }
    return marks
  }

  /// The documents of numbers within the segment, which ascend.
  func documents(
    numbered numbers: [Int], in transaction: borrowing ReadTransaction
  ) throws -> [TextDocument] {
    var documents: [TextDocument] = []
    documents.reserveCapacity(numbers.count)
    var chunk = -1
    var bytes: [UInt8] = []
    for number in numbers {
      let wanted = number / SegmentLayout.documentsPerChunk
      if wanted != chunk {
        chunk = wanted
        bytes =
          try transaction.getBytes(SegmentLayout.key(first, .documents, wanted), in: database) ?? []
      }
      let offset = number % SegmentLayout.documentsPerChunk * TextDocument.byteCount
      guard let document = TextDocument(bytes, at: offset) else {
        throw EventLogError.damaged(
          database: "text", key: "\(first)", reason: "documents of it are missing")
      }
      documents.append(document)
    }
    return documents
  }
}

extension TextDocument {
  /// Reads a document, nil where there are not enough bytes.
  init?(_ bytes: [UInt8], at offset: Int = 0) {
    guard offset + Self.byteCount <= bytes.count else { return nil }
    self.init(
      sequence: SequenceNumber(bytes.bigEndian(at: offset)),
      object: ObjectID(
        high: bytes.bigEndian(at: offset + 8), low: bytes.bigEndian(at: offset + 16)))
  }
}
