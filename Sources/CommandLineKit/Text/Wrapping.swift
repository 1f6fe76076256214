extension StringProtocol {
  /// The text in lines of at most `width` columns.
  ///
  /// Lines end at line feeds and, where one is too long, at blanks, which are then left out, or
  /// beside a wide character; a word longer than a line is cut between clusters. Blanks that begin
  /// a line of the text, where they leave room, and those between words of one line, are kept. A
  /// cluster wider than `width` stands alone. There is at least one line.
  ///
  /// - Complexity: O(n) for any text, a megabyte without a blank included.
  public func wrapped(toWidth width: Int) -> [String] {
    var lines: [String] = []
    for paragraph in split(separator: "\n", omittingEmptySubsequences: false) {
      Substring(paragraph).wrap(Swift.max(1, width), into: &lines)
    }
    return lines
  }

}

extension Substring {
  /// Where a line may end: the end of what is kept, and where the next line would begin.
  private struct Break {
    var end: Index
    var resume: Index
    var columnsBefore: Int
  }

  fileprivate func wrap(_ width: Int, into lines: inout [String]) {
    let text = self
    var lineStart = text.startIndex
    var columns = 0
    var opportunity: Break?
    var index = text.startIndex
    var wasBlank = false
    var wasWide = false
    var isIndent = true

    while index < text.endIndex {
      let character = text[index]
      let next = text.index(after: index)
      let isBlank = character == " " || character == "\t"
      let own = character == "\t" ? 1 : character.displayWidth
      let isWide = own == 2

      if isBlank {
        if !isIndent {
          if !wasBlank {
            opportunity = Break(end: index, resume: next, columnsBefore: columns + own)
          } else if let open = opportunity {
            opportunity = Break(end: open.end, resume: next, columnsBefore: columns + own)
          }
        }
      } else {
        if isWide || wasWide, index > lineStart, !wasBlank, !character.clingsToThePast {
          opportunity = Break(end: index, resume: index, columnsBefore: columns)
        }
        isIndent = false
      }

      // Blanks may hang over the edge: they are left out if the line ends there.
      if columns + own > width, !isBlank, index > lineStart {
        if let chosen = opportunity {
          lines.append(String(text[lineStart..<chosen.end]))
          lineStart = chosen.resume
          columns -= chosen.columnsBefore
        } else if wasBlank {
          // An indent as wide as the line leaves no room for words; they begin at the edge.
          lineStart = index
          columns = 0
        } else {
          lines.append(String(text[lineStart..<index]))
          lineStart = index
          columns = 0
        }
        opportunity = nil
        // What was carried over may itself be too long with this character: cut before it.
        if columns + own > width, index > lineStart {
          lines.append(String(text[lineStart..<index]))
          lineStart = index
          columns = 0
        }
      }
      columns += own
      wasBlank = isBlank
      wasWide = isWide
      index = next
    }
    var end = text.endIndex
    if columns > width, wasBlank { end = opportunity?.end ?? lineStart }
    lines.append(String(text[lineStart..<end]))
  }
}

extension Character {
  /// Punctuation that must not begin a line of ideographic text.
  fileprivate var clingsToThePast: Bool {
    "、。，．・：；？！）」』】〕》〉”’ー…,.;:!?)]}".contains(self)
  }
}
