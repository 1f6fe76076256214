/// Why a word is not the value that a parameter takes.
///
/// It speaks of the word alone; whoever reads the words adds which parameter it stood for.
public struct InvalidArgument: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, without the parameter's name: "'four' is not a whole number".
  public var message: String
  /// What would be right, where that can be said.
  public var mend: String?

  /// Makes the reason.
  public init(_ message: String, mend: String? = nil) {
    self.message = message
    self.mend = mend
  }

  /// Message and mend as one line.
  public var description: String {
    mend.map { "\(message); \($0)" } ?? message
  }
}

/// A type that a word of the command line can be turned into.
///
/// The type of the property that a parameter points to picks the conversion, so no command handles
/// strings after parsing. A conversion is pure: what needs the clock or the journal keeps what was
/// written and resolves it later, as ``When`` does.
public protocol ArgumentValue: Sendable {
  /// Reads the whole of `argument` or says why it cannot.
  init(argument: String) throws(InvalidArgument)

  /// Every word the type takes where they can be listed, for help, completion and suggestions;
  /// empty where they cannot.
  static var argumentValues: [String] { get }

  /// The word that stands for this value, for showing defaults; `nil` shows none.
  var argumentText: String? { get }
}

extension ArgumentValue {
  /// No list.
  public static var argumentValues: [String] { [] }

  /// No text.
  public var argumentText: String? { nil }
}

extension String: ArgumentValue {
  /// Keeps the word as it is, the empty one too.
  public init(argument: String) {
    self = argument
  }

  /// The text itself; `nil` for the empty one.
  public var argumentText: String? { isEmpty ? nil : self }
}

extension Int: ArgumentValue {
  /// Reads decimal digits with an optional sign.
  public init(argument: String) throws(InvalidArgument) {
    guard let value = Int(argument) else {
      let isTooLarge =
        !argument.isEmpty
        && argument.drop { $0 == "-" || $0 == "+" }.utf8.allSatisfy {
          (0x30...0x39).contains($0)
        }
      throw InvalidArgument(
        isTooLarge && argument.utf8.count > 1
          ? "\(argument.quoted) is too large" : "\(argument.quoted) is not a whole number")
    }
    self = value
  }

  /// Decimal digits.
  public var argumentText: String? { String(self) }
}

extension UInt64: ArgumentValue {
  /// Reads decimal digits.
  public init(argument: String) throws(InvalidArgument) {
    let isDigits = !argument.isEmpty && argument.utf8.allSatisfy { (0x30...0x39).contains($0) }
    guard isDigits else {
      throw InvalidArgument("\(argument.quoted) is not a whole number from 0 on")
    }
    guard let value = UInt64(argument) else {
      throw InvalidArgument("\(argument.quoted) is too large")
    }
    self = value
  }

  /// Decimal digits.
  public var argumentText: String? { String(self) }
}

extension Double: ArgumentValue {
  /// Reads a finite decimal number.
  public init(argument: String) throws(InvalidArgument) {
    guard argument.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }),
      let value = Double(argument), value.isFinite
    else {
      throw InvalidArgument("\(argument.quoted) is not a number")
    }
    self = value
  }

  /// The shortest digits that read back as this value.
  public var argumentText: String? { String(self) }
}

extension Bool: ArgumentValue {
  /// Reads `true` or `false`, and nothing else.
  public init(argument: String) throws(InvalidArgument) {
    switch argument {
    case "true": self = true
    case "false": self = false
    default: throw InvalidArgument("\(argument.quoted) is neither true nor false")
    }
  }

  /// The two words.
  public static var argumentValues: [String] { ["true", "false"] }

  /// One of the two words.
  public var argumentText: String? { self ? "true" : "false" }
}

extension ArgumentValue where Self: RawRepresentable & CaseIterable, RawValue == String {
  /// Reads one of the raw values, exactly.
  public init(argument: String) throws(InvalidArgument) {
    guard let value = Self(rawValue: argument) else {
      let names = Self.argumentValues
      let near = NearestName.suggestion(for: argument, among: names)
      throw InvalidArgument(
        "\(argument.quoted) is none of \(names.joined(separator: ", "))",
        mend: near.map { "did you mean \($0.quoted)?" })
    }
    self = value
  }

  /// The raw values in the order of their declaration.
  public static var argumentValues: [String] { allCases.map(\.rawValue) }

  /// The raw value.
  public var argumentText: String? { rawValue }
}

extension String {
  /// The text between quotes on one line: control characters escaped, the middle of a long one
  /// left out, so that an error stays a line whatever was typed.
  package var quoted: String {
    let limit = 60
    var shown = ""
    var count = 0
    for character in self {
      count += 1
      if count > limit { break }
      for scalar in character.unicodeScalars {
        switch scalar {
        case "\n": shown += "\\n"
        case "\t": shown += "\\t"
        case "\r": shown += "\\r"
        default:
          let category = scalar.properties.generalCategory
          let isInvisible =
            category == .control || category == .format && scalar.value != 0x200D
            || category == .lineSeparator || category == .paragraphSeparator
          if isInvisible {
            shown += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
          } else {
            shown.unicodeScalars.append(scalar)
          }
        }
      }
    }
    return count > limit ? "'\(shown)…'" : "'\(shown)'"
  }
}
