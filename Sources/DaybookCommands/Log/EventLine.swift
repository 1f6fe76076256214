import CommandLineKit
import Daybook
import JSON

extension Event {
  /// Writes the event as `log` and `export` do: on one line, the bytes of header and payload last,
  /// which are the truth; the rest is for reading.
  ///
  /// Devices are 32 hexadecimal digits; an event's identity is `[device, counter]`.
  ///
  /// - Parameters:
  ///   - bytes: What is stored of it.
  ///   - journal: The journal, where it is to be named behind the rest.
  func writeLine(
    _ bytes: (header: [UInt8], payload: [UInt8]?), journal: ObjectID? = nil,
    to writer: inout JSONWriter
  ) {
    writer.beginObject()
    writer.member("sequence", sequence.rawValue)
    writer.member("kind", header.kind.name)
    writer.member("device", header.identity.device.bits.hexadecimal)
    writer.member("counter", header.identity.counter)
    writer.member("commit", header.commit)
    writer.member("stamp", header.stamp)
    writer.member("recorded", Self.time(header.recorded))
    writer.member("entity", header.entity)
    writer.member("object", header.object.description)
    writer.member("digest", "\(header.digest)")
    writer.member("actor", header.actor.map(JSONValue.string) ?? .null)
    writer.member("cause", header.cause.map(Self.json) ?? .null)
    writer.member("seen", header.seen.map(Self.json))
    writer.member("values", payload.map { Self.json($0.values) } ?? .null)
    writer.member("header", Base64.encode(bytes.header))
    writer.member("payload", bytes.payload.map { .string(Base64.encode($0)) } ?? JSONValue.null)
    if let journal { writer.member("journal", journal.hexadecimal) }
    writer.endObject()
    writer.endLine()
  }

  private static func json(_ identity: EventIdentity) -> JSONValue {
    .array([
      .string(identity.device.bits.hexadecimal), .number(JSONNumber(identity.counter)),
    ])
  }

  private static func json(_ values: PropertyValues) -> JSONValue {
    .object(JSONObject(uniqueMembers: values.map { ($0.name, $0.value.json()) }))
  }

  /// A recorded time as machine output has it: UTC, with microseconds.
  static func time(_ microseconds: Int64) -> String {
    InternetTime.text(microseconds: microseconds, fraction: .six)
  }
}
