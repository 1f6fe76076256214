import CommandLineKit
import Daybook

/// What a person has set once for all runs: a file of lines `name = value`.
///
/// Empty lines and lines that begin with `#` say nothing. A value stands as it is, without quotes.
/// What a flag or a variable of the environment says goes before it.
struct Configuration {
  /// What can be set.
  enum Key: String, CaseIterable, ArgumentValue {
    /// The journal, as `--journal` takes it.
    case journal
    /// The view that `list` shows.
    case view
    /// The editor, with its arguments.
    case editor
    /// How days are written.
    case dateStyle = "date-style"
    /// The first day of a week.
    case weekStart = "week-start"
  }

  /// Where the file is; nil where no place is known.
  let path: String?
  private var lines: [String] = []
  private var values: [Key: String] = [:]

  /// Reads the file; where there is none, nothing is set.
  init(at path: String?) throws {
    self.path = path
    guard let path else { return }
    let bytes: [UInt8]
    do {
      bytes = try Files.read(path, limit: 1 << 20)
    } catch {
      if error.isMissing { return }
      throw error
    }
    lines = String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last?.isEmpty == true { lines.removeLast() }
    for (number, line) in lines.enumerated() {
      guard let (name, value) = Self.assignment(in: line) else { continue }
      func fault(_ sentence: String) -> CommandFailure {
        .usage("line \(number + 1) of \(path) \(sentence)")
      }
      guard let value else { throw fault("is no 'name = value': \(line.inQuotes)") }
      guard let key = Key(rawValue: name) else {
        throw fault(
          "sets \(name.inQuotes), which is none of \(Key.argumentValues.joined(separator: ", "))")
      }
      do { try Self.check(value, of: key) } catch { throw fault("sets \(name): \(error)") }
      values[key] = value
    }
  }

  /// What a line sets; nil where it says nothing, no value where it cannot be understood.
  private static func assignment(in line: String) -> (name: String, value: String?)? {
    let trimmed = line.trimmed
    if trimmed.isEmpty || trimmed.hasPrefix("#") { return nil }
    let scalars = trimmed.unicodeScalars
    guard let sign = scalars.firstIndex(of: "=") else { return (trimmed, nil) }
    return (
      String(trimmed[..<sign]).trimmed,
      String(Substring(scalars[scalars.index(after: sign)...])).trimmed
    )
  }

  /// Refuses a value that could not be used.
  static func check(_ value: String, of key: Key) throws(InvalidArgument) {
    switch key {
    case .view, .editor: break
    case .journal:
      // A path that begins where a command is run would be another journal in every directory.
      guard !value.contains("/") || value.hasPrefix("/") || value.hasPrefix("~/") else {
        throw InvalidArgument(
          "\(value.inQuotes) depends on where a command is run",
          mend: "give a name, or a path from / or ~/ on")
      }
    case .dateStyle: _ = try DateStyle(argument: value)
    case .weekStart: _ = try Weekday(argument: value)
    }
  }

  /// What is set; nil where it is not, or to nothing.
  subscript(key: Key) -> String? {
    values[key].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// How days are written.
  var dateStyle: DateStyle {
    self[.dateStyle].flatMap { try? DateStyle(argument: $0) } ?? .long
  }

  /// The first day of a week.
  var weekStart: Weekday {
    self[.weekStart].flatMap { try? Weekday(argument: $0) } ?? .monday
  }

  /// Sets a value, or with nil takes it away, and writes the file; its other lines stay as they are.
  mutating func set(_ key: Key, to value: String?, at path: String) throws {
    let line = value.map { "\(key.rawValue) = \($0)" }
    let isOfKey = { (line: String) in Self.assignment(in: line)?.name == key.rawValue }
    if let place = lines.lastIndex(where: isOfKey) {
      if let line { lines[place] = line } else { lines.removeAll(where: isOfKey) }
    } else if let line {
      lines.append(line)
    }
    values[key] = value
    try Files.makeDirectory(Files.parent(of: path) ?? ".")
    try Files.replace(path, with: Array(lines.map { "\($0)\n" }.joined().utf8))
  }
}

/// A day of the week.
enum Weekday: String, CaseIterable, ArgumentValue {
  case monday, tuesday, wednesday, thursday, friday, saturday, sunday

  /// Its number, Monday being 1 (ISO 8601).
  var number: Int { (Self.allCases.firstIndex(of: self) ?? 0) + 1 }
}

extension String {
  /// Without the blanks at both ends.
  var trimmed: String {
    let start = drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...last])
  }
}

extension Session {
  /// The directory of what a person has set.
  func configurationDirectory() throws -> String {
    "\(try directory(of: "XDG_CONFIG_HOME", orAtHome: ".config"))/daybook"
  }

  /// The file of what a person has set.
  func configurationPath() throws -> String { "\(try configurationDirectory())/config" }
}
