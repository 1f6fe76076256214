public import Model
import Objects
import Predicates

/// What became of an observed object.
public enum ObjectChange<Element: FetchableRecord>: Sendable {
  /// It has these values now, or is there again.
  case updated(Element)
  /// It is not there any more.
  case deleted
}

/// Follows one object over the commits of every process: whatever it shows, derived values and
/// relationships included.
///
///     let observer = try ObjectObserver(journal, id, as: Hero.self)
///     for try await change in observer.changes() { … }
///
/// Not `Sendable`: an observer belongs to the actor or thread that made it.
public final class ObjectObserver<Element: FetchableRecord> {
  /// The object.
  public let id: ObjectID
  private let controller: ResultsController<Element>

  /// Starts at the object as it is.
  ///
  /// - Parameters:
  ///   - journal: The journal.
  ///   - id: The object.
  ///   - type: What it is made as.
  /// - Throws: `ChangeError.missingObject` where there is no such object.
  public init(_ journal: Journal, _ id: ObjectID, as type: Element.Type = Element.self) throws {
    guard let record = try journal.record(id) else {
      throw ChangeError.missingObject(id, what: "observe")
    }
    self.id = id
    var request = FetchRequest(entity: record.entity)
    request.predicate = "SELF == %@"
    request.arguments = [.record(id)]
    controller = ResultsController(journal, request)
    try controller.performFetch()
  }

  /// The object as it is shown; nil where it is not there.
  public var element: Element? {
    get throws { try controller.object(id, as: Element.self) }
  }

  /// Whether there may be something new: one look at a number in shared memory.
  public var hasNews: Bool { controller.hasNews }

  /// Takes in the next commit that changes the object; nil where there is none.
  ///
  /// - Throws: What ``FetchableRecord/init(_:)`` throws.
  public func nextChange() throws -> ObjectChange<Element>? {
    guard let change = try controller.nextChange() else { return nil }
    return try observed(change)
  }

  fileprivate func observed(_ change: ResultsChange<Element>) throws -> ObjectChange<Element> {
    switch change {
    case .changes(let set):
      guard let row = set.changeSet.rows.first, row.newPath != nil, let element = set.elements[id]
      else { return .deleted }
      return .updated(element)
    case .reset: return try element.map(ObjectChange.updated) ?? .deleted
    }
  }

  /// The changes of the object, one for each commit that shows, as they are made.
  ///
  /// Everything happens on the actor that asks; the sequence ends where its task is cancelled.
  ///
  /// - Parameter interval: How often, while there is nothing new, a number in shared memory is looked at.
  public func changes(pollingEvery interval: Duration = .milliseconds(20)) -> ObjectChanges<Element>
  {
    ObjectChanges(observer: self, changes: controller.changes(pollingEvery: interval))
  }
}

/// The changes of an observed object: see ``ObjectObserver/changes(pollingEvery:)``.
public struct ObjectChanges<Element: FetchableRecord>: AsyncSequence {
  let observer: ObjectObserver<Element>
  let changes: ResultsChanges<Element>

  /// Starts where the observer is.
  public func makeAsyncIterator() -> Iterator {
    Iterator(observer: observer, changes: changes.makeAsyncIterator())
  }

  /// Waits for changes.
  public struct Iterator: AsyncIteratorProtocol {
    let observer: ObjectObserver<Element>
    var changes: ResultsChanges<Element>.Iterator

    /// The next change; nil where the task is cancelled.
    public mutating func next() async throws -> ObjectChange<Element>? {
      try await next(isolation: #isolation)
    }

    /// The next change; nil where the task is cancelled.
    ///
    /// - Parameter actor: The actor that the observer belongs to.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws -> ObjectChange<Element>? {
      try await changes.next(isolation: actor).map { try observer.observed($0) }
    }
  }
}
