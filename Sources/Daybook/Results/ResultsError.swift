public import ChangeSets

/// Why a results controller could not answer.
public enum ResultsError: Error, Sendable, Hashable {
  /// Nothing has been fetched yet.
  case notFetched
  /// There is no row at the path.
  case noRow(IndexPath)
  /// There is no section of the number.
  case noSection(Int)
  /// No section has the index title.
  case noSectionIndexTitle(String)
  /// The controller has moved on since the section was asked for.
  case sectionOutdated(name: String)
  /// A view of the controller's name shows something else, and the controller has no committer who could
  /// define it anew.
  case nameTaken(String)
}

extension ResultsError: CustomStringConvertible {
  /// A sentence that says what and a mend.
  public var description: String {
    switch self {
    case .notFetched: "nothing has been fetched yet: call performFetch() first"
    case .noRow(let path): "there is no row at \(path)"
    case .noSection(let index): "there is no section \(index)"
    case .noSectionIndexTitle(let title): "no section has the index title `\(title)`"
    case .sectionOutdated(let name):
      "the list has changed since section `\(name)` was asked for: ask for the sections again"
    case .nameTaken(let name):
      "the view `\(name)` shows something else: give the controller a committer, who may define it "
        + "anew, or another name"
    }
  }
}
