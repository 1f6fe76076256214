/// Why an archive cannot be read or written.
public enum ArchiveError: Error, Hashable, Sendable {
  /// The bytes are no ZIP archive, or not a whole one.
  case notAnArchive(reason: String)
  /// A file of the archive cannot be unpacked.
  case damaged(name: String, reason: String)
  /// A file was packed in a way that is not known here.
  case unsupported(name: String, reason: String)
  /// A file is too large for the archive that is being written.
  case tooLarge(name: String)
}

extension ArchiveError: CustomStringConvertible {
  /// What is wrong, and with which file.
  public var description: String {
    switch self {
    case .notAnArchive(let reason): "it is no whole ZIP archive: \(reason)"
    case .damaged(let name, let reason): "\(name) is damaged in the archive: \(reason)"
    case .unsupported(let name, let reason): "\(name) cannot be unpacked: \(reason)"
    case .tooLarge(let name): "\(name) is too large for one file of an archive: 4 GiB are"
    }
  }
}
