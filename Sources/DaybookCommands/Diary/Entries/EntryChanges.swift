import Daybook

/// What is to become of an entry, its text aside.
struct EntryChanges {
  /// When it was.
  let date: EntryDate?
  /// The tags that come to those beside the text.
  let tags: [String]
  /// The tags that go from those beside the text.
  let untags: [String]
  /// Whether it has a star; nil: as before.
  let star: Bool?
  /// How it was; nil: as before.
  let mood: Int?

  /// Whether nothing is to change.
  var isEmpty: Bool {
    date == nil && tags.isEmpty && untags.isEmpty && star == nil && mood == nil
  }

  /// The new values of an entry; null clears.
  func values(of entry: Record) -> PropertyValues {
    var values = date?.values ?? PropertyValues()
    if !tags.isEmpty || !untags.isEmpty {
      let gone = Set(untags.map(Self.key))
      var names = entry.givenTags.filter { !gone.contains(Self.key($0)) }
      var there = Set(names.map(Self.key))
      for tag in tags where there.insert(Self.key(tag)).inserted { names.append(tag) }
      values["givenTags"] = names.isEmpty ? .null : .list(names.map(Value.string))
    }
    if let star { values["starred"] = star ? .bool(true) : .null }
    if let mood { values["mood"] = .int(Int64(mood)) }
    return values
  }

  /// The tags that were to go and are in a text, each with its entry.
  func tagsInText(of entries: [Record]) -> [(tag: String, entry: ObjectID)] {
    entries.flatMap { entry in
      let given = Set(entry.givenTags.map(Self.key))
      let written = Set(entry.tags.map(Self.key)).subtracting(given)
      return untags.filter { written.contains(Self.key($0)) }.map { ($0, entry.id) }
    }
  }

  /// What makes two spellings one tag.
  private static func key(_ tag: String) -> String { Text.folded(tag) }
}
