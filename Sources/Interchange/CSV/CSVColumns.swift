/// What the columns of a table hold, told by their names.
struct CSVColumns {
  /// What a column can hold.
  enum Meaning: String, CaseIterable {
    case date, time, zone, text, title, tags, starred, mood, place, latitude, longitude, weather
    case modified, allDay, id, markup, extra, offset, key
  }

  /// The names as they are written.
  let names: [String]
  private(set) var places: [Meaning: Int] = [:]

  /// Names of each meaning, the surest first, without case, blanks and signs.
  private static let synonyms: [Meaning: [String]] = [
    .date: [
      "fulldate", "datetime", "timestamp", "creationdate", "created", "createdat", "date", "day",
      "entrydate",
    ],
    .time: ["time", "timeofday", "hour"],
    .zone: ["timezone", "zone", "tz"],
    .offset: ["offset", "utcoffset"],
    .text: [
      "text", "body", "note", "notes", "entry", "content", "entrytext", "description", "message",
      "journal",
    ],
    .title: ["title", "notetitle", "heading", "headline", "subject", "summary"],
    .tags: ["tags", "tag", "activities", "labels", "categories", "keywords"],
    .starred: ["starred", "star", "favorite", "favourite", "pinned"],
    .mood: ["mood", "rating"],
    .place: ["place", "location", "placename", "address"],
    .latitude: ["latitude", "lat"],
    .longitude: ["longitude", "lon", "lng", "long"],
    .weather: ["weather"],
    .modified: [
      "modified", "modifieddate", "updated", "updatedat", "modifiedtime", "lastmodified",
    ],
    .allDay: ["allday", "isallday"],
    .id: ["uuid", "id", "entryid"],
    .markup: ["markup"],
    .extra: ["extra"],
    .key: ["importkey"],
  ]

  init(_ names: [String]) {
    self.names = names
    let plain = names.map { name in
      String(name.lowercased().filter { $0.isLetter || $0.isNumber })
    }
    for meaning in Meaning.allCases {
      for synonym in Self.synonyms[meaning] ?? [] {
        if let place = plain.firstIndex(of: synonym) {
          places[meaning] = place
          break
        }
      }
    }
  }

  /// Whether this can be a diary: there are dates, and something to read.
  var isDiary: Bool {
    places[.date] != nil
      && Meaning.allCases.contains { meaning in
        [.text, .title, .tags, .mood].contains(meaning) && places[meaning] != nil
      }
  }

  /// The places of columns that mean nothing here.
  var others: [Int] {
    let known = Set(places.values)
    return names.indices.filter { !known.contains($0) }
  }
}
