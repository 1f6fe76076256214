import Glibc

/// Bytes read from the file, as LMDB lays them out on a little-endian machine.
///
/// Every access is checked against the bytes that are there and traps outside of them; whoever
/// takes an offset from the file checks it first.
@safe final class PageBuffer {
  private var storage: UnsafeMutableRawBufferPointer

  init(count: Int) {
    unsafe storage = .allocate(byteCount: count, alignment: 16)
    unsafe storage.initializeMemory(as: UInt8.self, repeating: 0)
  }

  deinit {
    unsafe storage.deallocate()
  }

  var count: Int { unsafe storage.count }

  /// Makes room for `count` bytes; what was there is lost where there is not.
  func reserve(_ count: Int) {
    guard unsafe storage.count < count else { return }
    unsafe storage.deallocate()
    unsafe storage = .allocate(byteCount: count, alignment: 16)
    unsafe storage.initializeMemory(as: UInt8.self, repeating: 0)
  }

  func integer<T: FixedWidthInteger & BitwiseCopyable>(_ offset: Int, _: T.Type = T.self) -> T {
    check(offset, MemoryLayout<T>.size)
    return unsafe T(littleEndian: storage.loadUnaligned(fromByteOffset: offset, as: T.self))
  }

  func withBytes<R>(_ offset: Int, _ count: Int, _ body: (RawSpan) throws -> R) rethrows -> R {
    check(offset, count)
    return try unsafe body(RawSpan(_unsafeBytes: storage[offset..<offset + count]))
  }

  func array(_ offset: Int, _ count: Int) -> [UInt8] {
    withBytes(offset, count) { $0.array }
  }

  /// Takes a copy of as many bytes as there is room for.
  func copy(_ span: RawSpan) {
    check(0, span.byteCount)
    unsafe span.withUnsafeBytes { unsafe storage.copyMemory(from: $0) }
  }

  /// How bytes here stand to bytes of `other`, in LMDB's order.
  func order(
    _ offset: Int, _ count: Int, to other: PageBuffer, _ otherOffset: Int, _ otherCount: Int
  ) -> Int {
    check(offset, count)
    other.check(otherOffset, otherCount)
    guard let mine = unsafe storage.baseAddress, let theirs = unsafe other.storage.baseAddress
    else { return count - otherCount }
    let prefix = unsafe memcmp(mine + offset, theirs + otherOffset, min(count, otherCount))
    return prefix != 0 ? Int(prefix) : count - otherCount
  }

  /// Reads `count` bytes of the file.
  ///
  /// - Returns: What was read: fewer bytes where the file ends.
  func read(_ descriptor: Int32, at position: Int, count: Int) -> ReadOutcome {
    check(0, count)
    var filled = 0
    while filled < count {
      let got = unsafe pread(
        descriptor, storage.baseAddress.map { unsafe $0 + filled }, count - filled,
        off_t(position + filled))
      if got < 0 {
        if errno == EINTR { continue }
        return .failed(errno)
      }
      if got == 0 { return .short(filled) }
      filled += got
    }
    return .full
  }

  enum ReadOutcome: Equatable {
    case full
    case short(Int)
    case failed(Int32)
  }

  private func check(_ offset: Int, _ count: Int) {
    unsafe precondition(
      offset >= 0 && count >= 0 && count <= storage.count && offset <= storage.count - count,
      "bytes outside of a page")
  }
}

/// The file as it is on disk, never mapped.
struct PageSource {
  var descriptor: Int32
  var path: String

  func sizeBytes() throws(LMDBError) -> Int {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw LMDBError(code: errno, path: path) }
    return Int(status.st_size)
  }
}
