import CommandLineKit
import Daybook

/// The person's editor, run on a draft.
///
/// No transaction is open while it runs: what it starts may use the journal as well.
struct Editor {
  private let session: Session
  /// The program and its arguments.
  private let words: [String]

  /// Finds the editor: the one that is set, else `$VISUAL`, else `$EDITOR`, else one that is there.
  ///
  /// - Throws: A failure that names the program where it is not found.
  init(in session: Session) throws {
    self.session = session
    // What was set for this program goes before what is set for all.
    let configured = try session.configuration()[.editor]
    let lines =
      [("the setting 'editor'", configured)]
      + ["VISUAL", "EDITOR"].map { ("$\($0)", session.surroundings.variable($0)) }
    for (origin, line) in lines {
      let line = line ?? ""
      guard let words = ShellWords.split(line) else {
        throw CommandFailure.usage("\(origin) has an open quote: \(line.inQuotes)")
      }
      guard let program = words.first else { continue }
      guard session.hasProgram(program) else {
        throw CommandFailure.usage(
          "the editor \(program.inQuotes) of \(origin) is not found; nothing was saved")
      }
      self.words = words
      return
    }
    let candidates = session.console.isInputTerminal ? ["vi", "nano"] : []
    for program in candidates where session.hasProgram(program) {
      words = [program]
      return
    }
    throw CommandFailure.usage(
      "there is no editor: set $VISUAL or $EDITOR, or give the text as words or on standard input")
  }

  /// What became of a draft.
  enum Outcome {
    /// A text that is to be saved. The draft is there until it is removed.
    case text(String, Draft)
    /// The text is as it was, or there is none; the draft is removed. The sentence says so.
    case nothing(reason: String)
  }

  /// Has a text edited.
  ///
  /// - Parameters:
  ///   - text: What the draft begins with.
  ///   - purpose: What the draft is called after.
  /// - Throws: Where the editor fails; the failure names the draft, if there is something in it.
  func edit(_ text: String, purpose: String) throws -> Outcome {
    session.noteAbandonedDrafts()
    // Editors end the last line; whether the text's does is seen again when one newline is left out.
    var draft = try Draft(purpose, text: text.isEmpty ? "" : text + "\n", in: session)
    try session.console.flush()
    let began = session.console.device.elapsed()
    let status: ExitCode
    do {
      status = try session.surroundings.runProgram(words + [draft.path])
    } catch {
      try draft.remove()
      throw error
    }
    let lasted = session.console.device.elapsed() - began
    let (edited, isRepaired) = try EntryText.read(draft.bytes())
    let isUnchanged = edited.utf8.elementsEqual(text.utf8)
    guard status == .done else {
      var failure = CommandFailure.usage("\(ended(with: status)); nothing was saved")
      if edited.isBlank || isUnchanged {
        try draft.remove()
      } else {
        failure.message += ", and the draft is kept in \(draft.path)"
      }
      throw failure
    }
    if isUnchanged || edited.isBlank {
      try draft.remove()
      let reason = isUnchanged && !text.isEmpty ? "the text is as it was" : "there is no text"
      return .nothing(reason: reason + hint(ifShort: lasted, isUnchanged))
    }
    if isRepaired {
      session.note(
        "the text had bytes that are not UTF-8; each is replaced by U+FFFD, and the draft as it was "
          + "is kept in \(draft.path)")
      draft.isKept = true
    }
    return .text(edited, draft)
  }

  private func ended(with status: ExitCode) -> String {
    let name = (words.first ?? "").inQuotes
    switch status.rawValue {
    case 126, 127: return "the editor \(name) could not be run"
    case 129...: return "the editor \(name) was ended by signal \(status.rawValue - 128)"
    default: return "the editor \(name) ended with status \(status.rawValue)"
    }
  }

  /// A program that opens a window and returns at once has not been waited for.
  private func hint(ifShort lasted: Duration, _ isUnchanged: Bool) -> String {
    guard isUnchanged, lasted < .seconds(1) else { return "" }
    let name = (words.first ?? "").inQuotes
    return "; \(name) returned at once: if it opens a window, give it its flag that waits, such as "
      + "'code --wait'"
  }
}
