import CommandLineKit
import Daybook

extension ObjectID {
  /// How many hexadecimal digits of an id are shown.
  static let shortDigits = 7

  /// The last digits of the id: what a person types.
  var shortText: String { shortText(digits: Self.shortDigits) }

  /// The last `digits` digits.
  func shortText(digits: Int) -> String { String(hexadecimal.suffix(digits)) }
}

extension Record {
  /// What a person knows the object by, on one line: its title or name, else its first text, else
  /// its values.
  var headline: String {
    for name in ["title", "name", "text"] {
      if case .string(let text) = values[name], let line = text.firstLine { return line }
    }
    for (_, value) in values {
      if case .string(let text) = value, let line = text.firstLine { return line }
    }
    return summary
  }

  /// The values as `name=value`, on one line.
  var summary: String {
    values.map { "\($0.name)=\($0.value.shown)" }.joined(separator: "  ")
  }
}

extension Value {
  /// The value on one line, for people.
  var shown: String {
    switch self {
    case .null: ""
    case .bool(let value): value ? "true" : "false"
    case .int(let value): String(value)
    case .double(let value): String(value)
    case .string(let value): value.firstLine ?? ""
    case .data(let bytes): RowOperations.count(bytes.count, "byte")
    case .date(let moment): moment.minuteText
    case .content(let content): RowOperations.count(Int(clamping: content.size), "byte")
    case .uuid(let id): id.shortText
    case .list(let values): values.map(\.shown).joined(separator: ",")
    }
  }
}

extension String {
  /// The first line that is not blank, without the blanks around it, safe to show; nil where there is
  /// none.
  var firstLine: String? {
    for line in split(whereSeparator: \.isNewline) {
      let trimmed = line.drop(while: \.isWhitespace)
      if trimmed.isEmpty { continue }
      let end = trimmed.lastIndex { !$0.isWhitespace } ?? trimmed.startIndex
      return String(trimmed[...end]).terminalSafe
    }
    return nil
  }
}

extension Moment {
  /// The time of day that the wall clock showed, `08:12`.
  var timeText: String {
    String(rfc3339.drop { $0 != "T" }.dropFirst().prefix(5))
  }

  /// Day and time, `2026-11-30 08:12`.
  var minuteText: String { "\(dayText) \(timeText)" }
}
