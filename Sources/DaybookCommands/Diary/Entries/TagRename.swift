import Daybook

/// Another name for a tag, where it stands beside a text and within it.
struct TagRename {
  /// The name that goes; spellings that differ in case and accents are the same tag.
  let old: String
  /// The name that comes.
  let new: String

  /// What becomes of an entry; nothing where it does not have the tag.
  ///
  /// - Throws: A failure where the new name could not be read as a tag in the text.
  func values(of entry: Record) throws -> PropertyValues {
    var values = PropertyValues()
    let key = Text.folded(old)
    let given = entry.givenTags
    if given.contains(where: { Text.folded($0) == key }) {
      var there: Set<String> = []
      let names = given.map { Text.folded($0) == key ? new : $0 }
        .filter { there.insert(Text.folded($0)).inserted }
      values["givenTags"] = .list(names.map(Value.string))
    }
    if let text = entry.text, let renamed = try renamed(text, of: entry.id) {
      values["text"] = .string(renamed)
    }
    return values
  }

  /// The text with the tag's new name behind the signs that were there; nil where it has none.
  private func renamed(_ text: String, of id: ObjectID) throws -> String? {
    let key = Text.folded(old)
    var result = ""
    var end = text.startIndex
    var isFound = false
    for tag in Tags.occurrences(in: text) where Text.folded(tag.name) == key {
      isFound = true
      result += text[end..<text.unicodeScalars.index(after: tag.range.lowerBound)]
      result += new
      end = tag.range.upperBound
    }
    guard isFound else { return nil }
    result += text[end...]
    let isRead = Tags.occurrences(in: result).contains { $0.name == new }
    guard isRead else {
      throw CommandFailure.usage(
        "\(new.inQuotes) cannot be a tag within a text, and the text of \(id.shortText) has the old "
          + "one; nothing is changed")
    }
    return result
  }
}
