import CommandLineKit
import Daybook

/// A text that entries begin from: a file in the directory of templates.
///
/// In it stand for what they name: `{{text}}`, what was given as words or on standard input;
/// `{{date}}`, `{{time}}` and `{{weekday}}` of the entry; `{{journal}}`. What is in other braces stays.
struct Template {
  private let source: String

  /// Reads the template of a name; a name with a slash is a path.
  ///
  /// - Throws: A failure that names those that are there.
  init(named name: String, in session: Session) throws {
    let bytes = try Self.places(of: name, in: session).lazy.compactMap { path -> [UInt8]? in
      do {
        return try Files.read(path, limit: Attribute.textLimitBytes)
      } catch let error as FileError {
        if error.isMissing { return nil }
        throw error
      }
    }.first
    guard let bytes else {
      let known = try Self.names(in: session)
      throw CommandFailure.usage(
        "there is no template \(name.inQuotes); "
          + (known.isEmpty
            ? "templates are files such as \(try Self.directory(in: session))/\(name).md"
            : "there are \(known.joined(separator: ", "))"))
    }
    source = try EntryText.read(bytes).text
  }

  private static func places(of name: String, in session: Session) throws -> [String] {
    if name.contains("/") { return [name] }
    let directory = try directory(in: session)
    return ["\(directory)/\(name).md", "\(directory)/\(name)"]
  }

  /// Where templates are.
  static func directory(in session: Session) throws -> String {
    "\(try session.configurationDirectory())/templates"
  }

  /// The names of the templates that are there.
  static func names(in session: Session) throws -> [String] {
    let directory = try directory(in: session)
    guard try Files.status(of: directory)?.isDirectory == true else { return [] }
    return try Files.names(in: directory).filter { !$0.hasPrefix(".") }
      .map { $0.hasSuffix(".md") ? String($0.dropLast(3)) : $0 }
  }

  /// The text of an entry of a moment; nothing given leaves the place for it empty.
  func text(_ given: String?, of moment: Moment, in session: Session) throws -> String {
    let journal = try session.journalPath().split(separator: "/").last.map(String.init) ?? ""
    var values = [
      "date": moment.dayText, "time": moment.timeText, "journal": journal, "text": given ?? "",
    ]
    if let date = CivilDate(dayText: moment.dayText) {
      values["weekday"] = Weekday.allCases[date.weekday - 1].rawValue.capitalizedFirst
    }
    var result = ""
    var rest = source[...]
    var isGiven = given == nil
    while let open = rest.firstRange(of: "{{") {
      result += rest[..<open.lowerBound]
      guard let close = rest[open.upperBound...].firstRange(of: "}}"),
        let value = values[String(rest[open.upperBound..<close.lowerBound]).trimmed]
      else {
        result += rest[open]
        rest = rest[open.upperBound...]
        continue
      }
      if String(rest[open.upperBound..<close.lowerBound]).trimmed == "text" { isGiven = true }
      result += value
      rest = rest[close.upperBound...]
    }
    result += rest
    // A template without a place for what was given stands before it.
    if !isGiven, let given { result += (result.isEmpty ? "" : "\n") + given }
    return result
  }
}

extension CivilDate {
  /// The day of a text such as `2026-11-30`; nil where it is none.
  init?(dayText text: some StringProtocol) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2] else {
      return nil
    }
    self.init(year: year, month: month, day: day)
  }
}

extension String {
  /// With a capital letter at the beginning.
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
