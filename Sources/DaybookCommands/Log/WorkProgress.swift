import CommandLineKit
import Daybook

/// Shows how far a long work on the journal is, on a terminal.
final class WorkProgress {
  private let console: Console
  private let unit: String
  private var what = ""
  private var line: ProgressLine?

  init(_ console: Console, unit: String) {
    self.console = console
    self.unit = unit
  }

  /// Tells how far it is; another kind of work begins a line of its own.
  func update(_ progress: MaintenanceProgress) {
    var current: ProgressLine
    if let line, progress.what == what {
      current = line
    } else {
      what = progress.what
      current = console.progress(what, unit: unit, total: progress.total)
    }
    console.update(&current, done: progress.done)
    line = current
  }

  /// Takes the line away.
  func end() {
    console.clearProgress()
  }
}
