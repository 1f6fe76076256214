public import Daybook
import TestSupport

/// A journal whose rows can be put into any list: each has a section, a number to be sorted by, and a title
/// that is neither.
///
/// What a list says of names and ids is brought about by values: rows that a commit does not touch keep
/// theirs.
public final class RowTable {
  /// The journal.
  public let test: TestJournal
  private var places: [String: (section: String, rank: Double)] = [:]
  private var edition: Int64 = 0

  static let model = """
    {"entities": {"row": {"attributes": {
      "name": {"type": "string", "required": true}, "section": {"type": "string"},
      "rank": {"type": "double"}, "title": {"type": "int"}}}}}
    """

  /// Makes an empty table.
  public init(seed: UInt64) throws {
    test = try TestJournal(seed: seed)
    _ = try test.journal.applyModel(ModelFile(parsing: Self.model), test.request())
  }

  /// What shows a list of such rows: with sections where the lists have names.
  public static func request(isSectioned: Bool) -> FetchRequest {
    var request = FetchRequest(entity: "row")
    request.sort = "rank"
    if isSectioned { request.section = "section asc" }
    return request
  }

  /// The identity of a row, in the order of names.
  public static func id(_ name: String) -> ObjectID {
    var high: UInt64 = 0
    for unit in name.utf8.prefix(8) { high = high << 8 | UInt64(unit) }
    return ObjectID(high: high << UInt64(64 - 8 * min(8, name.utf8.count)), low: 0)
  }

  /// The name of a row.
  public static func name(_ id: ObjectID) -> String {
    String(decoding: id.bytes.prefix { $0 != 0 }, as: UTF8.self)
  }

  /// The changes that lead to a list by writing the touched rows alone.
  func changes(to list: [ChangeSets.Section<String>], touching touched: [String]) -> [Change] {
    edition += 1
    var changes: [Change] = []
    var next: [String: (section: String, rank: Double)] = [:]
    for section in list {
      // Touched rows lie evenly between the untouched ones around them.
      var last = -1_000.0
      for (index, name) in section.rows.enumerated() {
        if !touched.contains(name), let place = places[name] {
          next[name] = place
          last = place.rank
          continue
        }
        let following = section.rows[index...].first { !touched.contains($0) }
        let limit = following.flatMap { places[$0]?.rank } ?? last + 1_000
        let count = section.rows[index...].prefix { $0 != following }.count
        last += (limit - last) / Double(count + 1)
        next[name] = (section.name, last)
      }
    }
    for name in touched {
      let id = Self.id(name)
      guard let place = next[name] else {
        if places[name] != nil { changes.append(.delete(id)) }
        continue
      }
      let values: PropertyValues = [
        "name": .string(name), "section": .string(place.section), "rank": .double(place.rank),
        "title": .int(edition),
      ]
      changes.append(
        places[name] == nil
          ? .insert(id, entity: "row", values: values) : .update(id, values: values))
    }
    places = next
    return changes
  }

  /// Brings a list about, in one commit.
  public func show(_ list: [ChangeSets.Section<String>], touching touched: [String]) throws {
    let changes = changes(to: list, touching: touched)
    if !changes.isEmpty { _ = try test.journal.commit(changes, test.request()) }
  }

  /// Takes every row away, and brings a list about, in two commits.
  public func restart(_ list: [ChangeSets.Section<String>]) throws {
    try show([], touching: places.keys.sorted())
    try show(list, touching: list.flatMap(\.rows))
  }
}

extension ChangeSet<ObjectID> {
  /// The change set by the rows' names.
  public var named: ChangeSet<String> {
    ChangeSet<String>(
      deletedSections: deletedSections.map { .init(index: $0.index, name: $0.name) },
      insertedSections: insertedSections.map { .init(index: $0.index, name: $0.name) },
      rows: rows.map { row in
        switch row {
        case .delete(let id, let old): .delete(RowTable.name(id), at: old)
        case .insert(let id, let new): .insert(RowTable.name(id), at: new)
        case .move(let id, let old, let new): .move(RowTable.name(id), from: old, to: new)
        case .update(let id, let old, let new): .update(RowTable.name(id), at: old, to: new)
        }
      })
  }
}

extension ResultsSnapshot {
  /// The sections by the rows' names.
  public var named: [ChangeSets.Section<String>] {
    sections.map { Section(name: $0.name, rows: $0.rows.map(RowTable.name)) }
  }
}
