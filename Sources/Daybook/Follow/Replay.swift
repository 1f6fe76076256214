import EventLog
import FileSystem
import LMDB
import Objects
import OrderedIndex
import Views

extension Journal {
  /// Tells the change sets of the log's past in a view, as if the view had always been.
  ///
  /// By today's model and definition; what is erased has never been. The objects and the view as of
  /// `from` are built in a nameless environment of their own, and each commit is folded over them as
  /// its writer folded it.
  ///
  /// - Parameters:
  ///   - name: The view.
  ///   - from: The log size to start at: the first commit told is the one behind it.
  ///   - to: The log size to stop at; nil: the whole log.
  ///   - rowLimit: How many rows of each change set are wanted with their values.
  ///   - body: Takes each change set; returning false ends the replay.
  /// - Throws: `JournalError.beyondLog`, `ViewError`.
  /// - Complexity: O(events up to `to`).
  public func replay(
    view name: String, from: UInt64 = 0, to: UInt64? = nil, rowLimit: Int = .max,
    _ body: (StampedChangeSet) throws -> Bool
  ) throws {
    let scratch = scratchDirectory
    try read { snapshot in
      let size = try snapshot.size
      let end = to ?? size
      if from > size || end > size {
        throw JournalError.beyondLog(size: size, asked: max(from, end))
      }
      let view = try snapshot.context.catalog.item(name).view
      try Scratch.with(scratch) { transaction in
        let context = snapshot.context
        let start = try snapshot.commitBoundary(atOrAfter: from)
        let store = try ObjectStore.scratch(like: context.store, in: transaction)
        try store.rebuild(
          from: context.log, size: start, log: snapshot.transaction, in: transaction)
        let database = try transaction.database(named: "view")
        let index = try view.build(
          database, store: store, log: context.log, size: start, spillingTo: scratch,
          later: snapshot.transaction, in: transaction)
        var followed = try FollowedView(
          context.with(store), view, .index(index, view), size: start, log: context.log,
          earlierLog: nil, later: snapshot.transaction)
        while followed.size < end {
          let set = try followed.fold(
            logSize: size, rowLimit: rowLimit, base: transaction.reading,
            log: snapshot.transaction)
          if let set, try !body(set) { return }
          try followed.flush(index, in: transaction)
        }
      }
    }
  }
}

extension Snapshot {
  /// The size behind the commit that `size` lies within, or `size` where it is a boundary.
  func commitBoundary(atOrAfter size: UInt64) throws -> UInt64 {
    guard size > 0, try size < self.size else { return size }
    let before = try context.log.header(at: SequenceNumber(size - 1), in: transaction)
    var end = size
    while try end < self.size {
      let next = try context.log.header(at: SequenceNumber(end), in: transaction)
      guard next.identity.device == before.identity.device, next.commit == before.commit else {
        break
      }
      end += 1
    }
    return end
  }
}

/// An environment that lasts for one computation and outlasts no crash.
enum Scratch {
  /// Ends the transaction: nothing of it is wanted afterwards, so nothing of it is written.
  private struct Done: Error {}

  /// Lends the one write transaction of an empty environment in a directory; it is never committed.
  ///
  /// Its files lose their names as soon as they are open: they go with the process, however it ends.
  static func with<R>(
    _ directory: String, _ body: (borrowing WriteTransaction) throws -> R
  ) throws -> R {
    var options = Environment.Options()
    options.isDurable = false
    let path = try Files.unusedPath(in: directory, prefix: ".scratch", suffix: ".mdb")
    func removeNames() throws {
      try Files.remove(path)
      try Files.remove("\(path)-lock")
    }
    let environment: Environment
    do {
      environment = try Environment.open(at: path, options: options, creating: true)
    } catch {
      try? removeNames()
      throw error
    }
    try removeNames()
    var result: R?
    do {
      try environment.write { transaction in
        result = try body(transaction)
        throw Done()
      }
    } catch is Done {}
    guard let result else { throw Done() }
    return result
  }
}
