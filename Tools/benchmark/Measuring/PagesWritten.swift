/// The pages that this process has given to write calls, transaction by transaction.
struct PagesWritten {
  private(set) var counts: [Double] = []

  /// Runs `body` and notes the pages that it wrote.
  mutating func noting<R>(_ body: () throws -> R) throws -> R {
    let before = try ProcessFile.bytesWritten
    let result = try body()
    counts.append(Double(try ProcessFile.bytesWritten - before) / 4096)
    return result
  }
}
