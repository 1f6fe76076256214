/// Why a change set does not fit the list it was to be applied to.
///
/// The list is not the one that the commit found: it is behind, ahead, or of another view. Fetch it
/// anew.
public enum ChangeSetError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The section of that number is not in the list: in the old one for a delete, or in the new one
  /// for an insert; or it is named twice.
  case noSection(Int)

  /// The path is not in the old list, or two operations claim it.
  case noRow(IndexPath)

  /// The old list has another row at the path.
  case anotherRow(IndexPath)

  /// The section of that old number is deleted while rows remain in it.
  case rowsRemain(section: Int)

  /// The path cannot be in the new list, or two operations fill it.
  case noPlace(IndexPath)

  /// What does not fit, in a sentence.
  public var description: String {
    switch self {
    case .noSection(let index):
      "The change set names section \(index), which the list cannot have."
    case .noRow(let path):
      "The change set names the row at \(path) of the old list, where no row is left to be named."
    case .anotherRow(let path):
      "The old list has another row at \(path) than the change set names."
    case .rowsRemain(let section):
      "The change set deletes section \(section) of the old list and not all of its rows."
    case .noPlace(let path):
      "The change set puts a row at \(path) of the new list, where it has no place."
    }
  }
}
