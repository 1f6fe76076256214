/// The one of some names that a person who typed `name` most likely meant, nil where none is near.
///
/// Near is an edit distance (Levenshtein, with the swap of neighbours as one edit) of at most a third
/// of the name's length. Case counts for nothing.
package func nearName(to name: String, among candidates: some Sequence<String>) -> String? {
  let typed = Array(name.lowercased().unicodeScalars)
  // Longer ones are no slip of the hand, and would cost their square.
  guard typed.count <= 64 else { return nil }
  var best: (name: String, distance: Int)?
  for candidate in candidates.sortedByBytes() {
    let scalars = Array(candidate.lowercased().unicodeScalars)
    guard abs(scalars.count - typed.count) <= 3 else { continue }
    let distance = editDistance(typed, scalars)
    guard distance <= max(1, max(typed.count, scalars.count) / 3) else { continue }
    if best.map({ distance < $0.distance }) ?? true { best = (candidate, distance) }
  }
  return best?.name
}

/// The words that offer the near name, empty where none is near.
package func hint(for name: String, among candidates: some Sequence<String>) -> String {
  nearName(to: name, among: candidates).map { "; did you mean “\($0)”?" } ?? ""
}

private func editDistance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...right.count)
  for row in 0..<left.count {
    var current = [row + 1]
    current.reserveCapacity(right.count + 1)
    for column in 0..<right.count {
      var distance = min(
        last[column] + (left[row] == right[column] ? 0 : 1), last[column + 1] + 1,
        current[column] + 1)
      if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
        distance = min(distance, beforeLast[column - 1] + 1)
      }
      current.append(distance)
    }
    beforeLast = last
    last = current
  }
  return last[right.count]
}
