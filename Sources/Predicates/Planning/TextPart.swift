public import Collation
import Model

/// A text that must stand in an attribute's, for a predicate to hold.
public struct TextPart: Sendable, Hashable {
  /// The attribute of the object.
  public var property: String
  /// What must stand in it; not empty.
  public var needle: String
  /// Which differences count for nothing.
  public var folding: FoldingOptions
}

extension Predicate {
  /// How many alternatives are looked at before conditions are left out, or none are told.
  private static let alternativeLimit = 32

  /// Texts that must stand in attributes where the predicate holds: those of one alternative or
  /// another; nil where it may hold whatever stands there.
  ///
  /// They need not be enough: what has them is a candidate.
  public var textAlternatives: [[TextPart]]? { textAlternatives(seenThroughNoindex: false) }

  /// The same, for whoever uses no index: attributes under `noindex` count.
  func textAlternatives(seenThroughNoindex seesThrough: Bool) -> [[TextPart]]? {
    alternatives(of: node, seesThrough)
  }

  private func alternatives(of node: PredicateNode, _ seesThrough: Bool) -> [[TextPart]]? {
    switch node {
    case .constant, .not: return nil
    case .comparison(let comparison): return alternatives(of: comparison, seesThrough)
    case .or(let parts):
      var all: [[TextPart]] = []
      for part in parts {
        guard let alternatives = alternatives(of: part, seesThrough) else { return nil }
        all += alternatives
      }
      return all.count > Self.alternativeLimit ? nil : all
    case .and(let parts):
      return parts.compactMap { alternatives(of: $0, seesThrough) }.reduce(nil as [[TextPart]]?) {
        found, next in
        guard let found else { return next }
        if found.count * next.count > Self.alternativeLimit {
          return found.count < next.count ? found : next
        }
        return found.flatMap { parts in next.map { parts + $0 } }
      }
    }
  }

  private func alternatives(of comparison: Comparison, _ seesThrough: Bool) -> [[TextPart]]? {
    guard comparison.quantifier == nil else { return nil }
    let folding = comparison.options.folding
    func parts(_ property: String?, _ needles: [String]) -> [[TextPart]]? {
      guard let property, !needles.isEmpty, !needles.contains("") else { return nil }
      return [needles.map { TextPart(property: property, needle: $0, folding: folding) }]
    }
    let left = comparison.left.ownAttribute(seesThrough)
    let right = comparison.right.ownAttribute(seesThrough)
    switch (comparison.operation, constant(comparison.left), constant(comparison.right)) {
    case (.contains, _, .string(let needle)?), (.beginsWith, _, .string(let needle)?),
      (.endsWith, _, .string(let needle)?), (.equal, _, .string(let needle)?):
      return parts(left, [needle])
    case (.equal, .string(let needle)?, _), (.in, .string(let needle)?, nil):
      return parts(right, [needle])
    case (.like, _, .string(let pattern)?):
      return parts(left, LikePattern(pattern, folding).literals)
    case (.in, _, .list(let values)?):
      var all: [[TextPart]] = []
      for value in values {
        guard case .string(let needle) = value, let alternatives = parts(left, [needle]) else {
          return nil
        }
        all += alternatives
      }
      return all.isEmpty || all.count > Self.alternativeLimit ? nil : all
    default: return nil
    }
  }
}

extension Node {
  /// The attribute of the object itself that the node is, nil for anything else.
  fileprivate func ownAttribute(_ seesThroughNoindex: Bool) -> String? {
    if seesThroughNoindex, case .call(.noindex, let arguments) = self, arguments.count == 1 {
      return arguments[0].ownAttribute(true)
    }
    guard case .path(let path) = self, case .selfObject = path.base, path.hops.count == 1,
      case .attribute = path.hops[0].kind
    else { return nil }
    return path.hops[0].name
  }
}
