extension ResultsController {
  /// The changes of the list, one for each commit that shows, as they are made: the same that the
  /// ``delegate`` is told.
  ///
  ///     for try await change in controller.changes() {
  ///       switch change {
  ///       case .changes(let set): table.apply(set.batch)
  ///       case .reset: table.reload()
  ///       }
  ///     }
  ///
  /// The controller goes on by one commit whenever the next change is asked for: while the loop's body
  /// runs, it shows the list after that commit. A body that takes its time falls behind and misses nothing.
  /// Everything happens on the actor that the loop runs on. The sequence ends where its task is cancelled.
  ///
  /// - Parameter interval: How often, while there is nothing new, a number in shared memory is looked at
  ///   that every commit of every process changes.
  public func changes(
    pollingEvery interval: Duration = .milliseconds(20)
  ) -> ResultsChanges<Element> {
    ResultsChanges(controller: self, interval: interval)
  }
}

/// The changes of a results controller's list: see ``ResultsController/changes(pollingEvery:)``.
public struct ResultsChanges<Element: FetchableRecord>: AsyncSequence {
  let controller: ResultsController<Element>
  let interval: Duration

  /// Starts where the controller is.
  public func makeAsyncIterator() -> Iterator {
    Iterator(controller: controller, interval: interval)
  }

  /// Waits for changes.
  public struct Iterator: AsyncIteratorProtocol {
    let controller: ResultsController<Element>
    let interval: Duration

    /// The next change; nil where the task is cancelled.
    public mutating func next() async throws -> ResultsChange<Element>? {
      try await next(isolation: #isolation)
    }

    /// The next change; nil where the task is cancelled.
    ///
    /// - Parameter actor: The actor that the controller belongs to, on which everything happens.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws -> ResultsChange<Element>? {
      while !Task.isCancelled {
        if controller.hasNews {
          if let change = try controller.nextChange() { return change }
          continue
        }
        do {
          try await Task.sleep(for: interval)
        } catch {
          return nil
        }
      }
      return nil
    }
  }
}
