import ChangeSets
import StoreSupport
import TestSupport
import Testing

@Suite struct KeptSetTests {
  /// The offsets of the rows that the engine keeps when one section is put into a new order.
  private func kept(_ numbers: [Int], pinned: [Bool]) -> [Int] {
    let touched = numbers.indices.filter { !pinned[$0] }.map { old in
      TouchedRow(
        id: old, before: RowPosition(rank: old, section: 0, sectionStart: 0),
        after: RowPosition(rank: numbers[old], section: 0, sectionStart: 0), differs: false)
    }
    let moved = Set(ChangeSet(touched: touched).rows.map(\.id))
    return numbers.indices.filter { !moved.contains($0) }
  }

  private func permutations(of count: Int) -> [[Int]] {
    guard count > 0 else { return [[]] }
    return permutations(of: count - 1).flatMap { shorter in
      (0..<count).map { place in
        var longer = shorter
        longer.insert(count - 1, at: place)
        return longer
      }
    }
  }

  /// Untouched rows never change their order: other pins cannot occur.
  private func isPossible(_ numbers: [Int], pinned: [Bool]) -> Bool {
    let pins = numbers.indices.filter { pinned[$0] }.map { numbers[$0] }
    return zip(pins, pins.dropFirst()).allSatisfy(<)
  }

  @Test(arguments: 0...6)
  func `every permutation under every pin mask keeps what trying all subsets keeps`(count: Int) {
    var tried = 0
    for numbers in permutations(of: count) {
      for mask in 0..<(1 << count) {
        let pinned = (0..<count).map { mask >> $0 & 1 == 1 }
        guard isPossible(numbers, pinned: pinned) else { continue }
        let expected = KeptSetReference.byAllSubsets(numbers, pinned: pinned)
        tried += 1
        guard kept(numbers, pinned: pinned) == expected,
          KeptSetReference.byAllPairs(numbers, pinned: pinned) == expected
        else {
          Issue.record("\(numbers), pinned \(pinned): not \(expected)")
          return
        }
      }
    }
    #expect(tried >= 1 << count)
  }

  @Test func `every permutation of seven touched rows keeps what trying all subsets keeps`() {
    let pinned = Array(repeating: false, count: 7)
    for numbers in permutations(of: 7) {
      let expected = KeptSetReference.byAllPairs(numbers, pinned: pinned)
      guard kept(numbers, pinned: pinned) == expected else {
        Issue.record("\(numbers): not \(expected)")
        return
      }
    }
  }

  @Test(arguments: UInt64(1)...40)
  func `a long shuffle keeps what comparing all pairs keeps`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let count = 20 + random.below(100)
    // Mostly ordered lists have long kept sets with many ties; others have short ones.
    var numbers = Array(0..<count)
    for _ in 0..<random.below(count) { numbers.swapAt(random.below(count), random.below(count)) }
    var pinned = Array(repeating: false, count: count)
    for _ in 0..<random.below(count / 4) {
      let offset = random.below(count)
      pinned[offset] = true
      if !isPossible(numbers, pinned: pinned) { pinned[offset] = false }
    }
    #expect(
      kept(numbers, pinned: pinned) == KeptSetReference.byAllPairs(numbers, pinned: pinned))
  }

  @Test func `the least old positions win a tie`() {
    let free = Array(repeating: false, count: 4)
    #expect(kept([1, 0, 3, 2], pinned: free) == [0, 2])
    #expect(kept([2, 3, 0, 1], pinned: free) == [0, 1])
    #expect(kept([3, 2, 1, 0], pinned: free) == [0])
    #expect(kept([1, 2, 3, 0], pinned: free) == [0, 1, 2])
  }

  @Test func `an untouched row is kept though moving it alone were shorter`() {
    #expect(kept([2, 0, 1], pinned: [true, false, false]) == [0])
  }
}
