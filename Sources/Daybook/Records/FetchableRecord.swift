/// What a fetch can give: anything that can be made of a record.
///
/// ``Record`` itself, whose values are read by name, or a ``TypedRecord``.
public protocol FetchableRecord: Sendable {
  /// Takes the values of a record.
  ///
  /// - Throws: Where they are not what the type needs.
  init(_ record: Record) throws
}

extension Record: FetchableRecord {
  /// Takes the record as it is.
  public init(_ record: Record) { self = record }
}

extension Record: Identifiable {
  /// The value of a property, null where it has none.
  public subscript(name: String) -> Value { values[name] ?? .null }
}
