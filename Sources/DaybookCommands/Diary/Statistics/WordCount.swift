/// How many words a text has.
enum WordCount {
  /// The words of a text: what stands between white space and has a letter or a digit in it; of scripts
  /// that write no spaces (ideographs, kana) every letter.
  static func words(in text: String) -> Int {
    var count = 0
    // Most texts are ASCII, and bytes are counted many times faster than characters.
    var isInWord = false
    for byte in text.utf8 {
      guard byte < 0x80 else { return wordsOfScalars(in: text) }
      if byte == 0x20 || (0x09...0x0D).contains(byte) {
        isInWord = false
      } else if !isInWord, Self.isLetterOrDigit(byte) {
        isInWord = true
        count += 1
      }
    }
    return count
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
  }

  private static func wordsOfScalars(in text: String) -> Int {
    var count = 0
    var isInWord = false
    for scalar in text.unicodeScalars {
      if scalar.properties.isWhitespace {
        isInWord = false
      } else if scalar.isWordOfItsOwn {
        isInWord = false
        count += 1
      } else if !isInWord, scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
        isInWord = true
        count += 1
      }
    }
    return count
  }
}

extension Unicode.Scalar {
  /// Han, Hiragana and Katakana, by their blocks.
  fileprivate var isWordOfItsOwn: Bool {
    switch value {
    case 0x3005...0x3007, 0x3041...0x309F, 0x30A1...0x30FA, 0x30FC...0x30FF, 0x3400...0x4DBF,
      0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF:
      true
    default: false
    }
  }
}
