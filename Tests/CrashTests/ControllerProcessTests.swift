import Daybook
import StoreSupport
import Testing

/// Controllers in two processes over one journal.
@Suite struct ControllerProcessTests {
  @Test(.timeLimit(.minutes(3)))
  func `the known cases are told in another process as in this one`() throws {
    let table = try RowTable(seed: 77)
    let other = try OtherProcess("control", table.test.journal.directory.path)
    defer { other.kill() }
    #expect(other.line() == "ready")
    let controllers = try [false, true].map { isSectioned in
      let controller = ResultsController<Record>(
        table.test.journal, RowTable.request(isSectioned: isSectioned))
      try controller.performFetch()
      return controller
    }
    var expected: [String] = []
    for known in knownAnswers {
      let transition = known.transition
      let isSectioned = (transition.old.sections + transition.new.sections).contains {
        !$0.name.isEmpty
      }
      try table.restart(transition.old.list)
      try table.show(transition.new.list, touching: transition.touched)
      for (number, controller) in controllers.enumerated() {
        var last = ""
        while case .changes(let set) = try controller.nextChange() {
          last = Notation.text(set.changeSet.named)
          expected.append("\(number) \(set.from) \(set.to) \(last)")
        }
        if !known.changes.isEmpty, isSectioned == (number == 1) {
          #expect(last == known.changes, "\(known)")
        }
      }
    }
    let end = "at \(try table.test.head().size)"
    var told: [String] = []
    while let line = other.line(), line != end {
      if !line.hasPrefix("at ") { told.append(line) }
    }
    // Each controller's lines come in order; those of the two in any.
    for number in ["0 ", "1 "] {
      let mine = expected.filter { $0.hasPrefix(number) }
      #expect(told.filter { $0.hasPrefix(number) } == mine)
      #expect(mine.count > knownAnswers.count)
    }
  }
}
