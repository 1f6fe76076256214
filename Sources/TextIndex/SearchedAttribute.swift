import Collation
public import EventLog
public import LMDB
import MerkleTree
public import Model
public import Objects

/// An attribute whose texts are indexed for search, as the model says.
public struct SearchedAttribute: Sendable {
  /// The entity that declares it; those that inherit from it are searched with it.
  public let entity: String
  /// The attribute's name.
  public let name: String
  private let family: Set<String>
  private let names: NameHistory

  private init(entity: String, name: String, family: Set<String>, names: NameHistory) {
    self.entity = entity
    self.name = name
    self.family = family
    self.names = names
  }

  /// The attributes of a model that are searched, in the order of their names.
  ///
  /// - Parameters:
  ///   - model: The model.
  ///   - names: What entities and attributes of earlier events are called in it.
  public static func all(of model: ObjectModel, names: NameHistory) -> [SearchedAttribute] {
    var all: [SearchedAttribute] = []
    for entity in model.entities.values {
      let inherited = entity.parent.flatMap { model.entity($0) }?.attributes ?? [:]
      for attribute in entity.attributes.values
      where attribute.isSearched && inherited[attribute.name] == nil {
        all.append(
          SearchedAttribute(
            entity: entity.name, name: attribute.name, family: model.family(of: entity.name),
            names: names))
      }
    }
    return all.sorted {
      $0.databaseName.utf8.lexicographicallyPrecedes($1.databaseName.utf8)
    }
  }

  /// What the names of the databases of all indexes begin with.
  public static let databasePrefix = "text."

  /// The name of the database that holds its index.
  public var databaseName: String { "\(Self.databasePrefix)\(entity).\(name)" }

  /// Whether every event has its texts under the name of today.
  public var isNamedAsEver: Bool { names.isEmpty }

  /// Whether the objects of an entity have it.
  public func isAttribute(of entity: String) -> Bool { family.contains(entity) }

  /// The layout of an index and the division into words: raised whenever the bytes that the same log
  /// gives change.
  private static let layout = 2

  /// A digest of everything that an index follows from beside the log.
  var fingerprint: [UInt8] {
    let parts = [
      "text index \(Self.layout)", entity, name, Version.unicode, Version.icu,
    ]
    return SHA256.digest(of: Array(parts.joined(separator: "\u{0}").utf8)).bytes
  }

  // MARK: - Texts

  /// Whether nothing that an event may speak of was ever called otherwise.
  fileprivate var hasOneName: Bool { names.isEmpty }

  /// Whether an event writes a text under the attribute.
  public func isWritten(by event: Event) -> Bool { text(of: event) != nil }

  /// The text that an event writes, nil where it writes none.
  private func text(of event: Event) -> String? {
    guard event.header.kind.writesValues, let values = event.payload?.values,
      family.contains(names.isEmpty ? event.header.entity : names.entity(of: event.header))
    else { return nil }
    return values[key(in: event.header, among: values.lazy.map(\.name))]?.searchedText
  }

  /// What the attribute was called when an event was written.
  private func key(in header: EventHeader, among keys: some Sequence<String>) -> String {
    if names.isEmpty { return name }
    let today = names.properties(keys, of: header)
    // A name that was given away since is not this attribute.
    return today.first { $0.value == name }?.key ?? (today[name] == nil ? name : "")
  }

  /// The text of a document.
  ///
  /// - Throws: `EventLogError.damaged` where the log has none.
  public func text(
    of document: TextDocument, _ log: EventLog, in transaction: borrowing ReadTransaction
  ) throws -> String {
    let text =
      names.isEmpty
      ? try log.value(under: name, at: document.sequence, in: transaction)?.searchedText
      : text(of: try log.event(at: document.sequence, in: transaction))
    guard let text else {
      throw EventLogError.damaged(
        database: databaseName, key: "\(document.sequence)",
        reason: "the log has no text at that place")
    }
    return text
  }

  /// Calls `body` with each document of a log, in order, and its text.
  ///
  /// - Parameter progress: Is told how many events have been read.
  func forEachDocument(
    of log: EventLog, in transaction: borrowing ReadTransaction, progress: (Int) -> Void,
    _ body: (TextDocument, String) throws -> Void
  ) throws {
    var payloads = try PayloadReader(log, in: transaction)
    var count = 0
    try log.forEachSubject(in: transaction) { sequence, subject in
      count += 1
      if count & 0xFFF == 0 { progress(count) }
      guard subject.kind?.writesValues == true else { return }
      if !names.isEmpty {
        let event = try log.event(at: sequence, in: transaction)
        if let text = text(of: event) {
          try body(TextDocument(sequence: sequence, object: event.header.object), text)
        }
        return
      }
      guard family.contains(subject.entity) else { return }
      let value = try payloads.value(under: name, at: sequence)
      if let text = value?.searchedText {
        try body(TextDocument(sequence: sequence, object: subject.object), text)
      }
    }
    progress(count)
  }
}

extension Value {
  /// The text to search; nil where there is none, as in an empty one nothing is found.
  fileprivate var searchedText: String? {
    if case .string(let text) = self, !text.isEmpty { text } else { nil }
  }
}

extension EventKind {
  /// Whether an event of the kind carries values of an object.
  fileprivate var writesValues: Bool {
    switch self {
    case .inserted, .updated, .condensed: true
    default: false
    }
  }
}

/// The documents that a commit writes, by the attributes that they are texts of.
public struct WrittenTexts: Sendable {
  /// One attribute with its documents, in order.
  public struct Documents: Sendable {
    /// The attribute.
    public let attribute: SearchedAttribute
    /// The documents.
    public fileprivate(set) var documents: [TextDocument] = []
    /// The entity asked for last whose objects have the attribute: mostly the next one's as well.
    fileprivate var likelyEntity: String?
  }

  /// Each attribute with its documents.
  public private(set) var attributes: [Documents]

  /// Begins with none.
  public init(_ attributes: [SearchedAttribute]) {
    self.attributes = attributes.map { Documents(attribute: $0) }
  }

  /// Notes an event that is in the log now.
  public mutating func note(_ event: Event) {
    for place in attributes.indices where attributes[place].holds(event) {
      attributes[place].documents.append(
        TextDocument(sequence: event.sequence, object: event.header.object))
    }
  }
}

extension WrittenTexts.Documents {
  /// Whether an event writes a text under the attribute.
  fileprivate mutating func holds(_ event: Event) -> Bool {
    guard event.header.kind.writesValues, event.header.entity == likelyEntity,
      let values = event.payload?.values
    else {
      let isWritten = attribute.isWritten(by: event)
      if isWritten && attribute.hasOneName { likelyEntity = event.header.entity }
      return isWritten
    }
    return values[attribute.name]?.searchedText != nil
  }
}
