public import Model

/// A relationship to an object of an entity: who it is, and the object itself when it is asked for.
public struct Reference<Target: TypedRecord>: Hashable, Sendable, Codable {
  /// The object.
  public var id: ObjectID

  /// Refers to an object by its identity.
  public init(_ id: ObjectID) { self.id = id }

  /// Refers to an object.
  public init(_ target: Target) { id = target.id }

  /// Reads the identity.
  public init(from decoder: any Decoder) throws { id = try ObjectID(from: decoder) }

  /// Writes the identity.
  public func encode(to encoder: any Encoder) throws { try id.encode(to: encoder) }

  /// Loads the object.
  ///
  /// - Parameter source: From where: a journal, a snapshot, a context with its unsaved changes, or a
  ///   results controller as of what it shows.
  /// - Returns: nil where it is not there.
  public func load(from source: borrowing some RecordSource & ~Copyable) throws -> Target? {
    try source.record(id).map { try Target($0) }
  }
}

/// What records are read from.
public protocol RecordSource: ~Copyable {
  /// The record of an object, nil where there is none.
  func record(_ id: ObjectID) throws -> Record?
}

extension Snapshot: RecordSource {}

extension Journal: RecordSource {
  /// The record of an object as of the last commit, nil where there is none.
  public func record(_ id: ObjectID) throws -> Record? { try read { try $0.record(id) } }
}

extension ResultsController: RecordSource {
  /// The record of an object as of what the controller shows, nil where there is none.
  public func record(_ id: ObjectID) throws -> Record? {
    try read { try $0.record(id, base: $1, log: $2) }
  }
}

extension RecordSource where Self: ~Copyable {
  /// An object of an entity, nil where it is not there.
  ///
  /// - Parameters:
  ///   - id: The object.
  ///   - type: The struct for it.
  public func object<Element: FetchableRecord>(
    _ id: ObjectID, as type: Element.Type = Element.self
  ) throws -> Element? {
    try record(id).map { try Element($0) }
  }
}
