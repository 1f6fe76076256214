public import CommandLineKit
import Daybook
import JSON
import MerkleTree

/// Why a command could not do its work: one sentence that says what, where and a mend, the kind of
/// fault for programs, and the exit status.
///
/// Every error that a command throws becomes one of these, here and nowhere else.
public struct CommandFailure: Error, Hashable, Sendable {
  /// What kind of fault it is, as machine output names it.
  public enum Kind: String, Sendable, Hashable {
    /// The words of the command line.
    case usage
    /// A predicate, an expression or a sort.
    case predicate
    /// A model, an entity or a property.
    case model
    /// A value that breaks a rule of the model.
    case validation
    /// An object that is not there, or not one alone.
    case reference
    /// Another writer was first.
    case conflict
    /// The journal.
    case journal
    /// A file or a stream.
    case io
  }

  /// The kind.
  public var kind: Kind
  /// The sentence.
  public var message: String
  /// Where in a text, in characters from 1, where a place is at fault.
  public var column: Int?
  /// The status to end with.
  public var status: ExitCode

  /// Makes a failure; without a status, that of its kind.
  public init(_ kind: Kind, _ message: String, column: Int? = nil, status: ExitCode? = nil) {
    self.kind = kind
    self.message = message
    self.column = column
    self.status = status ?? kind.status
  }

  /// Filters that no record passes, where something was to be changed.
  static let nothingMatches = CommandFailure(.reference, "nothing matches", status: .found)

  /// A contradiction between words, or a word that cannot be meant.
  static func usage(_ message: String) -> CommandFailure {
    CommandFailure(.usage, message)
  }
}

extension CommandFailure.Kind {
  fileprivate var status: ExitCode {
    switch self {
    case .usage, .predicate, .model, .validation, .reference: .usage
    case .conflict: .conflict
    case .journal, .io: .unusable
    }
  }
}

extension CommandFailure {
  /// The failure that an error amounts to.
  public init(_ error: any Error) {
    switch error {
    case let failure as CommandFailure: self = failure
    case let error as PredicateError:
      self.init(.predicate, error.description, column: error.column)
    case let error as ChangeError: self.init(error)
    case let error as JournalError: self.init(error)
    case let error as ViewError: self.init(error)
    case let error as EventLogError: self.init(error)
    case let error as ConsoleError: self.init(error)
    case let error as UsageError: self.init(.usage, error.description)
    case let error as InvalidArgument: self.init(.usage, error.description)
    case let error as ModelError: self.init(.model, error.description)
    case let error as ValidationError: self.init(error.rule.kind, error.description)
    case let error as ValueError: self.init(.validation, error.description)
    case let error as JSONError: self.init(.usage, error.description)
    case let error as MerkleTreeError: self.init(.validation, error.description)
    case let error as CheckpointError: self.init(.validation, error.description)
    case let error as FileError: self.init(.io, error.description)
    case let error as LMDBError: self.init(error)
    default: self.init(.io, String(describing: error))
    }
  }

  private init(_ error: ChangeError) {
    let kind: Kind =
      switch error {
      case .unknownEntity: .model
      case .missingObject, .danglingReference, .erased, .missingContent: .reference
      case .invalid(let errors): errors.first?.rule.kind ?? .validation
      case .objectExists, .notUnique, .denied: .validation
      }
    self.init(kind, error.description)
  }

  private init(_ error: JournalError) {
    let kind: Kind =
      switch error {
      case .missing, .readOnly: .journal
      case .unknownID, .ambiguousID, .nothingToRestore, .forgotten: .reference
      case .nothingToUndo, .nothingToRedo, .notDeleted, .anotherJournal, .beyondLog, .notABackup,
        .occupied:
        .usage
      case .modelBreaksObjects, .modelBreaksView: .model
      }
    self.init(kind, error.description)
  }

  private init(_ error: ViewError) {
    let kind: Kind =
      switch error {
      case .unknownEntity, .broken: .model
      case .unknownView, .viewExists, .builtIn, .badName: .usage
      case .notRepeatable, .tooManyStringKeys, .keyTooLong: .predicate
      case .damaged: .journal
      }
    self.init(kind, error.description)
  }

  private init(_ error: EventLogError) {
    let kind: Kind =
      switch error {
      case .wrongExpectedSize, .wrongExpectedVersion: .conflict
      case .tooLarge, .unfitEvent: .validation
      case .unknownFormat, .notAJournal, .damaged, .identityTaken, .counterGap, .moved: .journal
      }
    self.init(kind, error.description)
  }

  private init(_ error: LMDBError) {
    if case .corrupted(_, let database) = error {
      self.init(
        EventLogError.damaged(
          database: "database", key: database ?? "main",
          reason: "its pages are not what they must be"))
      return
    }
    // The engine's sentences are whole ones; here they stand behind the program's name.
    var sentence = error.description
    if sentence.hasSuffix(".") { sentence.removeLast() }
    self.init(.journal, sentence)
  }

  private init(_ error: ConsoleError) {
    switch error {
    case .closedPipe: self.init(.io, error.description, status: .done)
    case .interrupted: self.init(.io, error.description, status: .interrupted)
    case .inputTooLong, .notStarted: self.init(.usage, error.description)
    case .writeFailed, .readFailed: self.init(.io, error.description)
    }
  }
}

extension ValidationError.Rule {
  fileprivate var kind: CommandFailure.Kind { self == .reference ? .reference : .validation }
}

extension CommandFailure: CustomStringConvertible {
  /// The sentence, on one line whatever was quoted in it.
  public var description: String {
    String(
      message.map { character -> Character in character.isNewline ? " " : character }
    ).terminalSafe
  }

  /// The line that a program reads.
  var jsonLine: String {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("error")
    writer.beginObject()
    writer.member("kind", kind.rawValue)
    writer.member("message", message)
    writer.member(ifPresent: "column", column)
    writer.endObject()
    writer.endObject()
    return writer.text
  }
}
