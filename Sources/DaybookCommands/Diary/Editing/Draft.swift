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
    let directory = try session.draftDirectory()
    try Files.makeDirectory(directory)
    let moment = session.localMoment(session.surroundings.now())
    let time = moment.timeText.filter { $0 != ":" }
    // The digits tell drafts of the same minute apart.
    let digits = session.newID().shortText
    path = "\(directory)/\(purpose)-\(moment.dayText)-\(time)-\(digits).md"
    try Files.write(Array(text.utf8), to: path)
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
}
