// A photo diary on the entities that every journal has: entries with their text and time, the newest first, and
// media of types. A search shows thirty at the most, and stays right whatever is written or deleted.
import Daybook
import ExampleSupport

struct Entry: TypedRecord {
  static let entity = "entry"
  var id = ObjectID.zero
  var text: String
  var creationTime: Moment
  var media: [Reference<Medium>] = []
}

struct Medium: TypedRecord {
  static let entity = "medium"
  var id = ObjectID.zero
  var type: String
  var diaryEntry: Reference<Entry>?
}

let journal = try Journal.example(#"{"entities": {}}"#)
let drawing = Drawing<Entry> { entry in
  let media = entry.media.compactMap { try? $0.load(from: journal)?.type }
  return entry.text + (media.isEmpty ? "" : " [\(media.joined(separator: ", "))]")
}

/// The entries that a predicate finds, at most thirty of them.
@MainActor func entries(_ predicate: String, _ arguments: Argument...) throws -> ResultsController<
  Entry
> {
  var request = FetchRequest(entity: Entry.entity)
  request.predicate = predicate
  request.arguments = arguments
  request.sort = "creationTime desc"
  request.limit = 30
  let controller = ResultsController<Entry>(journal, request)
  try controller.performFetch()
  controller.delegate = drawing
  drawing.draw(controller)
  return controller
}

var diary = try entries("TRUEPREDICATE")
/// The clock of the diary: each entry is a minute later than the last.
var minutes: Int64 = 0

@MainActor func write(_ text: String, in context: Context) throws {
  minutes += 1
  let now = Moment(microseconds: Committer.user.now().microseconds + minutes * 60_000_000)
  try context.insert(Entry(text: text, creationTime: now))
}

@MainActor func row(_ number: String?) throws -> ObjectID? {
  let row = number.flatMap { Int($0) } ?? 0
  let id = row > 0 ? try diary.identities(in: row - 1..<row).first : nil
  if id == nil { say("! there is no row \(number ?? "")") }
  return id
}

loop: for await input in inputs() {
  guard case .command(let verb, let rest) = input else { break }
  let words = rest.split(separator: " ").map(String.init)
  let type = Argument.value(.string(rest))
  do {
    switch verb {
    case "write": try journal.commit(by: .user) { try write(rest, in: $0) }
    case "attach":
      guard words.count == 2, let id = try row(words[0]) else { continue }
      try journal.commit(by: .user) {
        try $0.insert(Medium(type: words[1], diaryEntry: Reference(id)))
      }
    case "delete":
      guard let id = try row(rest) else { continue }
      try journal.commit(by: .user) { try $0.delete(id) }
    case "elsewhere":
      // Another context, as of another window, saves several things at once.
      let context = Context(journal, by: .user)
      for text in rest.split(separator: "/") { try write(String(text), in: context) }
      try context.save()
    case "search": diary = try entries("text CONTAINS[cd] %@", type)
    case "any": diary = try entries("ANY media.type = %@", type)
    case "all": diary = try entries("ALL media.type = %@", type)
    case "none": diary = try entries("NONE media.type = %@", type)
    case "everything": diary = try entries("TRUEPREDICATE")
    case "before":
      guard let id = try row(rest), let entry = try diary.object(id, as: Entry.self) else {
        continue
      }
      var request = FetchRequest(entity: Medium.entity)
      request.predicate = "diaryEntry.creationTime < %@"
      request.arguments = [.value(.date(entry.creationTime))]
      request.sort = "diaryEntry.creationTime, type"
      for medium in try journal.fetch(request, as: Medium.self) { say("    \(medium.type)") }
    case "quit": break loop
    default: say("! write, attach N TYPE, delete N, search, any, all, none, before N, everything")
    }
    try diary.processChanges()
  } catch {
    say("! \(error)")
  }
}
