/// What can be written as a JSON value.
public protocol JSONWritable {
  /// Writes exactly one value.
  func write(to writer: inout JSONWriter)
}

extension JSONValue: JSONWritable {
  /// Writes the value.
  public func write(to writer: inout JSONWriter) {
    switch self {
    case .null: writer.writeNull()
    case .bool(let bool): bool.write(to: &writer)
    case .number(let number): number.write(to: &writer)
    case .string(let string): string.write(to: &writer)
    case .array(let array): array.write(to: &writer)
    case .object(let object): object.write(to: &writer)
    }
  }
}

extension JSONObject: JSONWritable {
  /// Writes the members in their order.
  public func write(to writer: inout JSONWriter) {
    writer.beginObject()
    for (name, value) in self { writer.member(name, value) }
    writer.endObject()
  }
}

extension JSONNumber: JSONWritable {
  /// Writes the literal.
  public func write(to writer: inout JSONWriter) { writer.write(literal: literal) }
}

extension String: JSONWritable {
  /// Writes a string.
  public func write(to writer: inout JSONWriter) { writer.write(string: utf8.span) }
}

extension Bool: JSONWritable {
  /// Writes `true` or `false`.
  public func write(to writer: inout JSONWriter) { writer.write(literal: self ? "true" : "false") }
}

extension Int: JSONWritable {
  /// Writes a decimal number.
  public func write(to writer: inout JSONWriter) { writer.write(literal: String(self)) }
}

extension Int64: JSONWritable {
  /// Writes a decimal number.
  public func write(to writer: inout JSONWriter) { writer.write(literal: String(self)) }
}

extension UInt64: JSONWritable {
  /// Writes a decimal number.
  public func write(to writer: inout JSONWriter) { writer.write(literal: String(self)) }
}

extension Double: JSONWritable {
  /// Writes a number as ``JSONValue/init(_:)-(Double)`` makes it: `null` where it is not finite.
  public func write(to writer: inout JSONWriter) { writer.write(JSONValue(self)) }
}

extension Array: JSONWritable where Element: JSONWritable {
  /// Writes an array of the elements.
  public func write(to writer: inout JSONWriter) {
    writer.beginArray()
    for element in self { writer.write(element) }
    writer.endArray()
  }
}
