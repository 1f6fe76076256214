public import Collation

/// What must stand in the words of a text for a needle to stand in it.
///
/// The words within the needle stand in the text as they are, its first as the end of one, its last as
/// the beginning. A text that has all of them is a candidate; whether the needle is there, the text
/// itself must tell.
public struct TextQuery: Sendable, Hashable {
  /// What a word must have; a word of the index stands between two zeros.
  var terms: [BytePattern]

  /// Finds what a needle asks for.
  ///
  /// - Parameters:
  ///   - needle: What is to stand in the text.
  ///   - options: The differences that count for nothing when it is looked for.
  public init(_ needle: String, _ options: FoldingOptions = []) {
    // Where case is folded and marks are not, an iota subscript is an iota.
    var scanner = WordScanner(keepingIota: options == .caseInsensitive)
    scanner.read(needle)
    terms = []
    for (place, run) in scanner.runs.enumerated() {
      add(run, beginsWord: place > 0, endsWord: place < scanner.runs.count - 1, of: scanner)
    }
  }

  /// Whether nothing is asked for, so that every text is a candidate.
  public var isEmpty: Bool { terms.isEmpty }

  /// Asks for what another query asks for as well.
  public mutating func formIntersection(_ other: TextQuery) {
    for term in other.terms where !terms.contains(term) { terms.append(term) }
  }

  private mutating func add(
    _ run: WordScanner.Run, beginsWord: Bool, endsWord: Bool, of scanner: WordScanner
  ) {
    let starts = scanner.scalarStarts(of: run.range)
    if run.isGrams, starts.count > 1 {
      // Each pair is a word by itself, wherever it stands.
      scanner.forEachWord(of: run) { add(scanner.letters[$0], true, true) }
      return
    }
    if run.isBlank, starts.count == 1, scanner.letters[run.range.lowerBound] == 0x20 {
      // It may be the one between two words, which is not indexed.
      return
    }
    if starts.count > WordScanner.longestPart {
      let end = starts[WordScanner.longestPart]
      add(scanner.letters[run.range.lowerBound..<end], beginsWord, false)
    } else {
      add(scanner.letters[run.range], beginsWord, endsWord)
    }
  }

  private mutating func add(_ part: ArraySlice<UInt8>, _ beginsWord: Bool, _ endsWord: Bool) {
    let term = BytePattern((beginsWord ? [0] : []) + part + (endsWord ? [0] : []))
    if !terms.contains(term) { terms.append(term) }
  }
}
