import CommandLineKit
import Daybook

/// A text that is being written, in a file of its own until it is in the journal.
///
/// Kept where states are kept and readable by its owner alone; it is removed when the text is saved
/// or is not worth keeping, and named in every message that it outlives.
struct Draft {
  /// The file.
  let path: String
  /// Whether the file stays, whatever becomes of its text.
  var isKept = false

  /// Makes a draft with a text to begin from.
  ///
  /// - Parameter purpose: What the file is called after, such as `add`.
  init(_ purpose: String, text: String, in session: Session) throws {
    try self.init(purpose, bytes: Array(text.utf8), in: session)
  }

  /// Makes a draft with bytes, whatever they are.
  init(_ purpose: String, bytes: [UInt8], in session: Session) throws {
    let moment = session.localMoment(session.surroundings.now())
    let time = moment.timeText.filter { $0 != ":" }
    // The digits tell drafts of the same minute apart; the process, whether someone still writes.
    let digits = session.newID().shortText
    let process = session.surroundings.process
    let name = "\(purpose)-\(moment.dayText)-\(time)-\(digits)-\(process).md"
    path = try session.writeDraft(bytes, as: name)
  }

  /// What the drafts of edits of a record begin with, and no others.
  static func prefix(of id: ObjectID) -> String { "\(editPurpose(of: id))-" }

  /// What the draft of an edit is called after.
  static func editPurpose(of id: ObjectID) -> String { "edit-\(id.shortText)" }

  /// The bytes that the draft has now; none where the file is gone.
  func bytes() throws -> [UInt8] {
    do {
      return try Files.read(path, limit: Draft.limitBytes)
    } catch {
      if error.isMissing { return [] }
      if try Files.status(of: path).map({ $0.size > Draft.limitBytes }) ?? false {
        throw CommandFailure(
          .validation, "\(EntryText.tooLong); nothing was saved, and the draft is kept in \(path)")
      }
      throw error
    }
  }

  /// Room for the longest text and a line feed behind it.
  static let limitBytes = Attribute.textLimitBytes + 2

  /// Removes the file, unless it is to be kept.
  func remove() throws {
    if !isKept { try Files.remove(path) }
  }

  /// Runs `body`, which saves the text, and removes the draft; where it fails, the failure says where
  /// the draft is.
  func keeping<R>(until body: () throws -> R) throws -> R {
    do {
      let result = try body()
      try remove()
      return result
    } catch {
      var failure = CommandFailure(error)
      failure.message += "; the text is kept in \(path)"
      throw failure
    }
  }
}

extension Session {
  /// The directory of drafts.
  func draftDirectory() throws -> String { "\(try stateDirectory())/drafts" }

  /// Writes a draft into the directory of drafts, or, where that cannot be written, is full, or there is
  /// no home, into one for what is passing.
  ///
  /// - Returns: The draft's path.
  fileprivate func writeDraft(_ bytes: [UInt8], as name: String) throws -> String {
    var failure: (any Error)?
    for choose in [draftDirectory, passingDirectory] {
      do {
        let directory = try choose()
        try Files.makeDirectory(directory)
        let path = "\(directory)/\(name)"
        try Files.write(bytes, to: path)
        return path
      } catch {
        failure = failure ?? error
      }
    }
    throw failure
      ?? CommandFailure(.io, "no directory takes a draft; set $XDG_STATE_HOME to one that does")
  }

  private func passingDirectory() -> String {
    nonEmpty("XDG_RUNTIME_DIR").map { "\($0)/daybook" } ?? nonEmpty("TMPDIR") ?? "/tmp"
  }

  /// Says where texts are that were being written when a run ended before it could save them: its
  /// terminal was closed, it was killed, the machine went down.
  ///
  /// The draft of a run that goes on is none of them.
  func noteAbandonedDrafts() {
    guard let directory = try? draftDirectory(), let names = try? Files.names(in: directory) else {
      return
    }
    let abandoned = names.filter { name in
      guard name.hasSuffix(".md"), name.hasPrefix("add-") || name.hasPrefix("edit-"),
        let process = Int32(name.dropLast(3).split(separator: "-").last ?? "")
      else { return false }
      return !surroundings.isRunning(process)
    }
    guard let newest = abandoned.last else { return }
    let count = RowOperations.count(abandoned.count, "text")
    note(
      "\(count) of earlier runs \(abandoned.count == 1 ? "was" : "were") not saved, the newest in "
        + "\(directory)/\(newest); 'daybook add < FILE' saves one, and removing the file forgets it"
    )
  }
}
