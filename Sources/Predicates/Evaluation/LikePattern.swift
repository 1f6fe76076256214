import Collation

/// A pattern of `LIKE`: `?` is one scalar, `*` any run of them, line breaks included; a backslash
/// takes the meaning from either and from itself.
///
/// It fits whole texts.
struct LikePattern: Sendable {
  private enum Piece: Sendable {
    case unit(UInt8)
    case one
    case run
  }

  private let pieces: [Piece]
  private let options: FoldingOptions

  init(_ pattern: String, _ options: FoldingOptions) {
    self.options = options
    var pieces: [Piece] = []
    let units = Array(Text.foldedInPlace(pattern, options).utf8)
    var index = 0
    while index < units.count {
      let unit = units[index]
      index += 1
      switch unit {
      case UInt8(ascii: "?"): pieces.append(.one)
      case UInt8(ascii: "*"):
        if case .run = pieces.last { continue }
        pieces.append(.run)
      case UInt8(ascii: "\\"):
        if index < units.count, "?*\\".utf8.contains(units[index]) {
          pieces.append(.unit(units[index]))
          index += 1
        } else {
          pieces.append(.unit(unit))
        }
      default: pieces.append(.unit(unit))
      }
    }
    self.pieces = pieces
  }

  /// What stands in every text that it fits, between the wildcards.
  var literals: [String] {
    pieces.split { piece in
      if case .unit = piece { false } else { true }
    }
    .map { run in
      let units = run.compactMap { piece in
        if case .unit(let unit) = piece { unit } else { nil }
      }
      return String(decoding: units, as: UTF8.self)
    }
  }

  /// Whether the pattern fits a text.
  ///
  /// - Complexity: O(n·m): where pieces do not fit, the last run alone is made longer, since an
  ///   earlier one could not help.
  func matches(_ text: String) -> Bool {
    let folded = Text.foldedInPlace(text, options)
    let units = folded.utf8Span.span
    var index = 0
    var piece = 0
    var run: (piece: Int, index: Int)?
    while index < units.count {
      if piece < pieces.count {
        switch pieces[piece] {
        case .unit(let unit) where unit == units[index]:
          piece += 1
          index += 1
          continue
        case .one:
          piece += 1
          index = Self.endOfScalar(at: index, in: units)
          continue
        case .run:
          run = (piece, index)
          piece += 1
          continue
        case .unit: break
        }
      }
      guard let last = run else { return false }
      let next = Self.endOfScalar(at: last.index, in: units)
      run = (last.piece, next)
      piece = last.piece + 1
      index = next
    }
    while piece < pieces.count, case .run = pieces[piece] { piece += 1 }
    return piece == pieces.count
  }

  private static func endOfScalar(at index: Int, in units: Span<UInt8>) -> Int {
    var end = index + 1
    while end < units.count, units[end] & 0xC0 == 0x80 { end += 1 }
    return end
  }
}
