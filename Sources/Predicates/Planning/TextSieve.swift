import Collation

/// Tells by one text of an object, as its bytes stand on the disk, that a predicate does not hold for
/// the object: without decoding it, checking it or asking for anything else.
public struct TextSieve: Sendable {
  /// The attribute whose text is looked at.
  public let property: String
  /// What must stand in the text: all of one alternative or another.
  fileprivate let alternatives: [[LooseNeedle]]

  /// Whether no object with such a text matches.
  ///
  /// - Parameter text: The text's bytes; where they are no UTF-8 nothing is ruled out.
  /// - Complexity: O(n) for each needle, about 0.3 ns a byte.
  public func rulesOut(_ text: RawSpan) -> Bool {
    for place in alternatives.indices {
      // By places, since a needle that is iterated over is copied.
      var isLeft = true
      for other in alternatives[place].indices where isLeft {
        isLeft = alternatives[place][other].mayStand(in: text)
      }
      if isLeft { return false }
    }
    return true
  }
}

extension Predicate {
  /// What rules objects out by one of their texts; nil where the predicate asks nothing of a text that
  /// could.
  public var textSieve: TextSieve? {
    guard let alternatives = textAlternatives(seenThroughNoindex: true) else { return nil }
    for property in Set(alternatives.joined().map(\.property)).sorted() {
      let needles = alternatives.map { parts in
        parts.filter { $0.property == property }.compactMap { LooseNeedle($0.needle, $0.folding) }
      }
      if needles.contains(where: \.isEmpty) { continue }
      return TextSieve(property: property, alternatives: needles)
    }
    return nil
  }
}
