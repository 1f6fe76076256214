public import Model

/// One entry read from another diary, before it is given a zone and a place in a journal.
public struct ImportedEntry {
  /// The title line and the body, as the source has them.
  ///
  /// Line ends are line feeds, whatever they were; blank lines at the end, which part entries, are not
  /// text. Nothing else is changed: no blank is taken from a line, no `\n` becomes a line end.
  public var text: String
  /// When.
  public var time: ImportedTime
  /// Whether it is of the whole day; what has no time of day is.
  public var isAllDay: Bool
  /// When it was changed last.
  public var modified: ImportedTime?
  /// Whether the source marks it with a star.
  public var isStarred: Bool
  /// Its tags beside those in the text, without signs.
  public var tags: [String] = []
  /// Further attributes by name, such as `place`, `latitude` and `weather`.
  public var attributes = PropertyValues()
  /// Pictures and the like, in their order.
  public var media: [ImportedMedium] = []
  /// The identity that the source gives it.
  public var identity: ObjectID?
  /// Where in the source it begins.
  public var place: SourcePlace
  /// What the source does not say and was assumed.
  public var assumed: [Assumption]
  /// The same for the same record in any copy of the source; see ``ImportKeys``.
  public var importKey: String

  /// Makes an entry.
  public init(
    text: String, time: ImportedTime, isStarred: Bool = false, place: SourcePlace,
    assumed: [Assumption] = [], importKey: String
  ) {
    self.text = text
    self.time = time
    isAllDay = time.isDay
    self.isStarred = isStarred
    self.place = place
    self.assumed = assumed
    self.importKey = importKey
  }
}

/// When something was, as a source says it.
public enum ImportedTime: Hashable, Sendable {
  /// What the clock on the wall showed, and where it hung, if the source says so.
  case clock(WallClock, zone: String?)
  /// An instant, microseconds since 1970, and where it was lived, if the source says so.
  case instant(Int64, zone: String?)

  /// Whether it is a day without a time.
  public var isDay: Bool {
    if case .clock(let clock, _) = self { !clock.hasTime } else { false }
  }

  /// The zone that the source names.
  public var zone: String? {
    switch self {
    case .clock(_, let zone), .instant(_, let zone): zone
    }
  }
}

/// Something a source does not say, and an import had to decide.
public enum Assumption: String, Hashable, Sendable, CaseIterable {
  /// The date is that of a neighbour, of the source as a whole, or the caller's.
  case date
  /// The time of day.
  case time
  /// Which of two numbers is the day and which the month.
  case dayMonthOrder
  /// Where the clock hung.
  case zone
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
  /// The number of the record, from 1, where lines say little.
  public var record: Int?

  /// Names a place.
  public init(path: String, line: Int? = nil, record: Int? = nil) {
    self.path = path
    self.line = line
    self.record = record
  }

  /// `journal.txt:12`, `Journal.json, record 3`, or the path alone.
  public var description: String {
    let file = line.map { "\(path):\($0)" } ?? path
    return record.map { "\(file), record \($0)" } ?? file
  }
}
