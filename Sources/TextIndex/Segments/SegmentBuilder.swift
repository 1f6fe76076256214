import EventLog
import LMDB

/// Gathers the words of as many documents as one segment has, and gives its rows.
///
/// Documents come one by one as texts, or many at a time as smaller segments: the rows are the same.
struct SegmentBuilder {
  private let level: Int
  private let size: Int
  private var documents: [UInt8] = []
  private(set) var documentCount = 0

  private var words = WordTable()
  /// Which word stands in which document, in the order of documents.
  private var postings: [(word: UInt32, document: UInt16)] = []

  /// Begins a segment of a level, from 1 on.
  init(level: Int) {
    self.level = level
    size = SegmentLayout.sizes[level - 1]
    documents.reserveCapacity(size * TextDocument.byteCount)
  }

  // MARK: - Adding

  /// Adds the next document with the words that a scanner has read.
  mutating func add(_ document: TextDocument) {
    document.append(to: &documents)
    documentCount += 1
  }

  /// Adds the words of the last document's text.
  mutating func addWords(of scanner: borrowing WordScanner) {
    let document = documentCount - 1
    scanner.forEachWord { bytes, range in
      add(words.number(of: bytes, in: range), document)
    }
  }

  /// Adds the documents of a smaller segment.
  mutating func add(_ segment: Segment, in transaction: borrowing ReadTransaction) throws {
    let first = documentCount
    documents += try segment.documentBytes(in: transaction)
    documentCount = documents.count / TextDocument.byteCount
    guard documentCount - first == segment.documentCount, documentCount <= size else {
      throw EventLogError.damaged(
        database: "text", key: "\(segment.first)", reason: "it has not the documents of a segment")
    }
    let count = documentCount - first
    let bytes = try segment.postingBytes(in: transaction)
    try segment.forEachVocabulary(in: transaction) { vocabulary in
      vocabulary.bytes.withBytes { letters in
        var start = vocabulary.lettersStart + 1
        var posting = vocabulary.postingStart
        for index in 0..<vocabulary.wordCount where start <= letters.byteCount {
          var end = start
          while end < letters.byteCount, letters.byte(at: end) != 0 { end += 1 }
          let word = words.number(of: letters, in: start..<end)
          start = end + 1
          let length = vocabulary.postingByteCount(of: index)
          let range = (posting..<posting + length).clamped(to: 0..<bytes.count)
          posting += length
          Postings.forEach(in: bytes[range].span, of: count) { add(word, first + $0) }
        }
      }
    }
  }

  @inline(__always)
  private mutating func add(_ word: Int, _ document: Int) {
    if words.note(document, has: word) { postings.append((UInt32(word), UInt16(document))) }
  }

  // MARK: - Rows

  /// Calls `body` with the rows of the segment, in the order of keys.
  ///
  /// - Parameter first: The number of its first document.
  func forEachRow(
    first: UInt64, _ body: (_ key: [UInt8], _ value: ArraySlice<UInt8>) throws -> Void
  ) throws {
    let (postings, lengths) = encodedPostings()
    var head: [UInt8] = [UInt8(level)]
    head.append(bigEndian: UInt32(words.count))
    head.append(bigEndian: UInt32(postings.count))
    try body(SegmentLayout.headKey(first), head[...])
    try forEachChunk(
      of: documents, SegmentLayout.documentsPerChunk * TextDocument.byteCount, .documents, first,
      body)
    try forEachVocabularyRow(first: first, lengths: lengths, body)
    try forEachChunk(of: postings, SegmentLayout.chunkByteCount, .postings, first, body)
  }

  private func forEachChunk(
    of bytes: [UInt8], _ count: Int, _ part: SegmentLayout.Part, _ first: UInt64,
    _ body: (_ key: [UInt8], _ value: ArraySlice<UInt8>) throws -> Void
  ) throws {
    var start = 0
    while start < bytes.count {
      let end = min(start + count, bytes.count)
      try body(SegmentLayout.key(first, part, start / count), bytes[start..<end])
      start = end
    }
  }

  private func forEachVocabularyRow(
    first: UInt64, lengths: [UInt16],
    _ body: (_ key: [UInt8], _ value: ArraySlice<UInt8>) throws -> Void
  ) throws {
    var chunk = 0
    var word = 0
    var posting = 0
    while word < words.count {
      let start = word
      var byteCount = 7
      while word < words.count {
        let needed = 3 + words.range(of: word).count
        if byteCount + needed > SegmentLayout.chunkByteCount { break }
        byteCount += needed
        word += 1
      }
      var row: [UInt8] = []
      row.reserveCapacity(byteCount)
      row.append(bigEndian: UInt16(word - start))
      row.append(bigEndian: UInt32(posting))
      for length in lengths[start..<word] {
        row.append(bigEndian: length)
        posting += Int(length)
      }
      row.append(0)
      for word in start..<word {
        row.append(contentsOf: words.letters[words.range(of: word)])
        row.append(0)
      }
      try body(SegmentLayout.key(first, .vocabulary, chunk), row[...])
      chunk += 1
    }
  }

  /// The postings of all words, and the length of each word's.
  private func encodedPostings() -> (bytes: [UInt8], lengths: [UInt16]) {
    // Sorted by counting: documents come in order already.
    var places: [Int] = []
    places.reserveCapacity(words.count)
    var total = 0
    for word in 0..<words.count {
      places.append(total)
      total += words.documentCount(of: word)
    }
    var sorted = [UInt16](repeating: 0, count: total)
    for posting in postings {
      let word = Int(posting.word)
      sorted[places[word]] = posting.document
      places[word] += 1
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(total * 3 / 2)
    var lengths: [UInt16] = []
    lengths.reserveCapacity(words.count)
    var first = 0
    for word in 0..<words.count {
      let start = bytes.count
      Postings.append(sorted[first..<places[word]], of: documentCount, to: &bytes)
      first = places[word]
      lengths.append(UInt16(bytes.count - start))
    }
    return (bytes, lengths)
  }
}
