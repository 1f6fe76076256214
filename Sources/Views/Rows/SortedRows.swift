/// The keys of a view's rows, sorted in memory for one reader, with the places where sections begin.
public struct SortedRows: Sendable {
  /// The keys, ascending.
  public let keys: [[UInt8]]
  /// The ranks of the sections' first rows, ascending; one of 0 where the view has one section.
  let sectionStarts: [Int]

  /// Sorts keys of a view's rows.
  public init(sorting keys: [[UInt8]], of view: View) throws {
    let keys = keys.sorted { $0.lexicographicallyPrecedes($1) }
    var starts: [Int] = []
    if view.isSectioned {
      var previous: [UInt8]?
      for (rank, key) in keys.enumerated() {
        let section = try view.sectionKey(ofRow: key)
        if section != previous { starts.append(rank) }
        previous = section
      }
    } else {
      starts = [0]
    }
    self.keys = keys
    sectionStarts = starts
  }

  /// The section of a number, nil beyond the last.
  func section(_ number: Int) -> RowList.Section? {
    guard sectionStarts.indices.contains(number) else { return nil }
    let start = sectionStarts[number]
    let end = number + 1 < sectionStarts.count ? sectionStarts[number + 1] : keys.count
    return RowList.Section(
      index: number, start: start, count: end - start,
      firstRow: start < keys.count ? keys[start] : nil)
  }

  /// The number of the section that the row of a rank stands in.
  func section(ofRank rank: Int) -> Int {
    var low = 0
    var high = sectionStarts.count
    while low < high {
      let middle = (low + high) / 2
      if sectionStarts[middle] <= rank { low = middle + 1 } else { high = middle }
    }
    return low - 1
  }

  /// The rank of a row's key, nil where it is not there.
  func rank(of key: [UInt8]) -> Int? {
    var low = 0
    var high = keys.count
    while low < high {
      let middle = (low + high) / 2
      if keys[middle].lexicographicallyPrecedes(key) { low = middle + 1 } else { high = middle }
    }
    return low < keys.count && keys[low] == key ? low : nil
  }
}
