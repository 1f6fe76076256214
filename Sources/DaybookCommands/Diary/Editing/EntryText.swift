import CommandLineKit
import Daybook

/// The text of an entry as it comes from outside: bytes, kept as they are.
enum EntryText {
  /// What is wrong with a text that no entry can have.
  static let tooLong = "the text is longer than 64 MiB, the most that an entry can have"

  /// The text of bytes, one final newline aside.
  ///
  /// - Returns: The text, and whether bytes that are not UTF-8 had to be replaced by U+FFFD.
  static func read(_ bytes: [UInt8]) throws -> (text: String, isRepaired: Bool) {
    var content = bytes[...]
    if content.last == UInt8(ascii: "\n") {
      content.removeLast()
      if content.last == UInt8(ascii: "\r") { content.removeLast() }
    }
    guard content.count <= Attribute.textLimitBytes else {
      throw CommandFailure(.validation, "\(tooLong); nothing was saved")
    }
    if let text = String(validating: content, as: UTF8.self) { return (text, false) }
    return (String(decoding: content, as: UTF8.self), true)
  }

  /// The text of standard input.
  static func ofInput(in session: Session) throws -> String {
    let bytes: [UInt8]
    do {
      bytes = try session.console.readAll(limit: Draft.limitBytes)
    } catch ConsoleError.inputTooLong {
      throw CommandFailure(.validation, "\(tooLong); nothing was saved")
    }
    let (text, isRepaired) = try read(bytes)
    if isRepaired {
      // Its name is not one of a text that was not saved.
      let draft = try Draft("input", bytes: bytes, in: session)
      session.note(
        "the text had bytes that are not UTF-8; each is replaced by U+FFFD, and the input as it was "
          + "is kept in \(draft.path)")
    }
    return text
  }
}

extension String {
  /// Whether there is nothing to read in it.
  var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
