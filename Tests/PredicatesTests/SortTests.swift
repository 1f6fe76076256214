import Collation
import JSON
import Model
import PredicateSupport
import Predicates
import Testing

extension SortCase: CustomTestStringConvertible {
  /// The case's name and its text.
  public var testDescription: String { "\(name): \(keys)" }
}

/// A value of a sort key as what decides: texts as their key forms.
private enum SortKey: Comparable {
  case null
  case number(Double)
  case moment(Int64)
  case bytes([UInt8])

  init(_ value: Value, _ order: StringOrder) {
    switch value {
    case .bool(let flag): self = .number(flag ? 1 : 0)
    case .int(let number): self = .number(Double(number))
    case .double(let number): self = .number(number)
    case .date(let moment): self = .moment(moment.microseconds)
    case .string(let text): self = .bytes(order.keyForm(of: text))
    case .uuid(let id): self = .bytes(id.bytes)
    default: self = .null
    }
  }

  static func < (left: SortKey, right: SortKey) -> Bool {
    switch (left, right) {
    case (.null, .null): false
    case (.null, _): true
    case (.number(let left), .number(let right)): left < right
    case (.moment(let left), .moment(let right)): left < right
    case (.bytes(let left), .bytes(let right)): left.lexicographicallyPrecedes(right)
    default: false
    }
  }
}

@Suite struct SortTests {
  @Test(arguments: SortCase.all)
  func `sort keys give the order that they must`(example: SortCase) throws {
    let library = Library.shared
    let descriptors = try SortDescriptor.list(
      parsing: example.keys, entity: example.entity, model: library.model)
    let input = example.input ?? library.names[example.entity] ?? []
    let rows = try input.map { name in
      let keys = try descriptors.map {
        SortKey(try $0.expression.evaluate(Library.id(name), library.read), $0.order)
      }
      return (name: name, keys: keys)
    }
    let sorted = rows.sorted { left, right in
      for (index, descriptor) in descriptors.enumerated()
      where left.keys[index] != right.keys[index] {
        return (left.keys[index] < right.keys[index]) == descriptor.isAscending
      }
      return Library.id(left.name) < Library.id(right.name)
    }
    #expect(sorted.map(\.name) == example.expected)
    let text = SortDescriptor.text(of: descriptors)
    #expect(
      try SortDescriptor.list(parsing: text, entity: example.entity, model: library.model)
        == descriptors)
  }
}

@Suite struct SortParsingTests {
  static func list(_ text: String) throws -> [SortDescriptor] {
    try SortDescriptor.list(
      parsing: text, entity: "entry", model: Library.shared.model, locale: "de")
  }

  @Test func `keys have a direction and an order`() throws {
    let list = try Self.list(
      "text localizedStandard, mood DESC, max({mood, 1}), lowercase(text) asc")
    #expect(list.map(\.isAscending) == [true, false, true, true])
    #expect(list[0].order == .localizedStandard(locale: "de"))
    #expect(
      SortDescriptor.text(of: list)
        == "text asc localizedStandard, mood desc, max({mood, 1}) asc, lowercase(text) asc")
    #expect(try Self.list(" ").isEmpty)
  }

  static let refusals: [(String, PredicateError.Kind, Int)] = [
    ("mood up", PredicateError.Kind.parse, 6), ("mood asc desc", .parse, 10),
    ("mood localized", .type, 1), ("text, tags", .type, 7), ("moood", .key, 1),
    ("media.type", .type, 7), ("text,", .parse, 6), ("text compare desc", .parse, 14),
  ]

  @Test(arguments: refusals)
  func `what is no key is refused with its place`(
    text: String, kind: PredicateError.Kind, column: Int
  ) throws {
    let error = #expect(throws: PredicateError.self) { try Self.list(text) }
    #expect(error?.kind == kind)
    #expect(error?.column == column)
  }

  @Test func `a section says its own direction or none`() throws {
    let model = Library.shared.model
    let month = try SortDescriptor.section(
      parsing: "month(creationTime) desc", entity: "entry", model: model)
    #expect(month.expression.text == "month(creationTime)")
    #expect(month.isAscending == false)
    let plain = try SortDescriptor.section(parsing: "mood / 2 * 2", entity: "entry", model: model)
    #expect(plain.isAscending == nil)
    for wrong in ["mood, text", "", "tags", "mood desc localized"] {
      #expect(throws: PredicateError.self) {
        try SortDescriptor.section(parsing: wrong, entity: "entry", model: model)
      }
    }
  }
}
