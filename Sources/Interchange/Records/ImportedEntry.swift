/// One entry read from another diary, before it is given a zone and a place in a journal.
public struct ImportedEntry: Hashable, Sendable {
  /// The title line and the body, as the source has them.
  ///
  /// Line ends are line feeds, whatever they were; blank lines at the end, which part entries, are not
  /// text. Nothing else is changed: no blank is taken from a line, no `\n` becomes a line end.
  public var text: String
  /// When, by the clock on the wall.
  public var date: WallClock
  /// Whether the source marks it with a star.
  public var isStarred: Bool
  /// Where in the source it begins.
  public var place: SourcePlace
  /// What the source does not say and was assumed.
  public var assumed: [Assumption]
  /// The same for the same date and text in any copy of the source; see ``ImportKeys``.
  public var importKey: String

  /// Makes an entry.
  public init(
    text: String, date: WallClock, isStarred: Bool, place: SourcePlace, assumed: [Assumption],
    importKey: String
  ) {
    self.text = text
    self.date = date
    self.isStarred = isStarred
    self.place = place
    self.assumed = assumed
    self.importKey = importKey
  }
}

/// Something a source does not say, and an import had to decide.
public enum Assumption: String, Hashable, Sendable, CaseIterable {
  /// The date is that of a neighbour, of the source as a whole, or the caller's.
  case date
  /// Which of two numbers is the day and which the month.
  case dayMonthOrder
  /// Bytes that were no text in the source's encoding were given characters.
  case encoding
}

/// A place in a source that a person can find again.
public struct SourcePlace: Hashable, Sendable, CustomStringConvertible {
  /// The file, as it was named to the reader.
  public var path: String
  /// The line, from 1; nil for the file as a whole.
  ///
  /// LF, CR and CR LF each end one line.
  public var line: Int?

  /// Names a place.
  public init(path: String, line: Int? = nil) {
    self.path = path
    self.line = line
  }

  /// `journal.txt:12`, or the path alone.
  public var description: String {
    line.map { "\(path):\($0)" } ?? path
  }
}
