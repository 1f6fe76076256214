/// Whose each page of the file is, so that each is somebody's and nobody's twice.
struct PageAccount {
  /// An owner's number: 0 nobody, 1 the free list's entries, then trees in the order of the walk.
  typealias Owner = UInt16

  static let free: Owner = 1
  static let firstTree: Owner = 2

  private var owners: [Owner]
  private(set) var claimed = 0
  private(set) var free = 0

  /// - Parameter pages: All pages up to the last one, the two meta pages among them.
  init(pages: Int) {
    owners = Array(repeating: 0, count: pages)
  }

  var pages: Int { owners.count }

  func contains(_ page: UInt64) -> Bool { page >= 2 && page < UInt64(owners.count) }

  /// Gives the page to `owner`.
  ///
  /// - Returns: Who has it already, and keeps it, or nil.
  /// - Precondition: ``contains(_:)``.
  mutating func claim(_ page: UInt64, _ owner: Owner) -> Owner? {
    let former = owners[Int(page)]
    guard former == 0 else { return former }
    owners[Int(page)] = owner
    claimed += 1
    if owner == Self.free { free += 1 }
    return nil
  }

  /// The runs of pages that are nobody's.
  func unclaimed() -> [ClosedRange<Int>] {
    var runs: [ClosedRange<Int>] = []
    var page = 2
    while page < owners.count {
      guard owners[page] == 0 else {
        page += 1
        continue
      }
      var last = page
      while last + 1 < owners.count && owners[last + 1] == 0 { last += 1 }
      runs.append(page...last)
      page = last + 1
    }
    return runs
  }
}
