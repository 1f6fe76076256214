import Daybook
import JSON

extension JSONWriter {
  /// Writes an event as `log` and `export` do, the bytes of header and payload last: they are the
  /// truth, the rest is for reading.
  ///
  /// Devices and digests are in hexadecimal digits; the identity of another event is
  /// `[device, counter]`.
  ///
  /// - Parameters:
  ///   - bytes: What is stored of it.
  ///   - journal: The journal, where it is to be named behind the rest.
  mutating func write(
    _ event: Event, _ bytes: (header: [UInt8], payload: [UInt8]?), journal: ObjectID? = nil
  ) {
    let header = event.header
    beginObject()
    member("sequence", event.sequence.rawValue)
    member("kind", header.kind.name)
    member("device", header.identity.device.bits.hexadecimal)
    member("counter", header.identity.counter)
    member("commit", header.commit)
    member("stamp", header.stamp)
    member("recorded", header.recorded.rfc3339)
    member("entity", header.entity)
    member("object", header.object.description)
    member("digest", "\(header.digest)")
    member("actor")
    if let actor = header.actor { write(actor) } else { writeNull() }
    member("cause")
    if let cause = header.cause { write(cause) } else { writeNull() }
    member("seen")
    beginArray()
    for identity in header.seen { write(identity) }
    endArray()
    member("values")
    if let payload = event.payload { write(payload.values) } else { writeNull() }
    member("header", Base64.encode(bytes.header))
    member("payload")
    if let payload = bytes.payload { write(Base64.encode(payload)) } else { writeNull() }
    member(ifPresent: "journal", journal?.hexadecimal)
    endObject()
  }

  private mutating func write(_ identity: EventIdentity) {
    beginArray()
    write(identity.device.bits.hexadecimal)
    write(identity.counter)
    endArray()
  }
}
