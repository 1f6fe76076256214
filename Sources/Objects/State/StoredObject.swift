public import EventLog
public import Model

/// An object as its last event left it.
public struct StoredObject: Sendable, Hashable {
  /// Who it is.
  public var id: ObjectID
  /// What kind of object it is, by the model of today.
  public var entity: String
  /// The sequence of its last event.
  public var version: SequenceNumber
  /// The sequences of the last events that *other* devices wrote on it, ascending.
  ///
  /// Empty in a journal that was never copied.
  public var otherVersions: [SequenceNumber]
  /// Its stored values: attributes and stored relationships that have one.
  public var values: StoredValues

  /// Makes an object.
  public init(
    id: ObjectID, entity: String, version: SequenceNumber, otherVersions: [SequenceNumber] = [],
    values: StoredValues = StoredValues()
  ) {
    self.id = id
    self.entity = entity
    self.version = version
    self.otherVersions = otherVersions
    self.values = values
  }
}

/// A value of an object: itself where it is short, else where in the log it stands, so that a text
/// is in the file once.
public enum StoredValue: Sendable, Hashable {
  /// The value itself.
  case value(Value)
  /// The value under `key` in the payload at a sequence.
  case payload(SequenceNumber, key: String)

  /// The longest encoded value, in bytes, that is kept with the object (format 1).
  static let lengthLimit = 64

  /// What is wrong where a payload lacks the value that an object points to.
  static func missing(_ key: String, at sequence: SequenceNumber) -> EventLogError {
    .damaged(
      database: "payloads", key: "\(sequence)",
      reason: "it has no `\(key)`, to which an object points")
  }

  /// A value that an event at `sequence` carries under `key`.
  ///
  /// References stay with the object however many they are, since who refers to whom is asked at
  /// each change.
  init(_ value: Value, under key: String, at sequence: SequenceNumber) {
    if case .list(let elements) = value, case .uuid = elements.first {
      self = .value(value)
    } else if value.encodedCount > Self.lengthLimit {
      self = .payload(sequence, key: key)
    } else {
      self = .value(value)
    }
  }
}

/// The stored values of an object, by name, in the order of ``PropertyValues``.
public struct StoredValues: Sendable, Hashable, RandomAccessCollection {
  var storage: [Entry]

  /// One name and its value.
  public struct Entry: Sendable, Hashable {
    /// The property's name.
    public var name: String
    /// The value.
    public var value: StoredValue
  }

  /// Makes an empty set.
  public init() {
    storage = []
  }

  /// The first place.
  public var startIndex: Int { 0 }
  /// The place behind the last.
  public var endIndex: Int { storage.count }
  /// The entry at a place.
  public subscript(position: Int) -> Entry { storage[position] }

  /// The value under a name, nil where there is none.
  public subscript(name: String) -> StoredValue? {
    get {
      for place in storage.indices where storage[place].name == name {
        return storage[place].value
      }
      return nil
    }
    set {
      var index = storage.count
      while index > 0 {
        if storage[index - 1].name == name {
          if let newValue {
            storage[index - 1].value = newValue
          } else {
            storage.remove(at: index - 1)
          }
          return
        }
        if PropertyValues.precedes(storage[index - 1].name, name) { break }
        index -= 1
      }
      if let newValue { storage.insert(Entry(name: name, value: newValue), at: index) }
    }
  }

  /// Whether there is a value under a name.
  func has(_ name: String) -> Bool { storage.contains { $0.name == name } }

  /// Takes the values of an event at `sequence`: null clears, a long value stays in the payload.
  ///
  /// - Parameter names: What properties of that time are called today, where it differs.
  mutating func apply(
    _ values: PropertyValues, at sequence: SequenceNumber, names: [String: String] = [:]
  ) {
    if storage.isEmpty { storage.reserveCapacity(values.count) }
    for (key, value) in values {
      let name = names.isEmpty ? key : names[key] ?? key
      if value.isNull {
        self[name] = nil
      } else {
        self[name] = StoredValue(value, under: key, at: sequence)
      }
    }
  }
}
