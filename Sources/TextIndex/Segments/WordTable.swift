import LMDB

/// The words of a segment in the making, numbered in the order in which they came.
struct WordTable {
  /// The bytes of all words, one behind the other.
  private(set) var letters: [UInt8] = []
  private var words: [Word] = []
  /// Numbers of words and one, by hash, with open addressing (Knuth, Sorting and Searching, 6.4,
  /// algorithm L); zero where a place is free.
  private var slots: [UInt32] = Array(repeating: 0, count: 1024)

  private struct Word {
    /// Its first eight bytes, with zeros behind a shorter one: most words are compared by this alone.
    var beginning: UInt64
    var hash: UInt32
    var end: UInt32
    var documentCount: Int32 = 0
    var lastDocument: Int32 = -1
  }

  /// How many words there are.
  var count: Int { words.count }

  /// Where a word lies in ``letters``.
  func range(of word: Int) -> Range<Int> { start(of: word)..<Int(words[word].end) }

  @inline(__always)
  private func start(of word: Int) -> Int { word == 0 ? 0 : Int(words[word - 1].end) }

  /// How many documents have a word.
  func documentCount(of word: Int) -> Int { Int(words[word].documentCount) }

  /// Notes that a document has a word.
  ///
  /// - Returns: Whether that is news, where documents come in their order.
  @inline(__always)
  mutating func note(_ document: Int, has word: Int) -> Bool {
    if words[word].lastDocument == document { return false }
    words[word].lastDocument = Int32(document)
    words[word].documentCount += 1
    return true
  }

  /// The number of the word that lies in a range of some bytes: the next, where it is new.
  @inline(__always)
  mutating func number(of bytes: borrowing RawSpan, in range: Range<Int>) -> Int {
    let beginning = bytes.eightBytes(in: range)
    // Multiplied by 2^64 over the golden ratio (Knuth, 6.4), the upper half the better one.
    var hash = (beginning ^ UInt64(range.count)) &* 0x9E37_79B9_7F4A_7C15
    if range.count > 8 {
      var start = range.lowerBound + 8
      while start < range.upperBound {
        hash ^= hash >> 32
        hash = (hash ^ bytes.eightBytes(in: start..<range.upperBound)) &* 0x9E37_79B9_7F4A_7C15
        start += 8
      }
    }
    let short = UInt32(truncatingIfNeeded: hash >> 32)
    let mask = slots.count - 1
    var slot = Int(short) & mask
    while slots[slot] != 0 {
      let word = Int(slots[slot]) - 1
      let known = words[word]
      if known.beginning == beginning, known.hash == short, isWord(word, bytes, range) {
        return word
      }
      slot = (slot + 1) & mask
    }
    return add(Word(beginning: beginning, hash: short, end: 0), bytes, range, at: slot)
  }

  /// Whether a word that begins as some bytes do goes on and ends as they do.
  @inline(__always)
  private func isWord(_ word: Int, _ bytes: borrowing RawSpan, _ range: Range<Int>) -> Bool {
    let start = start(of: word)
    guard Int(words[word].end) - start == range.count else { return false }
    var offset = 8
    while offset < range.count {
      if letters[start + offset] != bytes.byte(at: range.lowerBound + offset) { return false }
      offset += 1
    }
    return true
  }

  private mutating func add(
    _ word: Word, _ bytes: borrowing RawSpan, _ range: Range<Int>, at slot: Int
  ) -> Int {
    for index in range { letters.append(bytes.byte(at: index)) }
    var word = word
    word.end = UInt32(letters.count)
    words.append(word)
    slots[slot] = UInt32(words.count)
    if words.count * 2 > slots.count { grow() }
    return words.count - 1
  }

  private mutating func grow() {
    slots = Array(repeating: 0, count: slots.count * 2)
    let mask = slots.count - 1
    for word in words.indices {
      var slot = Int(words[word].hash) & mask
      while slots[slot] != 0 { slot = (slot + 1) & mask }
      slots[slot] = UInt32(word) + 1
    }
  }
}

extension RawSpan {
  /// The first eight bytes of a range as a number, the first the highest; zeros stand for what a
  /// shorter one lacks.
  @inline(__always)
  fileprivate func eightBytes(in range: Range<Int>) -> UInt64 {
    if range.count >= 8 { return bigEndianInteger(at: range.lowerBound) }
    // What stands behind the range is read with it and cut off.
    if range.lowerBound + 8 <= byteCount {
      let unused = UInt64(8 - range.count) * 8
      return (bigEndianInteger(at: range.lowerBound) >> unused) << unused
    }
    var number: UInt64 = 0
    for index in range { number = number << 8 | UInt64(byte(at: index)) }
    return number << (UInt64(8 - range.count) * 8)
  }
}
