import CLMDB
import Glibc

/// What the two meta pages of an environment's file say, read with `pread` before LMDB maps it.
///
/// LMDB 0.9 makes an environment of an empty file, leaves a lock file beside anything, and dies of
/// SIGBUS where a page lies past the end of the file; so the file is looked at first. The layout
/// is that of mdb.c 0.9 on a 64-bit little-endian machine: `MDB_page`, `MDB_meta`, `MDB_db`,
/// `MDB_node`.
struct FileHeader {
  var pageSize: Int
  /// The newer of the two metas.
  var lastPage: UInt64
  var transactionID: UInt64
  /// The root page of the free list, or all ones.
  var freeRoot: UInt64
  /// Rows of the unnamed database: the databases by name.
  var databaseCount: Int

  /// Reads and checks the file behind `descriptor`.
  ///
  /// - Throws: `notADatabase`, `versionMismatch`, `truncated`.
  init(of descriptor: Int32, path: String) throws(LMDBError) {
    let file = PageFile(descriptor: descriptor, path: path)
    self = try Self.newestMeta(of: file)
    // The length is asked for after the metas: pages are written before the meta that names them.
    let size = try file.size()
    let expected = (Int(lastPage) + 1) * pageSize
    if size < expected {
      // Pages at the end that were freed in the transaction that took them are never written.
      let missing = UInt64(size / pageSize)...lastPage
      guard try file.freePages(of: self).isSuperset(of: missing) else {
        throw .truncated(path: path, expectedBytes: expected, foundBytes: size)
      }
    }
  }

  private init() {
    pageSize = 0
    lastPage = 0
    transactionID = 0
    freeRoot = .max
    databaseCount = 0
  }

  private static func newestMeta(of file: PageFile) throws(LMDBError) -> FileHeader {
    let first = try meta(in: file, at: 0)
    let second = try meta(in: file, at: first.pageSize)
    return second.transactionID > first.transactionID ? second : first
  }

  private static func meta(in file: PageFile, at offset: Int) throws(LMDBError) -> FileHeader {
    let bytes = try file.bytes(at: offset, count: 152)
    guard bytes.count == 152 else {
      throw .notADatabase(path: file.path, reason: "it is too short for a header")
    }
    guard bytes.integer(16, UInt32.self) == 0xBEEF_C0DE, bytes.integer(10, UInt16.self) & 8 != 0
    else {
      throw .notADatabase(path: file.path, reason: "its header is not LMDB's")
    }
    let version = bytes.integer(20, UInt32.self)
    guard version == 1 else {
      throw .versionMismatch(path: file.path, found: Int(version))
    }
    var header = FileHeader()
    header.pageSize = Int(bytes.integer(40, UInt32.self))
    header.freeRoot = bytes.integer(80, UInt64.self)
    header.databaseCount = Int(clamping: bytes.integer(120, UInt64.self))
    header.lastPage = bytes.integer(136, UInt64.self)
    header.transactionID = bytes.integer(144, UInt64.self)
    guard (256...65536).contains(header.pageSize), header.pageSize & (header.pageSize - 1) == 0,
      header.lastPage < 1 << 47
    else {
      throw .notADatabase(path: file.path, reason: "its header has impossible sizes")
    }
    return header
  }
}

/// The file as pages, none of them mapped.
private struct PageFile {
  var descriptor: Int32
  var path: String

  func size() throws(LMDBError) -> Int {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw LMDBError(code: errno, path: path) }
    return Int(status.st_size)
  }

  /// The bytes from `offset`, fewer where the file ends.
  func bytes(at offset: Int, count: Int) throws(LMDBError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let got = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe pread(
          descriptor, buffer.baseAddress.map { unsafe $0 + filled }, count - filled,
          off_t(offset + filled))
      }
      if got < 0 {
        if errno == EINTR { continue }
        throw LMDBError(code: errno, path: path)
      }
      if got == 0 { break }
      filled += got
    }
    bytes.removeLast(count - filled)
    return bytes
  }

  /// The pages on the free list; as far as it can be read, where it is damaged.
  func freePages(of header: FileHeader) throws(LMDBError) -> Set<UInt64> {
    var free = Set<UInt64>()
    var pending = header.freeRoot == .max ? [] : [header.freeRoot]
    var seen = Set<UInt64>()
    while let number = pending.popLast() {
      guard number <= header.lastPage, seen.insert(number).inserted else { continue }
      let page = try bytes(at: Int(number) * header.pageSize, count: header.pageSize)
      guard page.count == header.pageSize else { continue }
      let flags = page.integer(10, UInt16.self)
      let lower = Int(page.integer(12, UInt16.self))
      guard lower >= 16, lower <= page.count else { continue }
      for slot in stride(from: 16, to: lower - 1, by: 2) {
        let node = Int(page.integer(slot, UInt16.self))
        guard node >= lower, node + 8 <= page.count else { continue }
        let low = page.integer(node, UInt32.self)
        let nodeFlags = page.integer(node + 4, UInt16.self)
        if flags & 1 != 0 {
          pending.append(UInt64(low) | UInt64(nodeFlags) << 32)
          continue
        }
        let data = node + 8 + Int(page.integer(node + 6, UInt16.self))
        guard data + 8 <= page.count else { continue }
        if nodeFlags & 1 != 0 {
          // A long value: its first page's number stands in the node.
          let first = page.integer(data, UInt64.self)
          guard first <= header.lastPage else { continue }
          let list = try bytes(at: Int(first) * header.pageSize + 16, count: Int(low))
          if list.count == Int(low) { free.formUnion(list.pageNumbers(0, list.count)) }
        } else if data + Int(low) <= page.count {
          free.formUnion(page.pageNumbers(data, Int(low)))
        }
      }
    }
    return free
  }
}

extension [UInt8] {
  /// The little-endian integer at `offset`.
  fileprivate func integer<T: FixedWidthInteger>(_ offset: Int, _: T.Type) -> T {
    var value: T = 0
    for place in (0..<MemoryLayout<T>.size).reversed() {
      value = value << 8 | T(truncatingIfNeeded: self[offset + place])
    }
    return value
  }

  /// A list of page numbers, led by how many there are.
  fileprivate func pageNumbers(_ offset: Int, _ count: Int) -> [UInt64] {
    guard count >= 8 else { return [] }
    let length = Swift.min(Int(clamping: integer(offset, UInt64.self)), count / 8 - 1)
    guard length > 0 else { return [] }
    return (1...length).map { integer(offset + $0 * 8, UInt64.self) }
  }
}
