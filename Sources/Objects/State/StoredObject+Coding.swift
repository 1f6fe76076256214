import CBOR
public import EventLog
import LMDB
import Model

/// The tag of a value that stands in a payload.
private let placeTag: UInt64 = 40002

/// The row of an object in `objects`:
///
///     [entity tstr, version uint, [other version uint, …], {name tstr => value or place, …}]
///     value = as in payloads
///     place = 40002([sequence uint, key tstr])     a value that stands in a payload
extension CBORWriter {
  /// Writes the row of an object.
  mutating func row(of object: StoredObject) {
    array(count: 4)
    text(object.entity)
    unsigned(object.version.rawValue)
    array(count: object.otherVersions.count)
    for version in object.otherVersions { unsigned(version.rawValue) }
    map(count: object.values.count)
    for entry in object.values {
      text(entry.name)
      switch entry.value {
      case .value(let content):
        // A double that is not finite never passed the payload's writer.
        do { try value(content) } catch { null() }
      case .payload(let sequence, let key):
        tag(placeTag)
        array(count: 2)
        unsigned(sequence.rawValue)
        text(key)
      }
    }
  }
}

extension StoredObject {
  /// The row's bytes.
  var row: [UInt8] {
    var writer = CBORWriter(reservingCapacity: 128)
    writer.row(of: self)
    return writer.bytes
  }

  /// Reads a row.
  ///
  /// - Throws: `EventLogError.damaged` where it is not what was written.
  init(id: ObjectID, row: RawSpan) throws {
    do {
      self = try row.withElements { bytes throws(CBORError) in
        try StoredObject(id: id, decoding: bytes)
      }
    } catch {
      throw EventLogError.damaged(
        database: "objects", key: "\(id)", reason: error.description)
    }
  }

  /// What of a row is decoded.
  struct Part {
    /// The entities whose objects are wanted, by the bytes of their names.
    let entities: [[UInt8]]
    /// The properties that are wanted, by the bytes of their names.
    let properties: [[UInt8]]

    init(entities: Set<String>, properties: Set<String>) {
      self.entities = entities.map { Array($0.utf8) }
      self.properties = properties.map { Array($0.utf8) }
    }

    /// Whether the name of an entity that is wanted stands at a range.
    @inline(__always)
    fileprivate func hasEntity(_ bytes: Span<UInt8>, at range: Range<Int>) -> Bool {
      // By places, since a name that is iterated over is counted as held.
      for place in entities.indices where bytes.holds(entities[place], at: range) { return true }
      return false
    }
  }

  /// Reads a part of a row: nil where the object is of none of the entities that are wanted.
  ///
  /// - Throws: `EventLogError.damaged` where what was read is not what was written.
  init?(id: ObjectID, row: RawSpan, _ part: Part) throws {
    do {
      let object = try row.withElements { bytes throws(CBORError) in
        try StoredObject(id: id, decoding: bytes, part)
      }
      guard let object else { return nil }
      self = object
    } catch {
      throw EventLogError.damaged(
        database: "objects", key: "\(id)", reason: error.description)
    }
  }

  private init?(id: ObjectID, decoding bytes: Span<UInt8>, _ part: Part) throws(CBORError) {
    var cursor = CBORCursor()
    try cursor.expectObject(in: bytes)
    let start = cursor.offset
    let name = try cursor.uncheckedTextRange(in: bytes)
    guard part.entities.contains(where: { bytes.holds($0, at: name) }) else { return nil }
    cursor.offset = start
    let entity = try cursor.text(in: bytes)
    let version = SequenceNumber(try cursor.unsigned(in: bytes))
    self.init(id: id, entity: entity, version: version)
    for _ in 0..<(try cursor.arrayCount(in: bytes)) {
      otherVersions.append(SequenceNumber(try cursor.unsigned(in: bytes)))
    }
    for _ in 0..<(try cursor.mapCount(in: bytes)) {
      if values.count == part.properties.count { return }
      let start = cursor.offset
      let name = try cursor.uncheckedTextRange(in: bytes)
      guard part.properties.contains(where: { bytes.holds($0, at: name) }) else {
        _ = try cursor.skip(in: bytes)
        continue
      }
      cursor.offset = start
      values.storage.append(
        StoredValues.Entry(
          name: try cursor.text(in: bytes), value: try cursor.storedValue(in: bytes)))
    }
  }

  private init(id: ObjectID, decoding bytes: Span<UInt8>) throws(CBORError) {
    var cursor = CBORCursor()
    try cursor.expectObject(in: bytes)
    let entity = try cursor.text(in: bytes)
    let version = SequenceNumber(try cursor.unsigned(in: bytes))
    self.init(id: id, entity: entity, version: version)
    for _ in 0..<(try cursor.arrayCount(in: bytes)) {
      otherVersions.append(SequenceNumber(try cursor.unsigned(in: bytes)))
    }
    let count = try cursor.mapCount(in: bytes)
    values.storage.reserveCapacity(count)
    for _ in 0..<count {
      let name = try cursor.text(in: bytes)
      values.storage.append(
        StoredValues.Entry(name: name, value: try cursor.storedValue(in: bytes)))
    }
    try cursor.expectEnd(of: bytes)
  }
}

/// Where a text of an object stands, as the object's row says.
public enum StoredText {
  /// In the row itself: a range of its bytes.
  case row(Range<Int>)
  /// In the payload at a sequence, under the same name.
  case payload(SequenceNumber)

  /// Finds a text in a row, nil where there is none, where the payload has it under an earlier name, and
  /// where the object is of no entity that is wanted; nothing is decoded on the way.
  ///
  /// - Throws: `EventLogError.damaged` where what was read is not what was written.
  init?(of property: [UInt8], id: ObjectID, row: RawSpan, _ part: StoredObject.Part) throws {
    do {
      let text = try row.withElements { bytes throws(CBORError) in
        try StoredText(of: property, decoding: bytes, part)
      }
      guard let text else { return nil }
      self = text
    } catch {
      throw EventLogError.damaged(
        database: "objects", key: "\(id)", reason: error.description)
    }
  }

  private init?(
    of property: [UInt8], decoding bytes: Span<UInt8>, _ part: StoredObject.Part
  ) throws(CBORError) {
    var cursor = CBORCursor()
    _ = try cursor.arrayCount(in: bytes)
    let entity = try cursor.uncheckedTextRange(in: bytes)
    guard part.hasEntity(bytes, at: entity) else { return nil }
    _ = try cursor.unsigned(in: bytes)
    for _ in 0..<(try cursor.arrayCount(in: bytes)) { _ = try cursor.unsigned(in: bytes) }
    for _ in 0..<(try cursor.mapCount(in: bytes)) {
      let name = try cursor.uncheckedTextRange(in: bytes)
      guard bytes.holds(property, at: name) else {
        try cursor.skip(in: bytes)
        continue
      }
      switch try cursor.majorType(in: bytes) {
      case .textString:
        self = .row(try cursor.uncheckedTextRange(in: bytes))
      case .tag where try cursor.tag(in: bytes) == placeTag:
        _ = try cursor.arrayCount(in: bytes)
        let sequence = SequenceNumber(try cursor.unsigned(in: bytes))
        guard bytes.holds(property, at: try cursor.uncheckedTextRange(in: bytes)) else {
          return nil
        }
        self = .payload(sequence)
      default: return nil
      }
      return
    }
    return nil
  }
}

extension Span<UInt8> {
  /// Whether some bytes stand at a range.
  @inline(__always)
  func holds(_ other: [UInt8], at range: Range<Int>) -> Bool {
    guard other.count == range.count else { return false }
    for offset in other.indices where self[range.lowerBound + offset] != other[offset] {
      return false
    }
    return true
  }
}

extension CBORCursor {
  /// Reads the head of an object's row, up to the name of its entity.
  mutating func expectObject(in bytes: Span<UInt8>) throws(CBORError) {
    let start = offset
    guard try arrayCount(in: bytes) == 4 else {
      throw CBORError(.unexpected(found: .array, expected: "four elements"), at: start)
    }
  }

  /// Reads a value of an object's row, or where in the log it stands.
  mutating func storedValue(
    in bytes: Span<UInt8>
  ) throws(CBORError) -> StoredValue {
    let start = offset
    guard try majorType(in: bytes) == .tag, try tag(in: bytes) == placeTag else {
      offset = start
      return .value(try value(in: bytes))
    }
    guard try arrayCount(in: bytes) == 2 else {
      throw CBORError(.unexpected(found: .array, expected: "sequence and key"), at: start)
    }
    let sequence = SequenceNumber(try unsigned(in: bytes))
    return .payload(sequence, key: try text(in: bytes))
  }
}
