extension Program {
  /// The help for the program (`verb` empty), a group of verbs, or a verb: examples first, ending
  /// with a line feed.
  ///
  /// Made for `width` columns, 60 to 100 of them.
  ///
  /// A name that is no verb gives the program's help; ``parse(_:)`` never asks for one.
  public func help(for verb: String, width: Int = 80, style: Style = Style(isEnabled: false))
    -> String
  {
    var page = HelpPage(width: min(max(width, 60), 100), style: style)
    if let command = description(named: verb) {
      explain(command, on: &page)
      return page.text
    }
    let group = described.filter { $0.name.hasPrefix("\(verb) ") }
    if verb.isEmpty || group.isEmpty {
      overview(on: &page)
    } else {
      page.examples(group.compactMap(\.examples.first))
      page.line(page.style.bold("Usage:") + " \(name) \(verb) VERB …")
      page.line("")
      page.rows(group.map { ($0.name, $0.summary) })
    }
    return page.text
  }

  private func overview(on page: inout HelpPage) {
    page.line("\(page.style.bold(name)): \(summary)")
    page.examples(examples)
    for section in sections {
      switch section.listing {
      case .summaries:
        page.heading(section.heading)
        page.rows(section.commands.map { ($0.name, $0.summary) })
      case .names:
        page.paragraph(
          section.heading, Self.grouped(section.commands.map { $0.name }))
      }
    }
    page.paragraph("Everywhere", globals.map(\.signature).joined(separator: ", "))
    page.paragraph(
      "Help", "help VERB explains a verb, man everything; completion SHELL")
  }

  /// Names side by side, the second words of a group behind its first: `view list|show`.
  private static func grouped(_ names: [String]) -> String {
    var groups: [(first: Substring, seconds: [Substring])] = []
    for name in names {
      let words = name.split(separator: " ")
      if let last = groups.last, last.first == words[0], words.count == 2, !last.seconds.isEmpty {
        groups[groups.count - 1].seconds.append(words[1])
      } else {
        groups.append((words[0], Array(words.dropFirst())))
      }
    }
    return groups.map { group in
      group.seconds.isEmpty
        ? String(group.first) : "\(group.first) \(group.seconds.joined(separator: "|"))"
    }.joined(separator: " · ")
  }

  private func explain(_ command: CommandDescription, on page: inout HelpPage) {
    page.examples(command.examples)
    page.usage("\(name) \(command.name)", command.synopsis)
    page.line("")
    page.wrap("\(command.summary).")
    for paragraph in command.discussion.paragraphs {
      page.line("")
      page.wrap(paragraph)
    }
    let own = command.parameters.filter { $0.group == nil }
    page.table("Words", own.filter { !$0.isNamed })
    page.table("Flags", own.filter(\.isNamed))
    var headings: [String] = []
    for parameter in command.parameters {
      if let heading = parameter.group?.heading, !headings.contains(heading) {
        headings.append(heading)
        page.table(heading, command.parameters.filter { $0.group?.heading == heading })
      }
    }
    page.line("")
    page.paragraph("Everywhere", globals.map(\.signature).joined(separator: ", "))
  }
}

extension CommandDescription {
  /// The pieces of the usage line after the verb: `[--tag T]…`, `ID`, `[FILTERS]`.
  var synopsis: [String] {
    var pieces: [String] = []
    for parameter in parameters {
      let piece: String
      if let group = parameter.group {
        piece = "[\(group.valueName)]"
        if pieces.contains(piece) { continue }
      } else {
        let core =
          parameter.form == .option
          ? "\(parameter.name) \(parameter.valueName)" : parameter.name
        let more = parameter.isRepeated ? "…" : ""
        piece =
          switch (parameter.isRequired, parameter.isNamed) {
          case (true, _): core + more
          case (false, true): "[\(core)]\(more)"
          case (false, false): "[\(core)\(more)]"
          }
      }
      pieces.append(piece)
    }
    return pieces
  }
}

extension ParameterDescription {
  /// `-o, --output FILE`.
  var signature: String {
    let names = short.map { "\($0), \(name)" } ?? name
    return form == .option ? "\(names) \(valueName)" : names
  }

  /// The help with what the name of the value does not say: values and default.
  var fullHelp: String {
    var extras: [String] = []
    if !values.isEmpty, !values.allSatisfy({ valueName.split(separator: "|").contains($0[...]) }) {
      extras.append(values.joined(separator: ", "))
    }
    if isNamed, isRepeated { extras.append("may be repeated") }
    if isNamed, isRequired { extras.append("required") }
    if let text = defaultText { extras.append("default \(text)") }
    return extras.isEmpty ? help : "\(help) (\(extras.joined(separator: "; ")))"
  }
}

extension String {
  /// What stands between empty lines, each with its line feeds made blanks.
  var paragraphs: [String] {
    var paragraphs: [[Substring]] = [[]]
    for line in split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty {
        paragraphs.append([])
      } else {
        paragraphs[paragraphs.count - 1].append(line)
      }
    }
    return paragraphs.filter { !$0.isEmpty }.map { $0.joined(separator: " ") }
  }
}

/// Lines of help as they are set.
private struct HelpPage {
  let width: Int
  let style: Style
  var text = ""

  init(width: Int, style: Style) {
    self.width = width
    self.style = style
  }

  mutating func line(_ line: String) {
    text += line
    text += "\n"
  }

  mutating func heading(_ heading: String) {
    line(style.bold("\(heading):"))
  }

  mutating func wrap(_ paragraph: String) {
    for wrapped in paragraph.wrapped(toWidth: width) { line(wrapped) }
  }

  /// A heading and text on the same line, further lines indented.
  mutating func paragraph(_ heading: String, _ body: String) {
    let lines = "\(heading): \(body)".wrapped(toWidth: width - 2)
    for (index, wrapped) in lines.enumerated() {
      if index == 0, wrapped.hasPrefix("\(heading):") {
        line(style.bold("\(heading):") + wrapped.dropFirst(heading.count + 1))
      } else {
        line("  \(wrapped)")
      }
    }
  }

  mutating func examples(_ examples: [Example]) {
    guard !examples.isEmpty else { return }
    heading(examples.count == 1 ? "Example" : "Examples")
    rows(examples.map { ($0.line, $0.meaning) })
    line("")
  }

  mutating func usage(_ command: String, _ pieces: [String]) {
    let start = "Usage: \(command)"
    // The pieces are kept whole: blanks within one must not end a line.
    var current = style.bold("Usage:") + " \(command)"
    var columns = start.displayWidth
    for piece in pieces {
      if columns + 1 + piece.displayWidth > width {
        line(current)
        current = "         \(piece)"
        columns = 9 + piece.displayWidth
      } else {
        current += " \(piece)"
        columns += 1 + piece.displayWidth
      }
    }
    line(current)
  }

  mutating func table(_ heading: String, _ parameters: [ParameterDescription]) {
    guard !parameters.isEmpty else { return }
    line("")
    self.heading(heading)
    let hasShort = parameters.contains {
      $0.isNamed && ($0.short != nil || !$0.name.hasPrefix("--"))
    }
    rows(
      parameters.map { parameter in
        let indent =
          hasShort && parameter.short == nil && parameter.name.hasPrefix("--") ? "    " : ""
        return (indent + parameter.signature, parameter.fullHelp)
      })
  }

  /// Two columns: the first as wide as its entries up to half of the page, the second wrapped.
  mutating func rows(_ rows: [(String, String)]) {
    let half = width / 2
    let left = rows.map(\.0.displayWidth).filter { $0 <= half }.max() ?? half
    for (term, meaning) in rows {
      let lines = meaning.wrapped(toWidth: max(width - left - 4, 20))
      if term.displayWidth <= left {
        line(
          "  " + style.cyan(term)
            + String(repeating: " ", count: left - term.displayWidth + 2) + lines[0]
        )
      } else {
        line("  \(style.cyan(term))")
        line(String(repeating: " ", count: left + 4) + lines[0])
      }
      for further in lines.dropFirst() {
        line(String(repeating: " ", count: left + 4) + further)
      }
    }
  }
}
