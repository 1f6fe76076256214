import CommandLineKit
import Daybook

/// Which entries are meant: conditions on time, tags, star and text, and a predicate, all of which
/// must hold.
struct Filters: ParameterTable {
  /// Not before the beginning of this.
  var from: When?
  /// Not after the end of this.
  var to: When?
  /// Within this.
  var on: When?
  /// Texts that must be found, whatever their case and accents.
  var contains: [String] = []
  /// Tags that an entry must have.
  var tagged: [String] = []
  /// Tags that an entry must not have.
  var notTagged: [String] = []
  /// Whether only starred entries are meant.
  var isStarred = false
  /// Whether one of several texts, and one of several tags, is enough.
  var isAny = false
  /// Whether entries of this day in any year are meant.
  var isTodayInHistory = false
  /// A predicate with what fills it.
  var predicate = PredicateOptions()

  static let parameters: [Parameter<Self>] =
    [
      .option("--from", \.from, "WHEN", help: "From the beginning of this on"),
      .option("--to", \.to, "WHEN", help: "Up to the end of this"),
      .option("--on", \.on, "WHEN", help: "Within this day, month or year"),
      .option(
        "--contains", \.contains, "TEXT", help: "With this text, whatever its case and accents"),
      .option("--tagged", \.tagged, "TAG", completion: .asked(kind: "tag"), help: "With this tag"),
      .option(
        "--not-tagged", \.notTagged, "TAG", completion: .asked(kind: "tag"),
        help: "Without this tag"),
      .flag("--starred", \.isStarred, help: "Only those with a star"),
      .flag("--any", \.isAny, help: "One of several texts, and one of several tags, is enough"),
      .flag("--today-in-history", \.isTodayInHistory, help: "Of this day, in any year"),
    ] + Parameter.table(\.predicate, as: "FILTERS", under: "Filters")

  /// Whether nothing was asked for, so that everything is meant.
  var isEmpty: Bool {
    from == nil && to == nil && on == nil && contains.isEmpty && tagged.isEmpty
      && notTagged.isEmpty && !isStarred && !isTodayInHistory && predicate.isEmpty
  }

  /// Asks for what is meant.
  ///
  /// - Parameters:
  ///   - entity: The entity whose objects are looked at.
  ///   - base: A predicate that must hold besides, in its canonical spelling.
  ///   - model: The model that has the entity.
  ///   - session: The clock, and the zones in which days are reckoned.
  func request(
    entity: String, and base: String? = nil, model: ObjectModel, in session: Session
  ) throws -> FetchRequest {
    guard model.entity(entity) != nil else {
      throw ViewError.unknownEntity(entity, near: model.nearestEntity(to: entity))
    }
    var request = FetchRequest(entity: entity)
    request.now = session.localMoment(session.began)
    var parts: [Predicate] = []
    if let base { parts.append(try Predicate(parsing: base, entity: entity, model: model)) }
    let conditions = try conditions(in: session)
    if !conditions.isEmpty {
      let text = conditions.map { "(\($0.text))" }.joined(separator: " AND ")
      parts.append(
        try Predicate(
          parsing: text, arguments: conditions.flatMap(\.arguments), entity: entity, model: model))
    }
    // Parsed by itself, so that no bracket in it reaches beyond it and columns are those of its own.
    let (arguments, variables) = try predicate.resolved(in: session)
    if let text = predicate.predicate {
      parts.append(
        try Predicate(
          parsing: text, arguments: arguments, variables: variables, entity: entity, model: model))
    }
    if !parts.isEmpty { request.predicate = Predicate.all(parts, entity: entity).text }
    return request
  }

  /// A condition, with what fills its placeholders.
  private typealias Condition = (text: String, arguments: [Argument])

  private func conditions(in session: Session) throws -> [Condition] {
    var conditions: [Condition] = []
    if let on {
      let range = try session.range(on)
      conditions.append(
        ("creationTime >= %@ AND creationTime < %@", [range.lower, range.upper].map(Self.date)))
    }
    if let from {
      conditions.append(("creationTime >= %@", [Self.date(try session.range(from).lower)]))
    }
    if let to {
      conditions.append(("creationTime < %@", [Self.date(try session.range(to).upper)]))
    }
    if isTodayInHistory {
      // The day in its own offset ends with month and day, whatever the year.
      let day = session.localMoment(session.began).dayText.suffix(6)
      conditions.append(("day(creationTime) ENDSWITH %@", [.value(.string(String(day)))]))
    }
    if isStarred { conditions.append(("starred = YES", [])) }
    for texts in groups(contains) {
      conditions.append(Self.condition("text CONTAINS[cd] %@", texts))
    }
    for tags in groups(try tagged.map(Tag.name)) {
      conditions.append(Self.condition("ANY tags =[cd] %@", tags))
    }
    for tag in try notTagged.map(Tag.name) {
      conditions.append(Self.condition("NONE tags =[cd] %@", [tag]))
    }
    return conditions
  }

  /// Values of which one is enough, together; else each by itself.
  private func groups(_ values: [String]) -> [[String]] {
    if values.isEmpty { return [] }
    return isAny ? [values] : values.map { [$0] }
  }

  private static func condition(_ text: String, _ values: [String]) -> Condition {
    (
      values.map { _ in text }.joined(separator: " OR "),
      values.map { .value(.string($0)) }
    )
  }

  private static func date(_ microseconds: Int64) -> Argument {
    .value(.date(Moment(microseconds: microseconds)))
  }
}

/// A tag as a person writes it.
enum Tag {
  /// The tag's name: the word without the sign that may stand before it.
  static func name(_ word: String) throws -> String {
    let name = word.first == "@" || word.first == "#" ? word.dropFirst() : word[...]
    guard name.contains(where: { !$0.isWhitespace }) else {
      throw CommandFailure.usage("\(word.inQuotes) is no tag")
    }
    return String(name)
  }
}
