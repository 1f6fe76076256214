import Daybook
import FileSystem

/// A journal and the bare rows that stand for the same entries.
final class Twin {
  let diary: Diary
  let bare: BareRows
  /// The bytes of both files after they were made, before any workload wrote to them.
  let bytesAsMade: (ours: Int, bare: Int)

  /// Makes both with so many entries, lived at random, so many to a durable commit.
  init(
    rows: Int, rowsPerCommit: Int, path: String, seed: UInt64, _ kind: Diary.Kind = .entries
  ) throws {
    diary = try Diary(path: "\(path).journal", seed: seed, kind)
    bare = try BareRows(path: "\(path).mdb", seed: seed)
    var made = 0
    while made < rows {
      let count = min(rowsPerCommit, rows - made)
      try diary.journal.commit(diary.entries(count), diary.request())
      try bare.commit(count)
      made += count
    }
    bytesAsMade = (
      try diary.journal.information().bytes, Int(try Files.status(of: bare.path)?.size ?? 0)
    )
  }
}
