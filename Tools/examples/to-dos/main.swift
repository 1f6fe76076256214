// To-dos: a name, and whether it is done, in sections by that. What is changed is kept in a context until it is
// saved; leaving saves, and so does the system when it ends the program.
import Daybook
import ExampleSupport

struct Item: TypedRecord {
  static let entity = "item"
  var id = ObjectID.zero
  var name: String
  var isDone = false

  enum CodingKeys: String, CodingKey {
    case id, name
    case isDone = "done"
  }
}

let journal = try Journal.example(
  """
  {"entities": {"item": {"attributes": {
    "name": {"type": "string", "required": true, "minLength": 1},
    "done": {"type": "bool", "required": true, "default": false}}}}}
  """)

var request = FetchRequest(entity: Item.entity)
request.section = "done"
request.sort = "name localizedStandard"
let items = ResultsController<Item>(journal, request, named: "items", by: .user)
let drawing = Drawing<Item> { ($0.isDone ? "[x] " : "[ ] ") + $0.name }
try items.performFetch()
items.delegate = drawing
drawing.draw(items)

/// Everything that is not saved; where another program has changed the same, this one's changes win.
let context = Context(journal, by: .user, merging: .unsavedWins)

/// The row of a number, to be changed.
@MainActor func item(_ number: String?) throws -> LiveRecord<Item>? {
  let row = number.flatMap { Int($0) } ?? 0
  guard let id = try items.identities(in: row - 1..<row).first else {
    say("! there is no row \(number ?? "")")
    return nil
  }
  return try context.object(id)
}

/// Saves what can be, and says what cannot.
@MainActor func save() {
  do {
    for error in try context.validate() { say("! \(error.property) \(error.complaint)") }
    try context.save()
    try items.processChanges()
  } catch {
    say("! not saved: \(error)")
  }
}

loop: for await input in inputs() {
  guard case .command(let verb, let rest) = input else {
    // The end of the input, or of the process.
    break
  }
  do {
    let words = rest.split(separator: " ", maxSplits: 1).map(String.init)
    switch verb {
    case "add":
      let new = try context.insert(Item(name: rest))
      for error in try context.validate() where error.object == new.id {
        say("! \(error.property) \(error.complaint)")
        try new.delete()
      }
    case "done": if let item = try item(words.first) { item.isDone.toggle() }
    case "rename":
      if let item = try item(words.first) {
        let old = item.name
        item.name = words.count > 1 ? words[1] : ""
        if try !context.validate().isEmpty {
          say("! a name is required")
          item.name = old
        }
      }
    case "delete": try item(words.first)?.delete()
    case "save": save()
    case "undo": context.rollback()
    case "quit": break loop
    default: say("! add NAME, done N, rename N NAME, delete N, save, undo, quit")
    }
    if context.hasChanges { say("  (unsaved)") }
  } catch {
    say("! \(error)")
  }
}
if context.hasChanges { save() }
