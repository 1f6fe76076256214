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

  // The words, in the order in which they came; each has its bytes, its hash and its postings.
  private var letters: [UInt8] = []
  private var ends: [Int] = []
  private var hashes: [UInt32] = []
  private var lasts: [Int32] = []
  private var counts: [Int32] = []
  /// Words by their hashes: a table with open addressing, of words and one, zero where it is free.
  private var table: [UInt32]

  // Which word stands in which document, in the order of documents.
  private var postingWords: [UInt32] = []
  private var postingDocuments: [UInt16] = []

  /// Begins a segment of a level, from 1 on.
  init(level: Int) {
    self.level = level
    size = SegmentLayout.sizes[level - 1]
    documents.reserveCapacity(size * TextDocument.byteCount)
    table = Array(repeating: 0, count: 1024)
  }

  // MARK: - Adding

  /// Adds the next document with the words that a scanner has read.
  mutating func add(_ document: TextDocument) {
    document.append(to: &documents)
    documentCount += 1
  }

  /// Adds the words of the last document's text.
  mutating func addWords(of scanner: borrowing WordScanner) {
    let number = Int32(documentCount - 1)
    for run in scanner.runs {
      scanner.forEachWord(of: run) { range in
        let word = Int(word(scanner.letters, range))
        if lasts[word] != number {
          lasts[word] = number
          counts[word] += 1
          postingWords.append(UInt32(word))
          postingDocuments.append(UInt16(number))
        }
      }
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
    let postings = try segment.postingBytes(in: transaction)
    try segment.forEachVocabulary(in: transaction) { vocabulary in
      let bytes = vocabulary.bytes
      var start = vocabulary.lettersStart + 1
      var posting = vocabulary.postingStart
      for index in 0..<vocabulary.wordCount {
        var end = start
        while end < bytes.count, bytes[end] != 0 { end += 1 }
        let word = word(bytes, start..<end)
        start = end + 1
        let length = vocabulary.postingByteCount(of: index)
        let range = (posting..<posting + length).clamped(to: 0..<postings.count)
        posting += length
        Postings.forEach(in: postings[range], of: count) { number in
          counts[Int(word)] += 1
          postingWords.append(word)
          postingDocuments.append(UInt16(first + number))
        }
      }
    }
  }

  /// The number of a word: the next, where it is new.
  private mutating func word(_ bytes: [UInt8], _ range: Range<Int>) -> UInt32 {
    // FNV-1a (RFC 9923), its upper half folded in, whose low bits alone would be poor.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for index in range { hash = (hash ^ UInt64(bytes[index])) &* 0x100_0000_01b3 }
    let short = UInt32(truncatingIfNeeded: hash ^ hash >> 32)
    let mask = table.count - 1
    var slot = Int(short) & mask
    while table[slot] != 0 {
      let word = Int(table[slot] - 1)
      if hashes[word] == short, isWord(word, bytes, range) { return UInt32(word) }
      slot = (slot + 1) & mask
    }
    let word = UInt32(ends.count)
    for index in range { letters.append(bytes[index]) }
    ends.append(letters.count)
    hashes.append(short)
    lasts.append(-1)
    counts.append(0)
    table[slot] = word + 1
    if ends.count * 2 > table.count { grow() }
    return word
  }

  private func isWord(_ word: Int, _ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    let start = word == 0 ? 0 : ends[word - 1]
    guard ends[word] - start == range.count else { return false }
    for offset in 0..<range.count
    where letters[start + offset] != bytes[range.lowerBound + offset] {
      return false
    }
    return true
  }

  private mutating func grow() {
    table = Array(repeating: 0, count: table.count * 2)
    let mask = table.count - 1
    for word in hashes.indices {
      var slot = Int(hashes[word]) & mask
      while table[slot] != 0 { slot = (slot + 1) & mask }
      table[slot] = UInt32(word) + 1
    }
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
    head.append(bigEndian: UInt32(ends.count))
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
    while word < ends.count {
      let start = word
      var byteCount = 7
      while word < ends.count {
        let needed = 3 + ends[word] - (word == 0 ? 0 : ends[word - 1])
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
        row.append(contentsOf: letters[(word == 0 ? 0 : ends[word - 1])..<ends[word]])
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
    places.reserveCapacity(counts.count)
    var total = 0
    for count in counts {
      places.append(total)
      total += Int(count)
    }
    var sorted = [UInt16](repeating: 0, count: total)
    for index in postingWords.indices {
      let word = Int(postingWords[index])
      sorted[places[word]] = postingDocuments[index]
      places[word] += 1
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(total * 3 / 2)
    var lengths: [UInt16] = []
    lengths.reserveCapacity(counts.count)
    for word in counts.indices {
      let start = bytes.count
      Postings.append(
        sorted[places[word] - Int(counts[word])..<places[word]], of: documentCount, to: &bytes)
      lengths.append(UInt16(bytes.count - start))
    }
    return (bytes, lengths)
  }
}
