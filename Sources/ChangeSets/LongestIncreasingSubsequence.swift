/// The offsets, ascending, of a longest increasing subsequence of distinct numbers: of several, the
/// one whose offsets are least, position by position.
///
/// From the end, each number learns the length of the longest subsequence that begins with it, by
/// patience sorting (Schensted, "Longest increasing and decreasing subsequences", 1961; Fredman,
/// "On computing the length of longest increasing subsequences", 1975). Then, from the start, the
/// first number of the greatest length is taken, then the first after it of the length one less,
/// and so on. Numbers of one length fall from left to right, or the left ones would be longer; so
/// the first of them is also the greatest, and continues whatever the others continue.
///
/// - Complexity: O(n log n) time and O(n) space for n numbers; O(n) where they increase already.
func earliestLongestIncreasingSubsequence(of numbers: [Int]) -> [Int] {
  if zip(numbers, numbers.dropFirst()).allSatisfy(<) { return Array(numbers.indices) }

  // The greatest number that begins a subsequence of length 1, 2, 3…: a falling row.
  var greatestHeads: [Int] = []
  var lengths = Array(repeating: 0, count: numbers.count)
  for offset in numbers.indices.reversed() {
    let number = numbers[offset]
    var low = 0
    var high = greatestHeads.count
    while low < high {
      let middle = (low + high) / 2
      if greatestHeads[middle] > number { low = middle + 1 } else { high = middle }
    }
    if low == greatestHeads.count {
      greatestHeads.append(number)
    } else {
      greatestHeads[low] = number
    }
    lengths[offset] = low + 1
  }

  var chosen: [Int] = []
  chosen.reserveCapacity(greatestHeads.count)
  var wanted = greatestHeads.count
  for offset in numbers.indices where lengths[offset] == wanted {
    chosen.append(offset)
    wanted -= 1
  }
  return chosen
}
