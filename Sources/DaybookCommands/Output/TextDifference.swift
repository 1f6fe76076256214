import CommandLineKit

/// What changed between two texts, word by word where they are short enough, else line by line.
package struct TextDifference {
  /// A run of words that both have, or one of them.
  package enum Part: Equatable {
    /// In both.
    case kept(String)
    /// In the old text alone.
    case removed(String)
    /// In the new text alone.
    case added(String)
  }

  /// The runs, in the order of the new text; what was removed stands before what was added for it.
  package let parts: [Part]

  /// The most words, and then lines, that are compared: the algorithm is quadratic where all differ.
  private static let limit = 3000

  /// Compares two texts.
  ///
  /// - Complexity: O((n + m)·d) for texts of n and m words with d differences (Myers 1986).
  package init(from old: String, to new: String) {
    for split in [Self.words, Self.lines] {
      let before = split(old)
      let after = split(new)
      if before.count + after.count <= Self.limit {
        parts = Self.parts(from: before, to: after)
        return
      }
    }
    // Texts that long are told as one.
    parts = old == new ? [.kept(new)] : [.removed(old), .added(new)]
  }

  private static func parts(from old: [Substring], to new: [Substring]) -> [Part] {
    let difference = new.difference(from: old)
    var removed: Set<Int> = []
    var added: Set<Int> = []
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): added.insert(offset)
      }
    }
    var parts: [Part] = []
    var place = 0
    var newPlace = 0
    while place < old.count || newPlace < new.count {
      var gone = ""
      while removed.contains(place) {
        gone += old[place]
        place += 1
      }
      var come = ""
      while added.contains(newPlace) {
        come += new[newPlace]
        newPlace += 1
      }
      if !gone.isEmpty { parts.append(.removed(gone)) }
      if !come.isEmpty { parts.append(.added(come)) }
      var same = ""
      while newPlace < new.count, !added.contains(newPlace), !removed.contains(place) {
        same += new[newPlace]
        place += 1
        newPlace += 1
      }
      if !same.isEmpty { parts.append(.kept(same)) }
    }
    return parts
  }

  /// Words and what stands between them, each by itself.
  private static func words(_ text: String) -> [Substring] {
    var words: [Substring] = []
    var start = text.startIndex
    while start < text.endIndex {
      let isBlank = text[start].isWhitespace
      var end = text.index(after: start)
      if !isBlank || !text[start].isNewline {
        while end < text.endIndex, text[end].isWhitespace == isBlank, !text[end].isNewline {
          end = text.index(after: end)
        }
      }
      words.append(text[start..<end])
      start = end
    }
    return words
  }

  /// Lines with what ends them.
  private static func lines(_ text: String) -> [Substring] {
    var lines: [Substring] = []
    var start = text.startIndex
    while start < text.endIndex {
      let end =
        text[start...].firstIndex(where: \.isNewline).map(text.index(after:)) ?? text.endIndex
      lines.append(text[start..<end])
      start = end
    }
    return lines
  }

  /// The difference for a person: what went between `[-` and `-]`, what came between `{+` and `+}`,
  /// as `git diff --word-diff` writes it, so that nothing hangs on colour.
  func lines(_ style: Style, width: Int) -> [String] {
    var text = ""
    for part in parts {
      switch part {
      case .kept(let words): text += words
      case .removed(let words): text += "[-\(words)-]"
      case .added(let words): text += "{+\(words)+}"
      }
    }
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    // Colour comes last: what marks it has no width.
    var isRemoved = false
    var isAdded = false
    return lines.flatMap { String($0).terminalSafe.wrapped(toWidth: max(10, width)) }.map { line in
      Self.colored(line, style, &isRemoved, &isAdded)
    }
  }

  private static func colored(
    _ line: String, _ style: Style, _ isRemoved: inout Bool, _ isAdded: inout Bool
  ) -> String {
    guard style.isEnabled else { return line }
    var result = ""
    var run = ""
    func end() {
      result += isRemoved ? style.red(run) : isAdded ? style.green(run) : run
      run = ""
    }
    var rest = line[...]
    while !rest.isEmpty {
      if rest.hasPrefix("[-") || rest.hasPrefix("{+") {
        end()
        isRemoved = rest.hasPrefix("[-")
        isAdded = !isRemoved
        run += rest.prefix(2)
        rest = rest.dropFirst(2)
      } else if rest.hasPrefix("-]") && isRemoved || rest.hasPrefix("+}") && isAdded {
        run += rest.prefix(2)
        rest = rest.dropFirst(2)
        end()
        isRemoved = false
        isAdded = false
      } else {
        run.append(rest.removeFirst())
      }
    }
    end()
    return result
  }
}
