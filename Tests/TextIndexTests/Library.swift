import Collation
import StoreSupport
import TestSupport

@testable import Daybook
@testable import TextIndex

/// Texts made of what is hard to search: letters that fold to several, marks apart, scripts without
/// blanks, joined emoji, signs and blanks of all kinds, and words longer than the index has.
enum HardTexts {
  static let pieces = [
    "a", "b", "ab", "aba", "Ab", "é", "e\u{301}", "e", "E", "ß", "ss", "SS", "ẞ", "İ", "i", "I",
    "ı",
    "ﬁ", "fi", "Å", "\u{212B}", "K", "\u{212A}", ";", "\u{37E}", "ᾳ", "αι", "α", "ι", "\u{345}",
    "\u{301}", "\u{308}", "\u{903}", "が", "か", "\u{3099}", "漢", "字", "漢字", "日本", "日", "ไทย",
    "ที่", "한", "한국", "\u{1112}\u{1161}", " ", " ", " ", "  ", "\n", "\t", "\u{A0}", ".", ",", "-",
    "--", "@", "'", "10", "1", "😀", "👨‍👩‍👧", "👨", "\u{200D}", "🏽", "👍🏽", "क्ष", "क", "\u{94D}", "\u{0}",
    "\u{1}",
    String(repeating: "xyz", count: 12), String(repeating: "ab", count: 40),
  ]

  static func text(_ random: inout SplitMix64, pieces count: Int) -> String {
    (0..<count).map { _ in pieces[random.below(pieces.count)] }.joined()
  }

  /// A part of a text, in another case now and then, or anything at all.
  static func needle(_ texts: [String], _ random: inout SplitMix64) -> String {
    if random.below(5) == 0 { return text(&random, pieces: 1 + random.below(3)) }
    let scalars = Array(texts[random.below(texts.count)].unicodeScalars)
    if scalars.isEmpty { return "a" }
    let start = random.below(scalars.count)
    let count = min(1 + random.below(random.below(4) == 0 ? 50 : 6), scalars.count - start)
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars[start..<start + count])
    let part = String(view)
    return switch random.below(4) {
    case 0: part.uppercased()
    case 1: part.lowercased()
    default: part
    }
  }

  static let options: [FoldingOptions] = [
    [], .caseInsensitive, .diacriticInsensitive, [.caseInsensitive, .diacriticInsensitive],
  ]
}

extension Journal {
  /// The objects that the index of the entries' texts gives for a needle, nil where it is not there.
  func candidates(_ needle: String, _ options: FoldingOptions) throws -> Set<ObjectID>? {
    try read { snapshot in
      guard let index = try TextIndex(snapshot.context.searched[0], in: snapshot.transaction) else {
        return nil
      }
      var found: Set<ObjectID> = []
      var looked = 0
      try index.forEachBlock(matching: TextQuery(needle, options), in: snapshot.transaction) {
        looked += $0
        for document in $1 { found.insert(document.object) }
        return true
      }
      guard looked == (try index.documentCount(in: snapshot.transaction)) else { return nil }
      return found
    }
  }

  /// What differs between the text indexes and what the log says they must be.
  func textFaults() throws -> [String] {
    try read { snapshot in
      try snapshot.context.compareTextIndexes(in: snapshot.transaction) { _ in }
        .flatMap(\.faults).map { "\($0)" }
    }
  }
}

extension TestJournal {
  func insertion(_ text: String, _ id: ObjectID? = nil) -> Change {
    now += 1_000_000
    return .insert(
      id ?? self.id(), entity: "entry",
      values: ["text": .string(text), "creationTime": .date(Moment(microseconds: now))])
  }
}
