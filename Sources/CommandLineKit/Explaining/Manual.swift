extension Program {
  /// The manual page of the whole program in roff with the `man` macros (man(7)), from the same
  /// tables as the help.
  public func manual() -> String {
    var page = Roff()
    page.macro("TH", [name.uppercased(), "1", "", "\(name) \(version)", ""])
    page.macro("SH", ["NAME"])
    page.text("\(name) - \(summary)")
    page.macro("SH", ["SYNOPSIS"])
    page.raw(".B \(Roff.escaped(name))\n")
    page.text("[FLAGS] VERB …")
    if !examples.isEmpty {
      page.macro("SH", ["EXAMPLES"])
      for example in examples { page.item(example.line, example.meaning) }
    }
    page.macro("SH", ["GLOBAL FLAGS"])
    page.text("These stand before or after the verb.")
    for parameter in globals { page.item(parameter.signature, parameter.fullHelp + ".") }
    page.item("-h, --help", "Explains the verb.")
    page.item("--version", "Prints the version.")
    for section in sections {
      page.macro("SH", [section.heading.uppercased()])
      for command in section.commands { explain(command.described, on: &page) }
    }
    page.macro("SH", ["HELP"])
    for command in Self.builtIns { explain(command, on: &page) }
    for section in manualSections {
      page.macro("SH", [section.title])
      for (term, meaning) in section.items {
        if term.isEmpty {
          page.macro("PP", [])
          page.text(meaning)
        } else {
          page.item(term, meaning)
        }
      }
    }
    return page.source
  }

  private func explain(_ command: CommandDescription, on page: inout Roff) {
    page.macro("SS", [([name, command.name] + command.synopsis).joined(separator: " ")])
    page.text("\(command.summary).")
    for paragraph in command.discussion.paragraphs {
      page.macro("PP", [])
      page.text(paragraph)
    }
    var heading: String?
    for parameter in command.parameters {
      if let group = parameter.group, group.heading != heading {
        heading = group.heading
        page.macro("PP", [])
        page.text("\(group.heading):")
      }
      page.item(parameter.signature, parameter.fullHelp + ".")
    }
    for example in command.examples {
      page.item(example.line, example.meaning)
    }
  }
}

/// Roff source as it is written.
private struct Roff {
  var source = ""

  mutating func raw(_ line: String) {
    source += line
  }

  mutating func macro(_ name: String, _ arguments: [String]) {
    source += ".\(name)"
    for argument in arguments {
      // Within a macro's quoted argument a quote is written twice.
      source += " \"\(Self.escaped(argument).replacingQuotes)\""
    }
    source += "\n"
  }

  mutating func text(_ text: String) {
    let escaped = Self.escaped(text)
    // A line that begins with a control character would be a macro.
    source += escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&\(escaped)\n" : "\(escaped)\n"
  }

  mutating func item(_ term: String, _ meaning: String) {
    source += ".TP\n.B \"\(Self.escaped(term).replacingQuotes)\"\n"
    text(meaning)
  }

  /// Backslashes and hyphens as roff wants them; a hyphen must stay one when copied from the page.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\e"
      case "-": escaped += "\\-"
      case "'": escaped += "\\(aq"
      case "`": escaped += "\\(ga"
      case "^": escaped += "\\(ha"
      case "~": escaped += "\\(ti"
      case "\n": escaped += " "
      default:
        if scalar.isASCII {
          escaped.unicodeScalars.append(scalar)
        } else {
          escaped += "\\[u\(scalar.fourDigits)]"
        }
      }
    }
    return escaped
  }
}

extension String {
  fileprivate var replacingQuotes: String {
    split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
  }
}

extension Unicode.Scalar {
  /// The code point in upper-case hex, four digits at least, as roff names glyphs.
  fileprivate var fourDigits: String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
