import TestSupport

/// Texts as diaries hold them, made by rule: sentences of words as frequent as Zipf's law has them,
/// with capitals, accents, numbers and addresses; and now and then one in Japanese.
///
/// The rank of a word gives its length as in languages: the most frequent are short.
struct NaturalTexts {
  /// The words, the most frequent first.
  let words: [String]
  private var random: SplitMix64
  /// For each word the probability of it and all before it, of 2^32.
  private let cumulative: [UInt32]
  private let signs: [String]

  /// The bytes that a text has at the least.
  static let byteCount = 380

  init(seed: UInt64, vocabulary count: Int = 50_000) {
    random = SplitMix64(seed: seed)
    words = Self.words(count, &random)
    // Mandelbrot's form of the law.
    let weights = (0..<count).map { 1 / (Double($0) + 2.7) }
    let total = weights.reduce(0, +)
    var sum = 0.0
    cumulative = weights.map {
      sum += $0
      return UInt32(min(sum / total * 4_294_967_295, 4_294_967_295))
    }
    // Kana are the half of what is written.
    signs = (0x3042...0x3093).map(Self.sign) + (0x4E00..<0x5600).map(Self.sign)
  }

  private static func sign(_ value: Int) -> String {
    UnicodeScalar(UInt32(value)).map { String($0) } ?? ""
  }

  private static func words(_ count: Int, _ random: inout SplitMix64) -> [String] {
    let onsets = [
      "b", "br", "c", "d", "dr", "f", "g", "h", "j", "k", "kl", "l", "m", "n", "p", "qu", "r", "s",
      "sch", "st", "t", "tr", "v", "w", "z", "",
    ]
    let vowels = ["a", "e", "e", "e", "i", "o", "u", "ei", "au", "a", "i"]
    let accented = ["é", "ü", "ñ", "å", "ç", "ö", "à", "ø"]
    let codas = ["", "", "n", "r", "s", "t", "l", "nd", "ch", "m", "ng", "x"]
    var words: [String] = []
    var known: Set<String> = []
    while words.count < count {
      // One syllable for the first hundred, two for the first thousands, then three and four.
      let least = words.count < 100 ? 1 : words.count < 4000 ? 2 : 3
      var word = ""
      for _ in 0..<(least + random.below(2)) {
        word += onsets[random.below(onsets.count)]
        word +=
          random.below(40) == 0
          ? accented[random.below(accented.count)] : vowels[random.below(vowels.count)]
        word += codas[random.below(codas.count)]
      }
      if known.insert(word).inserted { words.append(word) }
    }
    return words
  }

  private mutating func word() -> String {
    let wanted = UInt32(truncatingIfNeeded: random.next())
    var low = 0
    var high = cumulative.count - 1
    while low < high {
      let middle = (low + high) / 2
      if cumulative[middle] < wanted { low = middle + 1 } else { high = middle }
    }
    return words[low]
  }

  /// The next text.
  mutating func next() -> String {
    if random.below(50) == 0 { return japanese() }
    var text = ""
    var isStart = true
    while text.utf8.count < Self.byteCount {
      var next: String
      switch random.below(100) {
      case 0: next = "\(random.below(100_000))"
      case 1: next = "\(random.below(24)):\(10 + random.below(50))"
      case 2 where random.below(5) == 0: next = "\(word()).\(word())@\(word()).org"
      default: next = word()
      }
      if isStart || random.below(20) == 0 {
        next = next.prefix(1).uppercased() + next.dropFirst()
      }
      text += next
      isStart = random.below(9) == 0
      text += isStart ? (random.below(6) == 0 ? ".\n" : ". ") : random.below(12) == 0 ? ", " : " "
    }
    return text
  }

  private mutating func japanese() -> String {
    var text = ""
    while text.utf8.count < Self.byteCount {
      let isKana = random.below(2) == 0
      // The square makes the first signs the most frequent.
      let rank = random.below(1000) * random.below(1000) / 1000
      text += signs[isKana ? rank % 82 : 82 + rank * 2]
      if random.below(15) == 0 { text += random.below(2) == 0 ? "、" : "。" }
    }
    return text
  }
}
