// People: first name, last name and age, by age and then name, in sections by decade. New ones are entered in a
// form, which says what is wrong and asks again.
import Daybook
import ExampleSupport

struct Person: TypedRecord {
  static let entity = "person"
  var id = ObjectID.zero
  var firstName = ""
  var lastName = ""
  var age: Int?
}

let journal = try Journal.example(
  """
  {"entities": {"person": {"attributes": {
    "firstName": {"type": "string", "required": true, "minLength": 1, "maxLength": 40},
    "lastName": {"type": "string", "required": true, "minLength": 1, "maxLength": 40},
    "age": {"type": "int", "required": true, "min": 0, "max": 150}}}}}
  """)

var request = FetchRequest(entity: Person.entity)
request.section = "age / 10 * 10"
request.sort = "age, lastName localized, firstName localized"
let people = ResultsController<Person>(journal, request, named: "people", by: .user)
let drawing = Drawing<Person> { "\($0.firstName) \($0.lastName), \($0.age ?? 0)" }
try people.performFetch()
people.delegate = drawing
drawing.draw(people)

/// The form: unsaved, until every field is as it must be.
let form = Context(journal, by: .user)
var draft: LiveRecord<Person>?

/// Fills a field; what cannot be is said at once.
@MainActor func fill(_ field: String, _ text: String) {
  switch field {
  case "first": draft?.firstName = text
  case "last": draft?.lastName = text
  default:
    draft?.age = Int(text)
    if draft?.age == nil { say("! age: `\(text)` is no number") }
  }
}

loop: for await input in inputs() {
  guard case .command(let verb, let rest) = input else { break }
  do {
    switch verb {
    case "new":
      form.rollback()
      draft = try form.insert(Person())
    case "edit", "delete":
      guard let row = Int(rest), let id = try people.identities(in: row - 1..<row).first else {
        say("! there is no row \(rest)")
        continue
      }
      form.rollback()
      draft = try form.object(id)
      if verb == "delete" {
        try draft?.delete()
        try form.save()
        draft = nil
      }
    case "first", "last", "age":
      if draft == nil { say("! new, or edit N, begins a form") } else { fill(verb, rest) }
    case "save":
      let errors = try form.validate()
      for error in errors { say("! \(error.property) \(error.complaint)") }
      if errors.isEmpty {
        try form.save()
        draft = nil
      }
    case "cancel":
      form.rollback()
      draft = nil
    case "quit": break loop
    default: say("! new, edit N, first NAME, last NAME, age N, save, cancel, delete N")
    }
    try people.processChanges()
  } catch {
    say("! \(error)")
  }
}
