public import Daybook
import Foundation
public import TestSupport

/// A journal in a directory of its own, with the clock and the randomness of a test.
public final class TestJournal {
  /// The journal.
  public let journal: Journal
  /// Where it lies, and what else a test wants to put beside it.
  public let directory: TemporaryDirectory
  /// The source of all randomness.
  public var random: SplitMix64
  /// The clock: microseconds since 1970.
  public var now: Int64 = 1_796_000_000_000_000

  /// Makes a journal with a built-in model only.
  public init(seed: UInt64) throws {
    directory = try TemporaryDirectory()
    var random = SplitMix64(seed: seed)
    journal = try Journal.open(
      at: directory.file("journal"),
      making: Journal.Seed(
        journal: ObjectID(high: random.next(), low: random.next()),
        device: ObjectID(high: random.next(), low: random.next()), created: now))
    self.random = random
  }

  /// Makes a journal with the sample model, and the views named.
  public convenience init(seed: UInt64, views: [PlainView]) throws {
    self.init(try TestJournal(seed: seed))
    _ = try journal.applyModel(SampleModel.file(), request())
    for view in views where view.name != ViewDefinition.byDayName {
      _ = try journal.defineView(view.name, view.definition, request())
    }
  }

  /// Copies the directory of another and opens the copy.
  init(copying other: TestJournal, seed: UInt64) throws {
    directory = try TemporaryDirectory()
    try FileManager.default.copyItem(
      atPath: other.journal.directory.path, toPath: directory.file("journal"))
    journal = try Journal.open(at: directory.file("journal"))
    random = SplitMix64(seed: seed)
  }

  /// Drives a journal that is open already.
  init(_ journal: Journal, seed: UInt64) throws {
    directory = try TemporaryDirectory()
    self.journal = journal
    random = SplitMix64(seed: seed)
  }

  private init(_ other: TestJournal) {
    journal = other.journal
    directory = other.directory
    random = other.random
    now = other.now
  }

  /// A request a second later than the last.
  public func request(views: [String] = []) -> CommitRequest {
    now += 1_000_000
    var request = CommitRequest(recorded: now, seed: CommitRequest.Seed(using: &random))
    request.views = views
    return request
  }

  /// A new id, greater than those before.
  public func id() -> ObjectID {
    now += 1_000
    return ObjectID.version7(
      milliseconds: UInt64(now / 1_000), random: (random.next(), random.next()))
  }

  /// Commits changes.
  @discardableResult
  public func commit(_ changes: Change..., views: [String] = []) throws -> Commit {
    try journal.commit(changes, request(views: views))
  }

  /// The size and root of the log.
  public func head() throws -> LogHead {
    try journal.read { LogHead(size: try $0.size, root: try $0.root) }
  }

  /// The values of an object, nil where it is not there.
  public func values(_ id: ObjectID) throws -> [String: Value]? {
    try journal.read { try $0.record(id) }.map { $0.values.dictionary }
  }

  /// The records of all objects, by id, without their versions.
  public func records() throws -> [ObjectID: RecordState] {
    try journal.read { try $0.states() }
  }
}

/// How far a log has come.
public struct LogHead: Equatable, Sendable {
  /// How many events it holds.
  public var size: UInt64
  /// The root of its tree.
  public var root: [UInt8]
}

/// A record without its place in the log.
public struct RecordState: Equatable, Sendable {
  /// What kind of object it is.
  public var entity: String
  /// What it shows.
  public var values: [String: Value]

  /// Says what an object shows.
  public init(entity: String, values: [String: Value]) {
    self.entity = entity
    self.values = values
  }
}

extension PropertyValues {
  /// The values by name.
  public var dictionary: [String: Value] {
    Dictionary(map { ($0.name, $0.value) }) { $1 }
  }
}

extension Daybook.Snapshot {
  /// The ids of all objects, ascending.
  public func allIdentities() throws -> [ObjectID] {
    var ids: Set<ObjectID> = []
    try forEachEvent(in: 0..<size) { event in
      if event.header.kind.concernsObject { ids.insert(event.header.object) }
      return true
    }
    return try ids.sorted().filter { try record($0) != nil }
  }

  /// The records of all objects, by id, without their versions.
  public func states() throws -> [ObjectID: RecordState] {
    var states: [ObjectID: RecordState] = [:]
    for id in try allIdentities() {
      guard let record = try record(id) else { continue }
      states[id] = RecordState(entity: record.entity, values: record.values.dictionary)
    }
    return states
  }

  /// The whole list of a view.
  public func list(of view: String) throws -> [ChangeSets.Section<ObjectID>] {
    try page(of: self.view(view)).sections.map { Section(name: $0.info.name, rows: $0.rows) }
  }
}
