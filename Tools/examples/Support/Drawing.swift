public import Daybook

/// Draws a list in the terminal as a table view would: the row operations of each commit, then the list.
///
/// Rows are numbered over all sections, so that a person can name one.
public final class Drawing<Element: FetchableRecord>: ResultsControllerDelegate {
  private let label: (Element) -> String

  /// Draws elements by what a closure says of them.
  public init(_ label: @escaping (Element) -> String) {
    self.label = label
  }

  /// Draws the whole list.
  public func draw(_ controller: ResultsController<Element>) {
    do {
      var number = 0
      for section in try controller.sections {
        if try controller.numberOfSections > 1 || !section.name.isEmpty {
          say("  \(section.name.isEmpty ? "(none)" : section.name)")
        }
        for element in try section.objects {
          number += 1
          say("    \(number) \(label(element))")
        }
      }
      if number == 0 { say("    nothing") }
    } catch {
      say("! \(error)")
    }
  }

  /// Draws a section that came or went.
  public func controller(
    _ controller: ResultsController<Element>,
    didChange section: ChangeSet<ObjectID>.SectionChange, for type: ResultsChangeType
  ) {
    say("  \(type == .insert ? "+" : "-") section \(section.index)")
  }

  /// Draws what became of a row.
  public func controller(
    _ controller: ResultsController<Element>, didChange element: Element,
    at indexPath: IndexPath?, for type: ResultsChangeType, newIndexPath: IndexPath?
  ) {
    let sign: String
    switch type {
    case .insert: sign = "+"
    case .delete: sign = "-"
    case .move: sign = "~"
    case .update: sign = "="
    }
    let paths = [indexPath, newIndexPath].compactMap(\.self).map(\.description)
    say("  \(sign) \(paths.joined(separator: " → ")) \(label(element))")
  }

  /// Draws the list after a commit.
  public func controllerDidChangeContent(_ controller: ResultsController<Element>) {
    draw(controller)
  }

  /// Draws the list anew.
  public func controllerDidReset(_ controller: ResultsController<Element>) {
    say("  everything anew")
    draw(controller)
  }
}
