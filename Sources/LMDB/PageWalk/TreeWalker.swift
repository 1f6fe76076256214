/// Reads trees page by page and checks what it reads.
///
/// Nothing that the file says is used before it is checked, and no page is entered twice, so that
/// a walk of anything ends. What can be read is read on past a fault.
final class TreeWalker {
  /// What a tree is for, which decides what its pages may hold.
  enum Kind {
    case freeList
    case names
    case rows
  }

  struct Tree {
    var place: PageWalk.Place
    var owner: PageAccount.Owner
    var kind: Kind
    var record: DatabaseRecord
  }

  let source: PageSource
  let pageSize: Int
  let fileSize: Int
  let progress: (Int, Int) throws -> Void
  var account: PageAccount
  var faults = FaultList()
  private var owners: [PageWalk.Place] = []

  /// The page of each level above the one that is read, which hold the keys that bound it.
  private var levels: [PageBuffer] = []
  private let overflowHead = PageBuffer(count: TreeWalker.headerSize)
  private let longValue = PageBuffer(count: 0)
  /// The size of the node at each even offset of the page that is checked; 0 where none begins.
  private var nodeSizes: [Int32]
  private var counted = DatabaseStatistics.none

  /// `PAGEHDRSZ` of mdb.c.
  static let headerSize = 16
  /// `NODESIZE` of mdb.c.
  static let nodeHeaderSize = 8
  /// `MDB_MAXKEYSIZE` of mdb.c.
  static let maximumKey = 511

  init(
    _ source: PageSource, pageSize: Int, pages: Int, fileSize: Int,
    progress: @escaping (Int, Int) throws -> Void
  ) {
    self.source = source
    self.pageSize = pageSize
    self.fileSize = fileSize
    self.progress = progress
    account = PageAccount(pages: pages)
    nodeSizes = Array(repeating: 0, count: pageSize / 2 + 1)
  }

  /// The largest node of a leaf that is not split over overflow pages (`me_nodemax` of mdb.c).
  private var maximumNode: Int { ((pageSize - Self.headerSize) / 2 & -2) - 2 }

  /// A place for a tree whose pages are to be counted, with the number of its owner.
  func tree(_ place: PageWalk.Place, _ kind: Kind, _ record: DatabaseRecord) -> Tree {
    owners.append(place)
    // Past 65,533 trees several share a number; it serves to say whose a page is.
    let owner = PageAccount.Owner(clamping: owners.count - 1 + Int(PageAccount.firstTree))
    return Tree(place: place, owner: owner, kind: kind, record: record)
  }

  // MARK: Trees

  /// Reads a tree and compares it with its record.
  ///
  /// - Parameters:
  ///   - lendsValues: Whether `body` is called; where not, long values are not read.
  ///   - body: Is lent each row that can be read, in order.
  /// - Returns: What the tree has in it.
  func walk(
    _ tree: Tree, lendsValues: Bool, _ body: (RawSpan, RawSpan) throws -> Void
  ) throws -> DatabaseStatistics {
    counted = .none
    let record = tree.record
    if tree.kind != .freeList && (record.flags != 0 || record.pad != 0) {
      faults.add(
        tree.place, expected: "a record with flags 0 and pad 0",
        found: "\(record.flags) and \(record.pad)")
    }
    record.checkShape(lastPage: UInt64(account.pages - 1)) { expected, found in
      faults.add(tree.place, expected: expected, found: found)
    }
    if !record.isEmpty {
      try descend(
        tree, record.root, level: 0, from: nil, to: nil, parent: nil, lendsValues: lendsValues, body
      )
    }
    let isAsRecorded =
      counted.depth == Int(record.depth) && UInt64(counted.branchPages) == record.branchPages
      && UInt64(counted.leafPages) == record.leafPages
      && UInt64(counted.overflowPages) == record.overflowPages
      && UInt64(counted.entries) == record.entries
    if !isAsRecorded {
      faults.add(
        tree.place,
        expected: "depth \(record.depth), \(record.branchPages) branch, \(record.leafPages) leaf "
          + "and \(record.overflowPages) overflow pages, \(record.entries) rows by its record",
        found: "depth \(counted.depth), \(counted.branchPages), \(counted.leafPages), "
          + "\(counted.overflowPages) and \(counted.entries)")
    }
    return counted
  }

  /// A key in the page of a level above.
  private struct Bound {
    var level: Int
    var node: Node
  }

  private func descend(
    _ tree: Tree, _ number: UInt64, level: Int, from lower: Bound?, to upper: Bound?,
    parent: UInt64?, lendsValues: Bool, _ body: (RawSpan, RawSpan) throws -> Void
  ) throws {
    guard try claim(number, tree, referredToBy: parent) else { return }
    if level >= DatabaseRecord.maximumDepth {
      add(tree, number, "a tree no deeper than \(DatabaseRecord.maximumDepth)", "a deeper one")
      return
    }
    if levels.count == level { levels.append(PageBuffer(count: pageSize)) }
    let page = levels[level]
    guard read(tree, number, into: page), let head = header(tree, number, page, level) else {
      return
    }
    counted.depth = max(counted.depth, level + 1)
    check(tree, number, page, head, from: lower, to: upper)

    if head.isBranch {
      counted.branchPages += 1
      for index in 0..<head.nodes {
        guard let node = node(index, in: page, head) else { continue }
        let next = self.node(index + 1, in: page, head)
        try descend(
          tree, node.child, level: level + 1,
          from: index == 0 ? lower : Bound(level: level, node: node),
          to: next.map { Bound(level: level, node: $0) } ?? upper,
          parent: number, lendsValues: lendsValues, body)
      }
      return
    }
    counted.leafPages += 1
    counted.entries += head.nodes
    for index in 0..<head.nodes {
      guard let node = node(index, in: page, head) else { continue }
      try visit(tree, number, page, node, lendsValues: lendsValues, body)
    }
  }

  // MARK: Pages

  /// Gives the page to the tree, and says where it is somebody's already or no page.
  private func claim(
    _ number: UInt64, _ tree: Tree, referredToBy parent: UInt64?, key: (() -> [UInt8])? = nil
  ) throws -> Bool {
    guard account.contains(number) else {
      faults.add(
        tree.place, page: parent, key: key?(),
        expected: "a page from 2 to \(account.pages - 1)", found: "\(number)")
      return false
    }
    if let former = account.claim(number, tree.owner) {
      faults.add(
        tree.place, page: number, key: key?(), expected: "a page in one place",
        found: "one that is also in \(name(former))")
      return false
    }
    try tick()
    return true
  }

  /// Notes a page that may be used again.
  func claimFree(_ number: UInt64, key: [UInt8]) throws {
    guard account.contains(number) else {
      faults.add(
        .freeList, key: key, expected: "free pages from 2 to \(account.pages - 1)",
        found: "\(number)")
      return
    }
    if let former = account.claim(number, PageAccount.free) {
      faults.add(
        .freeList, page: number, key: key, expected: "a page in one place",
        found: "one that is also in \(name(former))")
    }
    try tick()
  }

  private func name(_ owner: PageAccount.Owner) -> String {
    if owner == PageAccount.free { return "a list of free pages" }
    let index = Int(owner - PageAccount.firstTree)
    return index < owners.count ? "\(owners[index])" : "another database"
  }

  private func tick() throws {
    if account.claimed & 1023 == 0 { try progress(account.claimed + 2, account.pages) }
  }

  private func read(_ tree: Tree, _ number: UInt64, into page: PageBuffer) -> Bool {
    read(tree, number, count: pageSize, offset: 0, into: page)
  }

  private func read(
    _ tree: Tree, _ number: UInt64, count: Int, offset: Int, into buffer: PageBuffer
  ) -> Bool {
    let outcome = buffer.read(
      source.descriptor, at: Int(number) * pageSize + offset, count: count)
    switch outcome {
    case .full: return true
    case .short: add(tree, number, "a page in the file", "the end of the file")
    case .failed(let code): add(tree, number, "a page that can be read", "error \(code)")
    }
    return false
  }

  private func add(
    _ tree: Tree, _ page: UInt64, key: [UInt8]? = nil, _ expected: String, _ found: String
  ) {
    faults.add(tree.place, page: page, key: key, expected: expected, found: found)
  }

  private struct Header {
    var isBranch: Bool
    var nodes: Int
    /// Where the nodes begin, as far as it can be believed.
    var upper: Int
  }

  /// Checks the head of a page; nil where its nodes cannot be found by it.
  private func header(_ tree: Tree, _ number: UInt64, _ page: PageBuffer, _ level: Int) -> Header? {
    let own: UInt64 = page.integer(0)
    // The pad at 8 is not checked: LMDB leaves what the memory held, and never reads it.
    let flags: UInt16 = page.integer(10)
    let lower = Int(page.integer(12, UInt16.self))
    let upper = Int(page.integer(14, UInt16.self))
    if own != number { add(tree, number, "page number \(number)", "\(own)") }
    let isLowest = level + 1 == Int(tree.record.depth)
    let isBranch = flags == 1 || flags != 2 && !isLowest
    if flags != (isLowest ? 2 : 1) {
      add(
        tree, number, "page flags \(isLowest ? 2 : 1) at depth \(level + 1)",
        "0x" + String(flags, radix: 16))
    }
    guard lower >= Self.headerSize, lower & 1 == 0, lower <= pageSize else {
      add(tree, number, "an end of the nodes' places within the page", "\(lower)")
      return nil
    }
    let nodes = (lower - Self.headerSize) / 2
    // A page of the free list is not rebalanced while the list is being saved.
    let least = isBranch && tree.kind != .freeList ? 2 : 1
    if nodes < least { add(tree, number, "at least \(least) nodes", "\(nodes)") }
    guard upper >= lower, upper <= pageSize else {
      add(tree, number, "nodes from \(lower) to \(pageSize)", "nodes from \(upper)")
      return Header(isBranch: isBranch, nodes: nodes, upper: lower)
    }
    return Header(isBranch: isBranch, nodes: nodes, upper: upper)
  }

  // MARK: Nodes

  /// A node that lies within its page (`MDB_node` of mdb.c).
  private struct Node {
    var offset: Int
    var keyCount: Int
    /// A leaf's: the node's flags.
    var flags: UInt16
    /// A leaf's: the bytes of the value, wherever they are.
    var valueCount: Int
    /// A branch's: the page below.
    var child: UInt64
    /// The bytes that the node takes in the page, an even number.
    var size: Int

    var key: Int { offset + TreeWalker.nodeHeaderSize }
    var value: Int { key + keyCount }
    var isLong: Bool { flags & 1 != 0 }
  }

  private func node(_ index: Int, in page: PageBuffer, _ head: Header) -> Node? {
    guard index < head.nodes else { return nil }
    let offset = Int(page.integer(Self.headerSize + index * 2, UInt16.self))
    guard offset & 1 == 0, offset >= head.upper, offset <= pageSize - Self.nodeHeaderSize else {
      return nil
    }
    let low: UInt32 = page.integer(offset)
    let flags: UInt16 = page.integer(offset + 4)
    let keyCount = Int(page.integer(offset + 6, UInt16.self))
    var size = Self.nodeHeaderSize + keyCount
    if !head.isBranch { size += flags & 1 != 0 ? 8 : Int(low) }
    size += size & 1
    guard keyCount <= Self.maximumKey, size <= pageSize - offset else { return nil }
    return Node(
      offset: offset, keyCount: keyCount, flags: flags, valueCount: Int(low),
      child: UInt64(low) | UInt64(flags) << 32, size: size)
  }

  /// Checks that the nodes fill their part of the page, and that the keys rise within the bounds.
  private func check(
    _ tree: Tree, _ number: UInt64, _ page: PageBuffer, _ head: Header, from lower: Bound?,
    to upper: Bound?
  ) {
    var areFound = true
    // A branch's first node leads to everything less than the second key, whatever its own is.
    let firstKey = head.isBranch ? 1 : 0
    var last: Node?
    for index in 0..<head.nodes {
      guard let node = node(index, in: page, head) else {
        add(tree, number, "node \(index) within the page", "one that is not")
        areFound = false
        continue
      }
      if nodeSizes[node.offset / 2] == 0 {
        nodeSizes[node.offset / 2] = Int32(node.size)
      } else {
        add(tree, number, "nodes in places of their own", "two at \(node.offset)")
        areFound = false
      }
      checkKind(tree, number, page, head, node, index: index)
      guard index >= firstKey else { continue }
      if let last, compare(tree, page, last, page, node) >= 0 {
        add(tree, number, key: key(node, page), "keys that rise", "one that is not greater")
      }
      if index == firstKey, let lower {
        let order = compare(tree, levels[lower.level], lower.node, page, node)
        if order > 0 || order == 0 && head.isBranch {
          add(tree, number, key: key(node, page), "a first key from the parent's", "a lower one")
        }
      }
      last = node
    }
    if let last, let upper, compare(tree, page, last, levels[upper.level], upper.node) >= 0 {
      add(tree, number, key: key(last, page), "a last key below the parent's next", "a higher one")
    }
    checkSpace(tree, number, page, head, areFound: areFound)
  }

  /// Checks that node follows on node from the first to the end of the page.
  private func checkSpace(
    _ tree: Tree, _ number: UInt64, _ page: PageBuffer, _ head: Header, areFound: Bool
  ) {
    if areFound {
      var offset = head.upper
      var passed = 0
      while offset < pageSize, nodeSizes[offset / 2] != 0 {
        offset += Int(nodeSizes[offset / 2])
        passed += 1
      }
      if offset != pageSize || passed != head.nodes {
        add(
          tree, number, "nodes from \(head.upper) to \(pageSize) without gaps",
          "\(passed) of \(head.nodes) up to \(offset)")
      }
    }
    for index in 0..<head.nodes {
      if let node = node(index, in: page, head) { nodeSizes[node.offset / 2] = 0 }
    }
  }

  /// Checks what the tree's kind says of a node.
  private func checkKind(
    _ tree: Tree, _ number: UInt64, _ page: PageBuffer, _ head: Header, _ node: Node, index: Int
  ) {
    if head.isBranch {
      if index > 0 && node.keyCount == 0
        || tree.kind == .freeList && index > 0 && node.keyCount != 8
      {
        add(tree, number, "a key for node \(index)", "one of \(node.keyCount) bytes")
      }
      return
    }
    let isSound =
      switch tree.kind {
      case .freeList: node.keyCount == 8 && node.flags & ~1 == 0
      case .names:
        node.keyCount > 0 && node.flags == 2 && node.valueCount == DatabaseRecord.size
      case .rows: node.keyCount > 0 && node.flags & ~1 == 0
      }
    if !isSound {
      add(
        tree, number, key: key(node, page), "a node of \(tree.place)",
        "flags \(node.flags), a key of \(node.keyCount) and a value of \(node.valueCount) bytes")
    }
    if !node.isLong && Self.nodeHeaderSize + node.keyCount + node.valueCount > maximumNode {
      add(
        tree, number, key: key(node, page), "a value of its size on pages of its own",
        "one of \(node.valueCount) bytes within the leaf")
    }
  }

  private func key(_ node: Node, _ page: PageBuffer) -> [UInt8] {
    page.array(node.key, node.keyCount)
  }

  /// How a key stands to another, in the order of the tree.
  private func compare(
    _ tree: Tree, _ page: PageBuffer, _ node: Node, _ otherPage: PageBuffer, _ other: Node
  ) -> Int {
    if tree.kind == .freeList && node.keyCount == 8 && other.keyCount == 8 {
      let mine: UInt64 = page.integer(node.key)
      let theirs: UInt64 = otherPage.integer(other.key)
      return mine < theirs ? -1 : mine == theirs ? 0 : 1
    }
    return page.order(node.key, node.keyCount, to: otherPage, other.key, other.keyCount)
  }

  // MARK: Rows

  private func visit(
    _ tree: Tree, _ number: UInt64, _ page: PageBuffer, _ node: Node, lendsValues: Bool,
    _ body: (RawSpan, RawSpan) throws -> Void
  ) throws {
    guard node.isLong else {
      guard lendsValues else { return }
      try page.withBytes(node.key, node.keyCount) { key in
        try page.withBytes(node.value, node.valueCount) { value in try body(key, value) }
      }
      return
    }
    let first: UInt64 = page.integer(node.value)
    guard try claimRun(tree, number, page, node, first), lendsValues else { return }
    longValue.reserve(node.valueCount)
    guard
      read(tree, first, count: node.valueCount, offset: Self.headerSize, into: longValue)
    else { return }
    try page.withBytes(node.key, node.keyCount) { key in
      try longValue.withBytes(0, node.valueCount) { value in try body(key, value) }
    }
  }

  /// Checks and counts the pages of a long value.
  ///
  /// - Returns: Whether the value can be read from them.
  private func claimRun(
    _ tree: Tree, _ number: UInt64, _ page: PageBuffer, _ node: Node, _ first: UInt64
  ) throws -> Bool {
    guard try claim(first, tree, referredToBy: number, key: { self.key(node, page) }) else {
      return false
    }
    guard read(tree, first, count: Self.headerSize, offset: 0, into: overflowHead) else {
      return false
    }
    let own: UInt64 = overflowHead.integer(0)
    let flags: UInt16 = overflowHead.integer(10)
    let length = UInt64(overflowHead.integer(12, UInt32.self))
    if own != first { add(tree, first, "page number \(first)", "\(own)") }
    if flags != 4 {
      add(tree, first, key: key(node, page), "page flags 4", "0x" + String(flags, radix: 16))
    }
    // A value that was made shorter within its transaction keeps the pages that it had.
    let needed = UInt64((Self.headerSize - 1 + node.valueCount) / pageSize + 1)
    if length < needed {
      add(tree, first, key: key(node, page), "at least \(needed) pages", "\(length)")
    }
    let room = UInt64(account.pages) - first
    if max(length, needed) > room {
      add(tree, first, key: key(node, page), "pages up to \(account.pages - 1)", "\(length)")
      counted.overflowPages += 1
      return needed <= room && (Int(first) + Int(needed)) * pageSize <= fileSize
    }
    var isOwn = true
    for page in first + 1..<first + max(length, needed, 1) {
      isOwn = try claim(page, tree, referredToBy: number) && isOwn
    }
    counted.overflowPages += Int(length)
    if (Int(first) + Int(max(length, needed))) * pageSize > fileSize {
      add(tree, first, key: key(node, page), "\(length) pages in the file", "the end of the file")
      return false
    }
    return isOwn
  }

  // MARK: The free list

  /// The last transaction on a free list, found without a check of anything but bounds.
  func lastTransaction(onFreeList record: DatabaseRecord) -> UInt64? {
    var number = record.root
    let page = PageBuffer(count: pageSize)
    for _ in 0..<DatabaseRecord.maximumDepth {
      guard account.contains(number),
        page.read(source.descriptor, at: Int(number) * pageSize, count: pageSize) == .full,
        page.integer(0, UInt64.self) == number
      else { return nil }
      let flags: UInt16 = page.integer(10)
      let lower = Int(page.integer(12, UInt16.self))
      guard flags == 1 || flags == 2, lower > Self.headerSize, lower <= pageSize else { return nil }
      let head = Header(
        isBranch: flags == 1, nodes: (lower - Self.headerSize) / 2, upper: lower)
      guard let node = node(head.nodes - 1, in: page, head) else { return nil }
      if flags == 2 { return node.keyCount == 8 ? page.integer(node.key) : nil }
      number = node.child
    }
    return nil
  }
}
