import Daybook
import Foundation
import TestSupport

// What the articles declare once and use throughout.

let model = """
  {"entities": {
    "hero": {
      "attributes": {
        "name": {"type": "string", "required": true, "minLength": 1},
        "age": {"type": "int", "min": 0, "max": 900}},
      "derived": {"initial": "firstLetter(name)"},
      "relationships": {"team": {"to": "team", "inverse": "members"}}},
    "team": {
      "attributes": {"title": {"type": "string", "required": true}},
      "relationships": {"members": {"to": "hero", "many": true, "inverse": "team"}}}}}
  """

struct Hero: TypedRecord {
  static let entity = "hero"
  var id = ObjectID.zero
  var name: String
  var age: Int?
  var team: Reference<Team>?
}

struct Team: TypedRecord {
  static let entity = "team"
  var id = ObjectID.zero
  var title: String
  var members: [Reference<Hero>] = []
}

/// The built-in entity, as far as the articles need it.
struct Entry: TypedRecord {
  static let entity = "entry"
  var id = ObjectID.zero
  var text: String
  var creationTime: Moment
}

struct WordCounts {
  /// How many words each object's text has.
  private(set) var counts: [ObjectID: Int] = [:]
  /// How many events have been applied.
  private(set) var applied: UInt64 = 0

  mutating func apply(_ event: Event) {
    let object = event.header.object
    switch event.header.kind {
    case .inserted, .updated, .condensed:
      guard case .string(let text)? = event.payload?.values["text"] else { return }
      counts[object] = text.split(separator: " ").count
    case .deleted, .erased: counts[object] = nil
    case .modelChanged, .viewChanged: break
    }
  }

  mutating func catchUp(_ snapshot: borrowing Daybook.Snapshot) throws {
    guard try snapshot.size >= applied else {
      // Another log: whatever was made of the old one is thrown away.
      self = WordCounts()
      return try catchUp(snapshot)
    }
    try snapshot.forEachEvent(in: applied..<snapshot.size) { event in
      apply(event)
      return true
    }
    applied = try snapshot.size
  }
}

/// A journal with the articles' model, in a directory of its own.
struct Sample {
  let directory: TemporaryDirectory
  let committer: Committer
  let journal: Journal

  init() throws {
    directory = try TemporaryDirectory()
    committer = Committer(
      "anna", now: { Moment(microseconds: 1_796_000_000_000_000) },
      random: { .random(in: .min ... .max) })
    journal = try Journal.open(at: directory.file("journal"), by: committer)
    _ = try journal.applyModel(ModelFile(parsing: model), committer.request())
  }

  /// Inserts a hero.
  @discardableResult
  func hero(_ name: String, age: Int = 30) throws -> ObjectID {
    var id = ObjectID.zero
    try journal.commit(by: committer) { id = try $0.insert(Hero(name: name, age: age)).id }
    return id
  }
}
