import Collation
import Model

extension Comparison {
  /// Whether two values stand in the comparison's relation, whatever its quantifier.
  func holds(_ left: Value, _ right: Value) throws -> Bool {
    switch operation {
    case .equal: return isEqual(left, right)
    case .notEqual: return !isEqual(left, right)
    case .less: return compare(left, right).map { $0 < 0 } ?? false
    case .greater: return compare(left, right).map { $0 > 0 } ?? false
    case .lessOrEqual: return compare(left, right).map { $0 <= 0 } ?? (left.isNull && right.isNull)
    case .greaterOrEqual:
      return compare(left, right).map { $0 >= 0 } ?? (left.isNull && right.isNull)
    case .between:
      let bounds = right.elements
      guard bounds.count == 2, let low = compare(left, bounds[0]),
        let high = compare(left, bounds[1])
      else { return false }
      return low >= 0 && high <= 0
    case .in:
      switch right {
      case .list(let elements):
        if case .members(let members) = prepared { return members.contains(MemberKey(left)) }
        return elements.contains { ValueComparison.areEqual(left, $0, options.folding) }
      case .string(let text): return isFound(left, in: text) { $0.isContained(in: $1) }
      default: return false
      }
    case .contains:
      switch left {
      case .list(let elements):
        return elements.contains { ValueComparison.areEqual($0, right, options.folding) }
      case .string(let text): return isFound(right, in: text) { $0.isContained(in: $1) }
      default: return false
      }
    case .beginsWith: return isFound(right, in: left) { $0.isPrefix(of: $1) }
    case .endsWith: return isFound(right, in: left) { $0.isSuffix(of: $1) }
    case .like: return isLike(left, right)
    case .matches: return try isMatch(left, right)
    }
  }

  private func isEqual(_ left: Value, _ right: Value) -> Bool {
    if case .needle(let needle) = prepared, case .string(let text) = left {
      return needle.equals(text)
    }
    return ValueComparison.areEqual(left, right, options.folding)
  }

  private func compare(_ left: Value, _ right: Value) -> Int? {
    ValueComparison.compare(left, right, options.folding)
  }

  private func isFound(
    _ needle: Value, in text: Value, _ search: (Needle, String) -> Bool
  ) -> Bool {
    guard case .string(let text) = text else { return false }
    return isFound(needle, in: text, search)
  }

  private func isFound(
    _ needle: Value, in text: String, _ search: (Needle, String) -> Bool
  ) -> Bool {
    guard case .string(let string) = needle else { return false }
    if case .needle(let prepared) = prepared { return search(prepared, text) }
    return search(Needle(string, options.folding), text)
  }

  private func isLike(_ left: Value, _ right: Value) -> Bool {
    guard case .string(let text) = left, case .string(let pattern) = right else { return false }
    if case .like(let like) = prepared { return like.matches(text) }
    return LikePattern(pattern, options.folding).matches(text)
  }

  private func isMatch(_ left: Value, _ right: Value) throws -> Bool {
    guard case .string(let text) = left, case .string(let pattern) = right else { return false }
    do {
      let expression =
        if case .expression(let expression) = prepared {
          expression
        } else {
          try PreparedOperand.expression(pattern, options.folding)
        }
      return try expression.matches(
        Text.foldedInPlace(text, options.folding.intersection(.diacriticInsensitive)))
    } catch let error as RegularExpression.InvalidPattern {
      throw PredicateError(.regex, "the pattern “\(pattern)” is wrong: \(error.reason)")
    } catch is RegularExpression.LimitExceeded {
      throw PredicateError(
        .limit,
        "MATCHES gave up: the pattern “\(pattern)” needs too much work for a text of "
          + "\(text.unicodeScalars.count) signs")
    }
  }
}
