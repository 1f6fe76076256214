// The names of a model are ordered and told apart by their UTF-8. Swift's own `<` and `==` take
// canonical equivalents for one, which would make the order of a text depend on how accents are
// composed.

extension String {
  /// Whether this comes before another by its UTF-8.
  func precedesInBytes(_ other: String) -> Bool {
    let (left, right) = (utf8Span.span, other.utf8Span.span)
    for place in 0..<min(left.count, right.count) where left[place] != right[place] {
      return left[place] < right[place]
    }
    return left.count < right.count
  }

  /// Whether both have the same UTF-8.
  func hasSameBytes(as other: String) -> Bool {
    let (left, right) = (utf8Span.span, other.utf8Span.span)
    guard left.count == right.count else { return false }
    for place in left.indices where left[place] != right[place] { return false }
    return true
  }
}

extension Sequence<String> {
  /// The names, ordered by their UTF-8.
  func sortedByBytes() -> [String] {
    sorted { $0.precedesInBytes($1) }
  }
}

extension Dictionary where Key == String {
  /// The names and values, ordered by the names' UTF-8.
  var inByteOrder: [(key: String, value: Value)] {
    sorted { $0.key.precedesInBytes($1.key) }
  }

  /// The name under which a value is kept: equal to `name`, perhaps spelled by other code points.
  func spelling(of name: String) -> String? {
    index(forKey: name).map { self[$0].key }
  }
}
