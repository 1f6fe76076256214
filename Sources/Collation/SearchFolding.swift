import _FoundationICU

/// The loosest form of text: what finds candidates under any ``FoldingOptions``.
///
/// Each scalar is decomposed, its case folded and its marks dropped, whatever stands around it. So
/// where a needle stands in a text under some options, the needle's form stands in the text's form;
/// not the other way round: what is found is to be verified.
///
/// Scalars are looked up in pages of 256, each asked of ICU once.
package struct SearchFolding: Sendable {
  /// What a folded scalar is for the division into words.
  package enum Kind: Sendable, Equatable {
    /// A letter or a digit.
    case letter
    /// A sign of a script that writes words without blanks between them, its punctuation too, or a
    /// pictograph.
    case gram
    /// White space.
    case blank
    /// Anything else: punctuation, symbols, controls.
    case sign

    /// Written out, so that other modules, which compare kinds at each scalar, need no call for it.
    @inlinable
    package static func == (left: Kind, right: Kind) -> Bool {
      switch (left, right) {
      case (.letter, .letter), (.gram, .gram), (.blank, .blank), (.sign, .sign): true
      default: false
      }
    }

    fileprivate init(code: UInt32) {
      switch code {
      case 0: self = .letter
      case 1: self = .gram
      case 2: self = .blank
      default: self = .sign
      }
    }

    fileprivate var code: UInt32 {
      switch self {
      case .letter: 0
      case .gram: 1
      case .blank: 2
      case .sign: 3
      }
    }
  }

  /// What one scalar becomes: mostly one scalar, none for a mark.
  package struct Form: Sendable {
    fileprivate var bits: UInt32

    /// How many scalars it has.
    package var count: Int { bits & SearchFolding.severalBit == 0 ? 1 : Int(bits & 15) }
    /// Whether the text has another form, as it holds an iota subscript: see ``keepsIota``.
    package var isOneOfTwo: Bool { bits & SearchFolding.severalBit != 0 && bits & 16 != 0 }
  }

  /// The mark `ͅ`, which alone of all marks becomes a letter where case is folded.
  private static let iotaSubscript: UInt32 = 0x345

  /// On entries that name a place in `sequences` and a count.
  private static let severalBit: UInt32 = 1 << 31

  /// Whether an iota subscript counts as the letter iota, as it does where case is folded and marks
  /// are not; else it is dropped, as other marks are.
  package let keepsIota: Bool
  /// Where the entries of each page begin, -1 where it was not asked for.
  private var starts: [Int32]
  private var entries: [UInt32] = []
  private var sequences: [UInt32] = []

  /// Begins without pages.
  package init(keepingIota keepsIota: Bool = false) {
    self.keepsIota = keepsIota
    starts = Array(repeating: -1, count: 0x1100)
  }

  /// What a scalar becomes.
  package mutating func form(of scalar: UInt32) -> Form {
    let page = Int(scalar >> 8)
    if starts[page] < 0 { fill(page) }
    return Form(bits: entries[Int(starts[page]) + Int(scalar & 0xFF)])
  }

  /// One of the scalars of a form, with its kind.
  package func scalar(_ index: Int, of form: Form) -> (scalar: UInt32, kind: Kind) {
    let bits =
      form.bits & Self.severalBit == 0
      ? form.bits : sequences[Int(form.bits >> 5 & 0xFF_FFFF) + index]
    return (bits & 0x1F_FFFF, Kind(code: bits >> 24))
  }

  private mutating func fill(_ page: Int) {
    starts[page] = Int32(entries.count)
    for scalar in UInt32(page) << 8..<UInt32(page) << 8 + 256 {
      var decomposition: [UInt32] = []
      CharacterData.appendDecomposition(of: scalar, to: &decomposition)
      let form = decomposition.flatMap(folded)
      if form.count == 1, !decomposition.contains(Self.iotaSubscript) {
        entries.append(form[0])
      } else {
        let iota: UInt32 = decomposition.contains(Self.iotaSubscript) ? 16 : 0
        entries.append(
          Self.severalBit | UInt32(sequences.count) << 5 | iota | UInt32(form.count))
        sequences += form
      }
    }
  }

  /// What a decomposed scalar becomes.
  private func folded(_ scalar: UInt32) -> [UInt32] {
    if CharacterData.isMark(scalar), !(keepsIota && scalar == Self.iotaSubscript) { return [] }
    var folded: [UInt32] = []
    CharacterData.appendCaseFolding(of: scalar, to: &folded)
    var form: [UInt32] = []
    for scalar in folded { CharacterData.appendDecomposition(of: scalar, to: &form) }
    return form.filter { !CharacterData.isMark($0) }
      // NUL ends words in an index.
      .map { $0 == 0 ? 1 : $0 }
      .map { CharacterData.searchKind(of: $0).code << 24 | $0 }
  }
}

extension CharacterData {
  /// What a folded scalar is for the division of text into words: by its class for line breaking
  /// (Unicode Standard Annex #14), which knows the scripts without blanks, and its general category.
  fileprivate static func searchKind(of scalar: UInt32) -> SearchFolding.Kind {
    let code = Int32(bitPattern: scalar)
    if swift_u_hasBinaryProperty(code, UCHAR_WHITE_SPACE) != 0 { return .blank }
    switch UInt32(bitPattern: swift_u_getIntPropertyValue(code, UCHAR_LINE_BREAK)) {
    case U_LB_IDEOGRAPHIC.rawValue, U_LB_COMPLEX_CONTEXT.rawValue,
      U_LB_CONDITIONAL_JAPANESE_STARTER.rawValue:
      return .gram
    default: break
    }
    // The letters' categories are 1 to 5, the numbers' 9 to 11 (uchar.h, UCharCategory).
    return switch swift_u_charType(code) {
    case 1...5, 9...11: .letter
    default: isEastAsianPunctuation(scalar) ? .gram : .sign
    }
  }

  /// Whether a sign is punctuation of Chinese and Japanese, which takes the place of a blank: it stands
  /// with its neighbours, as what is written around it does (blocks CJK Symbols and Punctuation, Halfwidth
  /// and Fullwidth Forms).
  private static func isEastAsianPunctuation(_ sign: UInt32) -> Bool {
    (0x3001...0x303F).contains(sign) || (0xFF00...0xFFEF).contains(sign)
  }
}
