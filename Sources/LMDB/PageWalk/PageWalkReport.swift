extension PageWalk {
  /// One thing in the file that LMDB would not have written.
  public struct Fault: Sendable, Hashable {
    /// The part of the file that the fault is in.
    public var place: Place
    /// The page, or the first of several; nil for the file as a whole.
    public var page: UInt64?
    /// The key of the row or of the node, where one could be read.
    public var key: [UInt8]?
    /// What a sound file has there.
    public var expected: String
    /// What is there.
    public var found: String
  }

  /// A part of the file that has pages of its own.
  public enum Place: Sendable, Hashable {
    /// The file, as a row of pages.
    case file
    /// The two pages that each say where a snapshot begins.
    case meta
    /// The pages that may be used again.
    case freeList
    /// The unnamed database, which has a record for each named one.
    case names
    /// A named database.
    case database(String)
  }

  /// What a walk found.
  public struct Report: Sendable {
    /// The number of the commit whose pages were walked.
    public var transactionID: UInt64 = 0
    /// The bytes of a page; 0 where neither meta page can be read.
    public var pageSizeBytes = 0
    /// The size of the map as the last commit noted it.
    ///
    /// It has no second copy to be compared with where it grew just now, and LMDB ignores it where
    /// it is opened with a size, as here.
    public var mapSizeBytes: UInt64 = 0
    /// The length of the file; the file may be shorter or longer than `pages`.
    public var fileSizeBytes = 0
    /// All pages up to the last one in use, the two meta pages among them.
    public var pages = 0
    /// Pages of trees: branches and leaves, those of the free list among them.
    public var treePages = 0
    /// Pages of values that are too long for a leaf.
    public var overflowPages = 0
    /// Pages that are on the free list.
    public var freePages = 0
    /// The tree of the free list, as counted.
    public var freeList = DatabaseStatistics.none
    /// The tree of the databases' records, as counted.
    public var names = DatabaseStatistics.none
    /// The tree of each named database, as counted.
    public var databases: [String: DatabaseStatistics] = [:]
    /// What is wrong, in the order of the walk; at most ``PageWalk/faultLimit``.
    public var faults: [Fault] = []
    /// How many more faults there are.
    public var omittedFaults = 0

    /// Whether nothing is wrong.
    public var isSound: Bool { faults.isEmpty }
  }
}

extension PageWalk.Fault: CustomStringConvertible {
  /// One line: place, page and key, what is expected and what was found.
  public var description: String {
    var line = "\(place)"
    if let page { line += ", page \(page)" }
    if let key { line += ", key \(Self.hexadecimal(key))" }
    return line + ": expected \(expected), found \(found)"
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef")
    var text = ""
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return text
  }
}

extension PageWalk.Place: CustomStringConvertible {
  /// The place in words.
  public var description: String {
    switch self {
    case .file: "file"
    case .meta: "meta"
    case .freeList: "free list"
    case .names: "database records"
    case .database(let name): "database \(name)"
    }
  }
}

extension DatabaseStatistics {
  static let none = DatabaseStatistics(
    entries: 0, depth: 0, branchPages: 0, leafPages: 0, overflowPages: 0)
}

/// The faults of one walk, the first of them kept.
struct FaultList {
  private(set) var faults: [PageWalk.Fault] = []
  private(set) var omitted = 0

  mutating func add(
    _ place: PageWalk.Place, page: UInt64? = nil, key: [UInt8]? = nil, expected: String,
    found: String
  ) {
    guard faults.count < PageWalk.faultLimit else {
      omitted += 1
      return
    }
    faults.append(.init(place: place, page: page, key: key, expected: expected, found: found))
  }
}
