import Collation
public import Model
import OrderedBytes
import Predicates

extension Value {
  /// The value as a component of a row's key.
  ///
  /// - Parameter order: How texts are ordered.
  func orderedComponent(_ order: StringOrder) -> OrderedComponent {
    switch self {
    case .null: .null
    case .bool(let value): .bool(value)
    case .int(let value): .int(value)
    case .double(let value): .double(value)
    case .date(let moment): .moment(microseconds: moment.microseconds)
    case .string(let text):
      .string(order.keyForm(of: text))
    case .uuid(let id): .uuid(high: id.high, low: id.low)
    case .data(let bytes): .data(bytes)
    case .content(let reference): .data(reference.digest)
    // The checker lets no list into a sort key.
    case .list: .null
    }
  }

  /// The value as the component that tells sections apart: nil and "" are one, and a moment counts by
  /// its day.
  func sectionComponent(_ order: StringOrder) -> OrderedComponent {
    switch self {
    case .string(let text) where text.isEmpty: .null
    case .date: .string(Array(sectionName.utf8))
    default: orderedComponent(order)
    }
  }

  /// Whether the value tells its section by the component that it is ordered by.
  var isOwnSectionComponent: Bool {
    switch self {
    case .string(let text): !text.isEmpty
    case .date: false
    default: true
    }
  }

  /// The name of the section of objects with this value.
  public var sectionName: String {
    switch self {
    case .null, .list: ""
    case .bool(let value): value ? "true" : "false"
    case .int(let value): String(value)
    case .double(let value):
      // A whole number reads as one: sections by `age / 10.0` are named 3 and not 3.0.
      value == value.rounded() && abs(value) < 9e15 ? String(Int64(value)) : String(value)
    case .string(let text): text
    case .date(let moment): moment.dayText
    case .uuid(let id): id.description
    case .data, .content: ""
    }
  }
}

extension OrderedKey {
  /// Appends the component that a value is, texts without a copy where their bytes are their key.
  mutating func append(_ value: Value, in order: StringOrder, descending: Bool) {
    if case .string(let text) = value {
      order.withKeyForm(of: text) { append(string: $0, descending: descending) }
    } else {
      append(value.orderedComponent(order), descending: descending)
    }
  }
}

extension ValueType {
  /// Whether a value of this type can fill a key's whole share of a text.
  var isLong: Bool {
    switch self {
    case .string, .mixed: true
    default: false
    }
  }

  /// The most bytes that a value of this type takes in a row's key.
  var maximumKeyByteCount: Int {
    switch self {
    case .string, .mixed: OrderedComponent.maximumStringByteCount
    // As a section a moment is the text of its day.
    case .date: max(OrderedComponent.momentByteCount, 16)
    case .uuid, .object: OrderedComponent.uuidByteCount
    default: OrderedComponent.maximumNumberByteCount
    }
  }
}
