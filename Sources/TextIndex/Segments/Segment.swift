import Bytes
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
        cursor.prefetchNext()
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

  /// What was found for some terms.
  struct Findings {
    /// The documents whose words have every term, ascending by number within the segment.
    var numbers: [Int] = []
    /// For each term how many documents it alone has ruled out, beside those that have fewer.
    var ruledOut: [Int]
    /// How many bytes of the vocabulary were searched for each term.
    var searchedByteCount = 0
  }

  /// Finds the documents whose words have every one of some terms.
  func documents(
    matching terms: [BytePattern], in transaction: borrowing ReadTransaction
  ) throws -> Findings {
    var findings = Findings(ruledOut: Array(repeating: 0, count: terms.count))
    if terms.isEmpty {
      findings.numbers = Array(0..<documentCount)
      return findings
    }
    var lists: [[Range<Int>]] = Array(repeating: [], count: terms.count)
    try forEachChunk(of: .vocabulary, in: transaction) { row in
      findings.searchedByteCount += row.byteCount
      for (term, pattern) in terms.enumerated() {
        Self.find(pattern, in: row) { lists[term].append($0) }
      }
    }
    for term in terms.indices where lists[term].isEmpty {
      findings.ruledOut[term] = documentCount
      return findings
    }
    let marks = try lists.map { try self.marks(of: $0, in: transaction) }
    let counts = marks.map { $0.reduce(0) { $0 + $1.nonzeroBitCount } }
    var left = documentCount
    var found = [UInt64](repeating: .max, count: (documentCount + 63) / 64)
    for term in terms.indices.sorted(by: { counts[$0] < counts[$1] }) {
      var count = 0
      for index in found.indices {
        found[index] &= marks[term][index]
        count += found[index].nonzeroBitCount
      }
      findings.ruledOut[term] = left - count
      left = count
    }
    findings.numbers.reserveCapacity(left)
    for (index, word) in found.enumerated() {
      var rest = word
      while rest != 0 {
        findings.numbers.append(index * 64 + rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
    return findings
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
        guard next < count else { return }
        posting += row.sum(ofBigEndianPairs: next - word, at: 6 + 2 * word)
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
    func mark(_ bytes: Span<UInt8>) {
      Postings.forEach(in: bytes, of: documentCount) { marks[$0 >> 6] |= 1 << UInt64($0 & 63) }
    }
    var chunks = try ChunkReader(of: .postings, self, in: transaction)
    // The beginning of a list that goes on in the next chunk.
    var carried: [UInt8] = []
    var next = 0
    while next < lists.count {
      let wanted = (lists[next].lowerBound + carried.count) / SegmentLayout.chunkByteCount
      try chunks.withChunk(wanted) { row in
        let first = wanted * SegmentLayout.chunkByteCount
        row.withElements { row in
          while next < lists.count {
            let start = lists[next].lowerBound + carried.count - first
            let end = lists[next].upperBound - first
            guard start >= 0, start < row.count else { return }
            if end > row.count {
              carried.append(copying: row.extracting(start..<row.count))
              return
            }
            if carried.isEmpty {
              mark(row.extracting(start..<end))
            } else {
              carried.append(copying: row.extracting(start..<end))
              mark(carried.span)
              carried = []
            }
            next += 1
          }
        }
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
    var chunks = try ChunkReader(of: .documents, self, in: transaction)
    while documents.count < numbers.count {
      let wanted = numbers[documents.count] / SegmentLayout.documentsPerChunk
      let first = wanted * SegmentLayout.documentsPerChunk
      try chunks.withChunk(wanted) { row in
        while documents.count < numbers.count {
          let offset = (numbers[documents.count] - first) * TextDocument.byteCount
          guard let document = TextDocument(row, at: offset) else { return }
          documents.append(document)
        }
      }
    }
    return documents
  }
}

/// Reads chunks of one part of a segment where they lie, one behind the other.
private struct ChunkReader: ~Copyable {
  private let segment: Segment
  private let part: SegmentLayout.Part
  private var cursor: Cursor
  /// The chunk on which the cursor stands.
  private var chunk: Int?

  /// How many chunks are stepped over rather than looked up.
  private static let longestStep = 4

  init(
    of part: SegmentLayout.Part, _ segment: Segment, in transaction: borrowing ReadTransaction
  ) throws {
    self.segment = segment
    self.part = part
    cursor = try transaction.beginCursor(in: segment.database)
  }

  /// Lends a chunk.
  ///
  /// - Throws: `EventLogError.damaged` where it is not there, or `body` has come no further in it than
  ///   before: what is asked of it is not in it.
  mutating func withChunk(_ wanted: Int, _ body: (RawSpan) -> Void) throws {
    let key = SegmentLayout.key(segment.first, part, wanted)
    guard try chunk != wanted && move(to: wanted, key) else {
      throw EventLogError.damaged(
        database: "text", key: "\(segment.first)",
        reason: "chunk \(wanted) of part \(part.rawValue) is missing or cut off")
    }
    chunk = wanted
    cursor.withValue(body)
  }

  private mutating func move(to wanted: Int, _ key: [UInt8]) throws -> Bool {
    if let chunk, chunk < wanted, wanted - chunk <= Self.longestStep {
      for _ in chunk..<wanted { guard try cursor.next() else { return false } }
      if cursor.keyBytes() == key { return true }
    }
    return try cursor.seek(exactly: key)
  }
}

extension TextDocument {
  /// Reads a document, nil where there are not enough bytes.
  init?(_ bytes: RawSpan, at offset: Int = 0) {
    guard offset >= 0, offset + Self.byteCount <= bytes.byteCount else { return nil }
    self.init(
      sequence: SequenceNumber(bytes.bigEndianInteger(at: offset)),
      object: ObjectID(
        high: bytes.bigEndianInteger(at: offset + 8), low: bytes.bigEndianInteger(at: offset + 16)))
  }
}
