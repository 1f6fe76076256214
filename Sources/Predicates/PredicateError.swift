/// Why a predicate, an expression or a list of sort descriptors could not be made, or an evaluation
/// not be finished.
public struct PredicateError: Error, Sendable, Hashable {
  /// What kind of fault it is.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The text breaks the grammar, or uses what is not supported.
    case parse
    /// A key names no property.
    case key
    /// Operands have no such operation.
    case type
    /// Arguments are missing, left over, or not what their placeholder or function takes.
    case args
    /// A `$VARIABLE` has no value.
    case variable
    /// A pattern is no ICU regular expression.
    case regex
    /// A pattern needed more work than it may take. Met in evaluation alone.
    case limit
    /// `now()` or `random()` has no value. Met in evaluation alone.
    case clock
  }

  /// What kind of fault it is.
  public var kind: Kind
  /// What is wrong, and what was expected or may mend it: a phrase without an end.
  public var message: String
  /// Where in the text, counted in characters from 1; nil where no place is at fault.
  public var column: Int?

  /// Makes an error.
  public init(_ kind: Kind, _ message: String, column: Int? = nil) {
    self.kind = kind
    self.message = message
    self.column = column
  }
}

extension PredicateError: CustomStringConvertible {
  /// The message with its place.
  public var description: String {
    column.map { "\(message) (column \($0))" } ?? message
  }
}
