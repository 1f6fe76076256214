import Model
import PredicateSupport
import Predicates
import Testing

/// A record of the ``World`` as a plain value.
private struct Plain: PropertySource, Equatable {
  let name: String
  var identity: ObjectID? { Library.id(name) }
  func value(of property: String) -> Value { Library.shared.read(Library.id(name), property) }
}

@Suite struct InMemoryTests {
  private let library = Library.shared

  private func plain(_ entity: String) -> [Plain] {
    (library.names[entity] ?? []).map(Plain.init)
  }

  @Test(arguments: PredicateCase.all.filter { $0.error == nil })
  func `an array of plain values gives what the records give`(example: PredicateCase) throws {
    let predicate = try example.predicate().binding(now: KnownAnswerTests.now)
    let values = plain(example.entity)
    let found = try values.filter(predicate, others: library.read)
    #expect(found.map(\.name) == example.expected)
    let others = try values.filter(predicate.negated, others: library.read)
    #expect(found.count + others.count == values.count)
  }

  @Test(arguments: SortCase.all)
  func `an array of plain values is sorted as records are`(example: SortCase) throws {
    let descriptors = try SortDescriptor.list(
      parsing: example.keys, entity: example.entity, model: library.model)
    let input = (example.input ?? library.names[example.entity] ?? []).map(Plain.init)
    for order in [input, input.reversed(), input.shuffled()] {
      let sorted = try order.sorted(by: descriptors, others: library.read)
      #expect(sorted.map(\.name) == example.expected)
    }
  }

  @Test func `values without identities are asked of themselves`() throws {
    let values: [PropertyValues] = [
      ["mood": .int(3)], ["text": .string("b")], ["mood": .int(5), "text": .string("a")],
    ]
    let happy = try Predicate(parsing: "mood >= 3", entity: "entry", model: library.model)
    #expect(try values.filter(happy) == [values[0], values[2]])
    let byText = try SortDescriptor.list(
      parsing: "text desc", entity: "entry", model: library.model)
    #expect(try values.sorted(by: byText) == [values[1], values[2], values[0]])
  }

  @Test func `an empty list is a list, and no null`() throws {
    let all = library.names["entry"] ?? []
    #expect(try library.matching("tags = NULL", "entry") == [])
    #expect(try library.matching("tags != NULL", "entry") == all)
    #expect(try library.matching("NOT (tags = NULL)", "entry") == all)
    let without = try library.matching("tags.@count = 0", "entry")
    #expect(!without.isEmpty)
    #expect(try library.matching("tags = {}", "entry") == without)
  }
}
