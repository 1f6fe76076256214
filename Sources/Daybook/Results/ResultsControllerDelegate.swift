public import ChangeSets
public import Model

/// Is told of every commit that changes a results controller's list.
///
/// For each commit, in this order: ``controllerWillChangeContent(_:)``, while the controller still shows
/// the list as it was; the sections that went, from the last to the first, and those that came, from the
/// first to the last; the rows deleted, from the last to the first, moved and inserted, ascending by
/// their new paths, and updated, ascending by their old ones; ``controllerDidChangeContent(_:)``. From
/// the first event on the controller shows the new list. Nothing is called for a commit that does not
/// show.
///
/// All calls are made by whoever lets the controller take in commits, on that thread and actor, before
/// the call returns: see ``ResultsController/processChanges()``.
public protocol ResultsControllerDelegate<Element>: AnyObject {
  /// What the controller's list is made of.
  associatedtype Element: FetchableRecord

  /// The list is about to change.
  func controllerWillChangeContent(_ controller: ResultsController<Element>)

  /// A section came or went.
  ///
  /// - Parameters:
  ///   - controller: The controller.
  ///   - section: The section's name and its number, before the commit for a delete, after it for an
  ///     insert.
  ///   - type: Insert or delete.
  func controller(
    _ controller: ResultsController<Element>,
    didChange section: ChangeSet<ObjectID>.SectionChange, for type: ResultsChangeType)

  /// A row came, went, moved or was updated.
  ///
  /// - Parameters:
  ///   - controller: The controller.
  ///   - element: The row's element; of a deleted one, as it was.
  ///   - indexPath: Its place before the commit; nil for an insert.
  ///   - type: What became of it.
  ///   - newIndexPath: Its place after the commit; nil for a delete.
  func controller(
    _ controller: ResultsController<Element>, didChange element: Element,
    at indexPath: IndexPath?, for type: ResultsChangeType, newIndexPath: IndexPath?)

  /// All that the commit did has been told.
  func controllerDidChangeContent(_ controller: ResultsController<Element>)

  /// The list no longer follows from what was shown: it has been fetched anew, and whoever shows it reads
  /// it anew.
  func controllerDidReset(_ controller: ResultsController<Element>)

  /// What an index at the side of the list shows for a section.
  ///
  /// - Parameters:
  ///   - controller: The controller.
  ///   - name: The section's name.
  func controller(
    _ controller: ResultsController<Element>, sectionIndexTitleForSectionName name: String
  ) -> String
}

extension ResultsControllerDelegate {
  /// Does nothing.
  public func controllerWillChangeContent(_ controller: ResultsController<Element>) {}

  /// Does nothing.
  public func controller(
    _ controller: ResultsController<Element>,
    didChange section: ChangeSet<ObjectID>.SectionChange, for type: ResultsChangeType
  ) {}

  /// Does nothing.
  public func controller(
    _ controller: ResultsController<Element>, didChange element: Element,
    at indexPath: IndexPath?, for type: ResultsChangeType, newIndexPath: IndexPath?
  ) {}

  /// Does nothing.
  public func controllerDidChangeContent(_ controller: ResultsController<Element>) {}

  /// The first letter of the name in upper case; "" for a section without a name.
  public func controller(
    _ controller: ResultsController<Element>, sectionIndexTitleForSectionName name: String
  ) -> String { SectionInfo.indexTitle(forName: name) }
}

/// Is told of every commit by the whole new list, as a diffable data source takes it, and of nothing else
/// but a reset.
public protocol ResultsControllerSnapshotDelegate<Element>: ResultsControllerDelegate {
  /// The list has changed.
  ///
  /// - Parameters:
  ///   - controller: The controller, which shows the new list.
  ///   - snapshot: The new list, with the rows that are to be shown anew where they stand.
  func controller(
    _ controller: ResultsController<Element>, didChangeContentWith snapshot: ResultsSnapshot)
}

/// Is told of every commit by the difference of the lists' ids, where the list has no sections, and of
/// nothing else but a reset; of a list with sections, as any delegate.
public protocol ResultsControllerDifferenceDelegate<Element>: ResultsControllerDelegate {
  /// The list has changed.
  ///
  /// - Parameters:
  ///   - controller: The controller, which shows the new list.
  ///   - difference: What came and went between the ids before and after.
  func controller(
    _ controller: ResultsController<Element>,
    didChangeContentWith difference: CollectionDifference<ObjectID>)
}
