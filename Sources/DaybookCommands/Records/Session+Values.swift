import CommandLineKit
import Daybook

extension Session {
  /// The moment of a JSON text that is no RFC 3339, for lack of an offset: it is in the zone that
  /// stands in brackets behind it, or else in the local one.
  func localMoment(_ text: String) throws -> Moment {
    let time: InternetTime
    do {
      time = try InternetTime(text)
    } catch {
      throw ValueError(expected: Value.momentPhrase, insteadOf: text)
    }
    var zone = zones.local
    if let name = time.zone {
      guard let known = zones.named(name) else {
        throw ValueError(expected: "a moment in a time zone that is known", insteadOf: text)
      }
      zone = known
    }
    if let instant = time.microseconds {
      return Moment(
        microseconds: instant, offsetSeconds: Int32(zone.offset(at: instant)), zone: zone.name)
    }
    let resolution = zone.resolve(local: time.localMicroseconds)
    switch resolution {
    case .one: break
    case .gap:
      note("\(text) does not exist in \(zone.name ?? "the local time zone"); it is moved forward")
    case .overlap:
      note(
        "\(text) happened twice in \(zone.name ?? "the local time zone"); the earlier one is taken")
    }
    return Moment(
      microseconds: resolution.instant, offsetSeconds: Int32(resolution.offset), zone: zone.name)
  }

  /// Reads values by a model, and keeps the content of files in the journal.
  func valueReader(_ model: ObjectModel, _ journal: Journal) -> ValueReader {
    ValueReader(
      model: model, namedMoment: { try self.moment(When($0)) }, localMoment: localMoment,
      identity: { word in try journal.read { try self.identity(word, in: $0) } },
      content: { try journal.storeContent(ofFileAt: $0) })
  }
}
