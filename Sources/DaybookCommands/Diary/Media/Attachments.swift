import CommandLineKit
import Daybook

/// Files that are to become media of an entry.
struct Attachments {
  private let paths: [String]

  /// Takes the paths, and looks whether each is a file that can be read: what is wrong with a word is
  /// said before a person begins to write.
  init(_ paths: [String]) throws {
    for path in paths {
      guard let status = try Files.status(of: path) else {
        throw CommandFailure(
          .io, "there is no file '\(path.terminalSafe)' to attach; nothing was saved",
          status: .usage)
      }
      guard status.isRegular else {
        throw CommandFailure(
          .io, "'\(path.terminalSafe)' is no file that could be attached; nothing was saved",
          status: .usage)
      }
      do {
        _ = try FileStream.reading(path)
      } catch {
        throw CommandFailure(.io, "\(error.description); nothing was saved", status: .usage)
      }
    }
    self.paths = paths
  }

  /// Keeps the contents of the files in the journal, and gives the changes that make them media of an
  /// entry, in the order of the words.
  ///
  /// Contents are kept before the commit that names them, a few MiB at a time; content that is there
  /// already is kept once.
  func changes(for entry: ObjectID, in journal: Journal, _ session: Session) throws -> [Change] {
    let progress = WorkProgress(session.console, unit: "bytes")
    defer { progress.end() }
    return try paths.map { path in
      var values = try journal.storeMedium(ofFileAt: path, progress: progress.update)
      values["diaryEntry"] = .uuid(entry)
      return .insert(session.newID(), entity: "medium", values: values)
    }
  }
}
