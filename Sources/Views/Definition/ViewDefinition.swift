public import JSON

/// What a view shows and in which order, as text: what a `viewChanged` event carries.
///
/// The texts are canonical: arguments are written out, so that nothing outside the definition counts.
public struct ViewDefinition: Sendable, Hashable {
  /// The entity whose objects, and those of its sub-entities, the view shows.
  public var entity: String
  /// The predicate they match; nil: all of them.
  public var predicate: String?
  /// The expression whose value groups them, with `asc` or `desc` behind it where sections do not go
  /// as the first sort key does; nil: one section named "".
  public var section: String?
  /// The sort descriptors; empty: by identity.
  public var sort: String
  /// The language of its localized orders, an ICU locale such as `de_DE`; empty: that of the root.
  ///
  /// It is part of the definition, so that every process sorts alike, wherever it runs.
  public var locale: String

  /// Defines a view.
  public init(
    entity: String, predicate: String? = nil, section: String? = nil, sort: String = "",
    locale: String = ""
  ) {
    self.entity = entity
    self.predicate = predicate
    self.section = section
    self.sort = sort
    self.locale = locale
  }

  /// The view that every journal has: entries by the day they were lived, the newest first.
  public static let byDay = ViewDefinition(
    entity: "entry", section: "day(creationTime) desc", sort: "creationTime desc")

  /// The name of that view.
  public static let byDayName = "by-day"
}

extension ViewDefinition {
  /// The definition as a JSON object: `entity`, and what else is said.
  public var json: JSONValue {
    var object: JSONObject = ["entity": .string(entity)]
    if let predicate { object["where"] = .string(predicate) }
    if let section { object["section"] = .string(section) }
    if !sort.isEmpty { object["sort"] = .string(sort) }
    if !locale.isEmpty { object["locale"] = .string(locale) }
    return .object(object)
  }

  /// Reads a definition; nil where the text is none.
  public init?(jsonText: String) {
    guard let object = (try? JSONParser.parse(jsonText))?.object,
      let entity = object["entity"]?.string
    else { return nil }
    self.init(
      entity: entity, predicate: object["where"]?.string, section: object["section"]?.string,
      sort: object["sort"]?.string ?? "", locale: object["locale"]?.string ?? "")
  }
}
