import Collation

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

  struct Run {
    var kind: SearchFolding.Kind
    var range: Range<Int>
  }

  /// The folded bytes of the text that was read last.
  private(set) var letters: [UInt8] = []
  private(set) var runs: [Run] = []
  /// Whether the text has another form, with iotas for its iota subscripts.
  private(set) var hasOtherForm = false

  private var folding: SearchFolding
  private let asciiKinds: [SearchFolding.Kind]
  private let asciiForms: [UInt8]

  init(keepingIota keepsIota: Bool = false) {
    var folding = SearchFolding(keepingIota: keepsIota)
    var kinds: [SearchFolding.Kind] = []
    var forms: [UInt8] = []
    for scalar: UInt32 in 0..<128 {
      let folded = folding.scalar(0, of: folding.form(of: scalar))
      kinds.append(folded.kind)
      forms.append(UInt8(truncatingIfNeeded: folded.scalar))
    }
    self.folding = folding
    asciiKinds = kinds
    asciiForms = forms
  }

  // MARK: - Runs

  /// Reads a text into ``letters`` and ``runs``.
  mutating func read(_ text: String) {
    letters.removeAll(keepingCapacity: true)
    runs.removeAll(keepingCapacity: true)
    hasOtherForm = false
    let bytes = text.utf8Span.span
    letters.reserveCapacity(bytes.count)
    var kind = SearchFolding.Kind.blank
    var start = 0
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte < 0x80 {
        let next = asciiKinds[Int(byte)]
        if next != kind {
          end(kind, start)
          kind = next
          start = letters.count
        }
        letters.append(asciiForms[Int(byte)])
        index += 1
        continue
      }
      let scalar = bytes.scalar(at: &index)
      let form = folding.form(of: scalar)
      if form.isOneOfTwo { hasOtherForm = true }
      for place in 0..<form.count {
        let folded = folding.scalar(place, of: form)
        if folded.kind != kind {
          end(kind, start)
          kind = folded.kind
          start = letters.count
        }
        CollectionOfOne(folded.scalar).appendUTF8(to: &letters)
      }
    }
    end(kind, start)
  }

  @inline(__always)
  private mutating func end(_ kind: SearchFolding.Kind, _ start: Int) {
    if start < letters.count { runs.append(Run(kind: kind, range: start..<letters.count)) }
  }

  // MARK: - Words

  /// Calls `body` with the place of each word of a run.
  @inline(__always)
  func forEachWord(of run: Run, _ body: (Range<Int>) -> Void) {
    let range = run.range
    if run.kind != .gram && range.count <= Self.longestWord {
      // One blank is what stands between words.
      if run.kind == .blank, range.count == 1, letters[range.lowerBound] == 0x20 { return }
      return body(range)
    }
    forEachPiece(of: run, body)
  }

  private func forEachPiece(of run: Run, _ body: (Range<Int>) -> Void) {
    let starts = scalarStarts(of: run.range)
    func place(_ index: Int) -> Int { index < starts.count ? starts[index] : run.range.upperBound }
    if run.kind == .gram {
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
