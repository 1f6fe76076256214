import Collation
import Model

/// What is worked out once of the constant side of a comparison, instead of once a row.
///
/// Indirect, so that a comparison is copied for each row at the cost of one reference.
indirect enum PreparedOperand: Sendable {
  case nothing
  /// A text to compare with or to look for.
  case needle(Needle)
  case like(LikePattern)
  case expression(RegularExpression)
  /// The elements of a long list.
  case members(Set<MemberKey>)

  /// A list shorter than this is searched from its front.
  private static let shortList = 8

  init(_ operation: ComparisonOperator, _ options: ComparisonOptions, left: Node, right: Node)
    throws(RegularExpression.InvalidPattern)
  {
    self = .nothing
    let folding = options.folding
    switch (operation, left, right) {
    case (.like, _, .literal(.string(let pattern))): self = .like(LikePattern(pattern, folding))
    case (.matches, _, .literal(.string(let pattern))):
      self = .expression(try Self.expression(pattern, folding))
    case (.contains, _, .literal(.string(let text))), (.beginsWith, _, .literal(.string(let text))),
      (.endsWith, _, .literal(.string(let text))), (.in, .literal(.string(let text)), _):
      self = .needle(Needle(text, folding))
    case (.equal, _, .literal(.string(let text))), (.notEqual, _, .literal(.string(let text))):
      if !folding.isEmpty { self = .needle(Needle(text, folding)) }
    case (.in, _, .literal(.list(let elements))):
      if folding.isEmpty, elements.count >= Self.shortList {
        self = .members(Set(elements.map(MemberKey.init)))
      }
    default: break
    }
  }

  static func expression(_ pattern: String, _ folding: FoldingOptions)
    throws(RegularExpression.InvalidPattern) -> RegularExpression
  {
    try RegularExpression(
      Text.foldedInPlace(pattern, folding.intersection(.diacriticInsensitive)),
      isCaseInsensitive: folding.contains(.caseInsensitive))
  }
}

/// A value such that two are the same where the language's `=` takes them for equal.
struct MemberKey: Sendable, Hashable {
  private let value: Value

  init(_ value: Value) {
    self.value =
      switch value {
      case .bool(let flag): .int(flag ? 1 : 0)
      case .double(let number): Int64(exactly: number).map(Value.int) ?? value
      case .date(let moment): .date(Moment(microseconds: moment.microseconds))
      case .list(let elements): .list(elements.map { MemberKey($0).value })
      default: value
      }
  }
}
