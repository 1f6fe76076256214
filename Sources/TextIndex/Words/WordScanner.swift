import Collation
import LMDB

/// Divides texts into words, in the form in which they are indexed (``SearchFolding``).
///
/// A text is a sequence of runs, each of scalars of one kind. A run of letters, of signs or of blanks
/// is a word, except for the single blank between words; a run of grams, as in Chinese, Japanese and
/// Thai, is the pairs of its neighbours, or its one scalar. A longer run than
/// ``longestWord`` stands in pieces that overlap by half.
///
/// What a scalar is does not depend on its neighbours, so a part of a text has the runs of that part.
struct WordScanner {
  /// The scalars of the longest word.
  static let longestWord = 64
  /// What of a part of a word is certain to stand in one word of the index.
  static let longestPart = longestWord / 2

  /// Neighbours of one kind.
  struct Run {
    /// The kind as a number: there are hundreds of runs in a text, and numbers compare at once.
    fileprivate var code: UInt8
    fileprivate var start: Int
    fileprivate var end = 0

    fileprivate init(code: UInt8, start: Int) {
      self.code = code
      self.start = start
    }

    fileprivate static func code(of kind: SearchFolding.Kind) -> UInt8 {
      switch kind {
      case .letter: 0
      case .sign: 1
      case .blank: 2
      case .gram: 3
      }
    }

    /// Ends it before a letter, and appends it unless it is empty.
    @inline(__always)
    fileprivate mutating func end(at end: Int, in runs: inout [Run]) {
      self.end = end
      if start < end { runs.append(self) }
    }

    var isBlank: Bool { code == Self.code(of: .blank) }
    var isGrams: Bool { code == Self.code(of: .gram) }
    /// Where it lies among the letters.
    var range: Range<Int> { start..<end }
  }

  /// The folded bytes of the text that was read last.
  private(set) var letters: [UInt8] = []
  private(set) var runs: [Run] = []
  /// Whether the text has another form, with iotas for its iota subscripts.
  private(set) var hasOtherForm = false

  private var folding: SearchFolding
  /// What each scalar below 128 becomes, whatever is kept: the code of its kind, and in the low byte
  /// its letter.
  private static let ascii: [UInt16] = {
    var folding = SearchFolding()
    return (0..<128 as Range<UInt32>).map { scalar in
      let folded = folding.scalar(0, of: folding.form(of: scalar))
      return UInt16(Run.code(of: folded.kind)) << 8 | UInt16(truncatingIfNeeded: folded.scalar)
    }
  }()
  private let ascii = WordScanner.ascii

  init(keepingIota keepsIota: Bool = false) {
    folding = SearchFolding(keepingIota: keepsIota)
  }

  // MARK: - Runs

  /// Reads a text into ``letters`` and ``runs``.
  mutating func read(_ text: String) {
    letters.removeAll(keepingCapacity: true)
    runs.removeAll(keepingCapacity: true)
    hasOtherForm = false
    let bytes = text.utf8Span.span
    var last = Run(code: Run.code(of: .blank), start: 0)
    var index = 0
    while index < bytes.count {
      if bytes[index] < 0x80 {
        readASCII(bytes, &index, &last)
      } else {
        readScalar(bytes, &index, &last)
      }
    }
    last.end(at: letters.count, in: &runs)
  }

  /// Reads bytes up to one that is not ASCII's.
  private mutating func readASCII(
    _ bytes: borrowing Span<UInt8>, _ index: inout Int, _ last: inout Run
  ) {
    let base = letters.count
    // Taken out, as the letters are being written meanwhile.
    let ascii = ascii
    var runs: [Run] = []
    swap(&runs, &self.runs)
    letters.append(addingCapacity: bytes.count - index) { room in
      while index < bytes.count {
        let byte = bytes[index]
        if byte >= 0x80 { break }
        let folded = ascii[Int(byte)]
        let code = UInt8(truncatingIfNeeded: folded >> 8)
        if code != last.code {
          last.end(at: base + room.count, in: &runs)
          last = Run(code: code, start: base + room.count)
        }
        room.append(UInt8(truncatingIfNeeded: folded))
        index += 1
      }
    }
    swap(&runs, &self.runs)
  }

  private mutating func readScalar(
    _ bytes: borrowing Span<UInt8>, _ index: inout Int, _ last: inout Run
  ) {
    let form = folding.form(of: bytes.scalar(at: &index))
    if form.isOneOfTwo { hasOtherForm = true }
    for place in 0..<form.count {
      let folded = folding.scalar(place, of: form)
      let code = Run.code(of: folded.kind)
      if code != last.code {
        last.end(at: letters.count, in: &runs)
        last = Run(code: code, start: letters.count)
      }
      CollectionOfOne(folded.scalar).appendUTF8(to: &letters)
    }
  }

  // MARK: - Words

  /// Calls `body` with each word: all letters, and where among them it lies.
  @inline(__always)
  func forEachWord(_ body: (_ letters: borrowing RawSpan, _ word: Range<Int>) -> Void) {
    letters.withBytes { letters in
      for run in runs { forEachWord(of: run) { body(letters, $0) } }
    }
  }

  /// Calls `body` with the place of each word of a run.
  @inline(__always)
  func forEachWord(of run: Run, _ body: (Range<Int>) -> Void) {
    let range = run.range
    if !run.isGrams && range.count <= Self.longestWord {
      // One blank is what stands between words.
      if run.isBlank, range.count == 1, letters[range.lowerBound] == 0x20 { return }
      return body(range)
    }
    forEachPiece(of: run, body)
  }

  private func forEachPiece(of run: Run, _ body: (Range<Int>) -> Void) {
    let starts = scalarStarts(of: run.range)
    func place(_ index: Int) -> Int { index < starts.count ? starts[index] : run.range.upperBound }
    if run.isGrams {
      if starts.count == 1 { return body(run.range) }
      for index in 0..<starts.count - 1 { body(place(index)..<place(index + 2)) }
      return
    }
    var index = 0
    while index + Self.longestWord < starts.count {
      body(place(index)..<place(index + Self.longestWord))
      index += Self.longestWord - Self.longestPart
    }
    body(place(index)..<run.range.upperBound)
  }

  /// Where the scalars of a run begin.
  func scalarStarts(of range: Range<Int>) -> [Int] {
    range.filter { letters[$0] & 0xC0 != 0x80 }
  }
}
