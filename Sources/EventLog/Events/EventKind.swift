/// What an event says has happened.
///
/// The numbers are the format's.
public enum EventKind: UInt64, Sendable, Hashable, CaseIterable {
  /// An object came to be, with every value it has.
  case inserted = 0
  /// Some of an object's values changed.
  case updated = 1
  /// An object went; its history stays.
  case deleted = 2
  /// An object is forgotten, its payloads with it, for good.
  case erased = 3
  /// The model changed.
  case modelChanged = 4
  /// A view was defined, changed or dropped.
  case viewChanged = 5
  /// The earlier versions of an object are forgotten; this carries every current value.
  case condensed = 6

  /// Whether the event speaks of an object, and so stands in that object's history.
  @inlinable
  public var concernsObject: Bool {
    switch self {
    case .inserted, .updated, .deleted, .erased, .condensed: true
    case .modelChanged, .viewChanged: false
    }
  }

  /// The name in machine output.
  public var name: String {
    switch self {
    case .inserted: "inserted"
    case .updated: "updated"
    case .deleted: "deleted"
    case .erased: "erased"
    case .modelChanged: "modelChanged"
    case .viewChanged: "viewChanged"
    case .condensed: "condensed"
    }
  }

  /// The kind of a name in machine output, nil where there is none.
  public init?(name: String) {
    guard let kind = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = kind
  }
}
