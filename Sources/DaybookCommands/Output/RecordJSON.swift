import Daybook
import JSON

extension JSONWriter {
  /// Writes a record as everywhere: `id`, `entity`, `version`, `values`.
  ///
  /// - Parameter section: The section it stands in, where it is told.
  mutating func write(_ record: Record, section: String? = nil) {
    beginObject()
    member("id", record.id.description)
    member("entity", record.entity)
    member("version", record.version.rawValue)
    member("values", record.values)
    member(ifPresent: "section", section)
    endObject()
  }

  /// Writes values by name; what has no value is `null`.
  mutating func member(_ name: String, _ values: PropertyValues) {
    member(name)
    write(values)
  }

  /// Writes values by name; what has no value is `null`.
  mutating func write(_ values: PropertyValues) {
    beginObject()
    for (name, value) in values {
      member(name)
      write(value)
    }
    endObject()
  }

  /// Writes a value.
  mutating func write(_ value: Value) {
    switch value {
    case .null: writeNull()
    case .bool(let value): write(value)
    case .int(let value): write(value)
    case .string(let value): write(value)
    case .date(let value): write(value.rfc3339)
    case .uuid(let value): write(value.description)
    case .list(let values):
      beginArray()
      for value in values { write(value) }
      endArray()
    case .double, .data, .content: write(value.json())
    }
  }

  /// Writes identities as an array.
  mutating func member(_ name: String, _ ids: [ObjectID]) {
    member(name)
    beginArray()
    for id in ids { write(id.description) }
    endArray()
  }

  /// Writes an index path as `[section,row]`.
  mutating func write(_ path: IndexPath) {
    beginArray()
    write(path.section)
    write(path.row)
    endArray()
  }

  /// Writes index paths as an array, unless there are none.
  mutating func member(unlessEmpty name: String, _ paths: [IndexPath]) {
    if paths.isEmpty { return }
    member(name)
    beginArray()
    for path in paths { write(path) }
    endArray()
  }

  /// Writes numbers as an array, unless there are none.
  mutating func member(unlessEmpty name: String, _ numbers: [Int]) {
    if !numbers.isEmpty { member(name, numbers) }
  }
}

extension Int64 {
  /// An instant in microseconds since 1970, in UTC, as RFC 3339 writes it.
  var rfc3339: String { Moment(microseconds: self).rfc3339 }
}
