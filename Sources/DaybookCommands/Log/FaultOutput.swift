import CommandLineKit
import Daybook
import JSON

/// Writes the faults of an audit, a line each as it is found.
final class FaultOutput {
  private let session: Session
  private var failure: (any Error)?

  init(_ session: Session) {
    self.session = session
  }

  /// Writes a fault, for people; programs have all of them in the document at the end.
  func write(_ fault: AuditFault) {
    guard session.isText, failure == nil else { return }
    let console = session.console
    do {
      try console.writeLine(
        "\(console.style.red(fault.place.terminalSafe)): "
          + "expected \(fault.expected), found \(fault.found)".terminalSafe)
    } catch {
      failure = error
    }
  }

  /// Throws what kept a line from being written.
  func finish() throws {
    if let failure { throw failure }
  }
}

extension JSONWriter {
  /// The faults as a member of the object that is open.
  mutating func member(faults: [AuditFault]) {
    member("faults")
    beginArray()
    for fault in faults {
      beginObject()
      member("where", fault.place)
      member("expected", fault.expected)
      member("found", fault.found)
      endObject()
    }
    endArray()
  }
}
