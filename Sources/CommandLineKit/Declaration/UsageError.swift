/// Why the words of a command line could not be understood: what, where, and a mend, on one line.
public struct UsageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of mistake it was.
  public enum Kind: Hashable, Sendable {
    /// No command has this name.
    case unknownVerb
    /// A verb, or its second word, is missing.
    case missingVerb
    /// No flag has this name here.
    case unknownFlag
    /// An option stands without its value.
    case missingValue
    /// A flag was given a value.
    case unexpectedValue
    /// An option was given twice that can be given once.
    case repeatedOption
    /// The value is not of the parameter's type.
    case invalidValue
    /// A required word or option is missing.
    case missingArgument
    /// There are more words than places.
    case unexpectedArgument
    /// Words that are right one by one do not go together.
    case contradiction
  }

  /// What kind of mistake it was.
  public var kind: Kind
  /// What is wrong and where.
  public var message: String
  /// What to do instead.
  public var suggestion: String?

  /// Makes an error.
  public init(_ kind: Kind, _ message: String, suggestion: String? = nil) {
    self.kind = kind
    self.message = message
    self.suggestion = suggestion
  }

  /// Says which parameter a value was meant for.
  public init(_ reason: InvalidArgument, for parameter: String) {
    self.init(.invalidValue, "\(parameter): \(reason.message)", suggestion: reason.mend)
  }

  /// Message and suggestion as one line.
  public var description: String {
    suggestion.map { "\(message); \($0)" } ?? message
  }
}
