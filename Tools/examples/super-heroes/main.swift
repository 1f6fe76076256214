// Super heroes, as the controller's first tutorials had them: a name and a secret identity, in either order,
// in sections by first letter. A new name moves a hero to another section, makes one and takes one away,
// all in one commit; a hero may be without a name.
import Daybook
import ExampleSupport

struct Hero: TypedRecord {
  static let entity = "hero"
  var id = ObjectID.zero
  var name = ""
  var secretIdentity = ""
}

let journal = try Journal.example(
  """
  {"entities": {"hero": {
    "attributes": {"name": {"type": "string"}, "secretIdentity": {"type": "string"}},
    "derived": {
      "initial": "firstLetter(name)", "identityInitial": "firstLetter(secretIdentity)"}}}}
  """)

/// The list in one order; each is a view of its own in the journal.
@MainActor func heroes(by name: String, _ initial: String) throws -> ResultsController<Hero> {
  var request = FetchRequest(entity: Hero.entity)
  request.section = initial
  request.sort = "\(initial), \(name) localized"
  let controller = ResultsController<Hero>(journal, request, named: "by-\(name)", by: .user)
  try controller.performFetch()
  return controller
}

let orders = [
  "name": try heroes(by: "name", "initial"),
  "identity": try heroes(by: "secretIdentity", "identityInitial"),
]
let drawing = Drawing<Hero> { hero in
  (hero.name.isEmpty ? "(no name)" : hero.name)
    + (hero.secretIdentity.isEmpty ? "" : ", who is \(hero.secretIdentity)")
}
var shown = orders["name"]
shown?.delegate = drawing

@MainActor func change(_ number: String, _ body: (Context, ObjectID) throws -> Void) throws {
  guard let row = Int(number), let id = try shown?.identities(in: row - 1..<row).first else {
    return say("! there is no row \(number)")
  }
  try journal.commit(by: .user) { try body($0, id) }
}

loop: for await input in inputs() {
  guard case .command(let verb, let rest) = input else { break }
  let words = rest.split(separator: " ", maxSplits: 1).map(String.init)
  do {
    switch verb {
    case "add":
      let parts = rest.split(separator: " = ", maxSplits: 1).map(String.init)
      let hero = Hero(name: parts.first ?? "", secretIdentity: parts.count > 1 ? parts[1] : "")
      try journal.commit(by: .user) { try $0.insert(hero) }
    case "rename":
      try change(words.first ?? "") { context, id in
        try context.update(id, as: Hero.self) { $0.name = words.count > 1 ? words[1] : "" }
      }
    case "unmask":
      try change(words.first ?? "") { context, id in
        try context.update(id, as: Hero.self) {
          $0.secretIdentity = words.count > 1 ? words[1] : ""
        }
      }
    case "delete": try change(rest) { context, id in try context.delete(id) }
    case "order":
      guard let order = orders[rest] else {
        say("! order name, or order identity")
        continue
      }
      shown?.delegate = nil
      shown = order
      try order.processChanges()
      order.delegate = drawing
      drawing.draw(order)
    case "index": say("  \(try shown?.sectionIndexTitles.joined(separator: " ") ?? "")")
    case "quit": break loop
    default: say("! add NAME = IDENTITY, rename N NAME, unmask N IDENTITY, delete N, order, index")
    }
    try shown?.processChanges()
  } catch {
    say("! \(error)")
  }
}
