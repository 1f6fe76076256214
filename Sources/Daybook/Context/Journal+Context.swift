import EventLog
public import Model
import Objects

extension Journal {
  /// Opens a journal, and makes it where there is none.
  ///
  /// - Parameters:
  ///   - path: The journal's directory.
  ///   - options: How it is opened.
  ///   - committer: From whom a new journal takes its identity.
  public static func open(
    at path: String, _ options: Options = Options(), by committer: Committer
  ) throws -> Journal {
    try open(at: path, options, making: committer.seed())
  }

  /// Commits what a closure does in a context of its own: all of it, or nothing.
  ///
  ///     try journal.commit(by: committer) { context in
  ///       try context.insert(Hero(name: "Batman"))
  ///       try context.delete(id)
  ///     }
  ///
  /// Where another commit has meanwhile changed an object that the closure has read, the closure runs
  /// again in a new context, so it should do nothing else. No transaction is open while it runs.
  ///
  /// - Parameters:
  ///   - committer: Who writes.
  ///   - views: The views whose change sets are wanted.
  ///   - body: Inserts, updates and deletes.
  /// - Returns: The commit; an empty one where nothing changes.
  /// - Throws: `ChangeError` where the changes break a rule of the model; what the closure throws.
  ///   Nothing is written then.
  @discardableResult
  public func commit(
    by committer: Committer, telling views: [String] = [], _ body: (Context) throws -> Void
  ) throws -> Commit {
    var turn = 0
    while true {
      let context = Context(self, by: committer)
      try body(context)
      do {
        return try context.write(isStrict: true, telling: views)
      } catch EventLogError.wrongExpectedVersion where turn < 1_000 {
        turn += 1
      }
    }
  }

  /// Gives all objects that a request finds the same values, in one commit.
  ///
  /// - Parameters:
  ///   - request: What it finds; its offset and limit count.
  ///   - values: The values by name; null clears.
  ///   - committer: Who writes.
  /// - Returns: The commit, whose ``Commit/ids`` are the objects that it changed.
  /// - Throws: `PredicateError` where the request does not fit the model, `ChangeError` where a value
  ///   does not.
  /// - Complexity: As for the fetch, and O(k log n) for k objects.
  @discardableResult
  public func update(
    _ request: FetchRequest, values: PropertyValues, by committer: Committer
  ) throws -> Commit {
    try change(request, by: committer) { .update($0, values: values) }
  }

  /// Deletes all objects that a request finds, in one commit.
  ///
  /// - Parameters:
  ///   - request: What it finds; its offset and limit count.
  ///   - committer: Who writes.
  /// - Returns: The commit, whose ``Commit/ids`` are the objects that it deleted or changed.
  /// - Throws: `PredicateError` where the request does not fit the model, `ChangeError` where a delete
  ///   rule forbids it.
  /// - Complexity: As for the fetch, and O(k log n) for k objects.
  @discardableResult
  public func delete(_ request: FetchRequest, by committer: Committer) throws -> Commit {
    try change(request, by: committer) { .delete($0) }
  }

  private func change(
    _ request: FetchRequest, by committer: Committer, _ change: (ObjectID) -> Change
  ) throws -> Commit {
    // Each turn meets another commit that was made between finding and writing.
    var turn = 0
    while true {
      var commit = committer.request()
      let ids = try read { snapshot in
        commit.expectedSize = try snapshot.size
        return try snapshot.fetch(request).sections.flatMap(\.rows)
      }
      do {
        return try commitWhatIsThere(ids.map(change), commit)
      } catch EventLogError.wrongExpectedSize where turn < 1_000 {
        turn += 1
      }
    }
  }

  /// Commits changes, and passes over the deletion of what a deletion before it has taken along.
  func commitWhatIsThere(_ changes: [Change], _ request: CommitRequest) throws -> Commit {
    try write(request) { writer, transaction in
      for change in changes {
        if case .delete(let id) = change,
          try writer.state.object(id, .after, in: transaction.reading) == nil
        {
          continue
        }
        try writer.apply(change, in: transaction)
      }
    }
  }
}

extension Snapshot {
  /// The elements that a request finds, in its order.
  ///
  /// - Parameters:
  ///   - request: What is asked for.
  ///   - type: What they are made as.
  /// - Throws: `PredicateError` or `ViewError` where it does not fit the model; what
  ///   ``FetchableRecord/init(_:)`` throws.
  public func fetch<Element: FetchableRecord>(
    _ request: FetchRequest, as type: Element.Type
  ) throws -> [Element] {
    var elements: [Element] = []
    for section in try fetch(request).sections {
      for id in section.rows {
        if let record = try record(id) { elements.append(try Element(record)) }
      }
    }
    return elements
  }
}

extension Journal {
  /// The elements that a request finds as of the last commit, in its order.
  ///
  /// - Parameters:
  ///   - request: What is asked for.
  ///   - type: What they are made as.
  /// - Throws: As the snapshot's.
  public func fetch<Element: FetchableRecord>(
    _ request: FetchRequest, as type: Element.Type = Element.self
  ) throws -> [Element] {
    try read { try $0.fetch(request, as: type) }
  }
}
