/// Why a file could not become a medium, or a medium a file.
public enum MediaError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A file had other bytes when it was read again.
  case changedMeanwhile(path: String)
  /// Content of which not all, or something else, is in the journal.
  case damaged(digest: String)

  /// A sentence that names the file.
  public var description: String {
    switch self {
    case .changedMeanwhile(let path):
      "\(path) changed while it was read; nothing of it is kept: try again when it is written"
    case .damaged(let digest):
      "the content \(digest) is not whole in the journal; `daybook audit` tells what is"
    }
  }
}
