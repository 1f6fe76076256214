import CommandLineKit
import Daybook
import JSON
import MerkleTree

/// Signs what the log is now.
struct MakeCheckpoint: Command {
  static let name = "checkpoint"
  static let summary = "Signs the log's size and root, to be kept elsewhere"
  static let discussion = """
    Kept where nobody who can change the journal can change it too, a checkpoint proves later that \
    the log of then is the beginning of the log of that day: 'daybook audit --against FILE'. The key \
    is made at its first use, and lies outside of the journal, in $XDG_DATA_HOME/daybook/keys; its \
    public half, beside it, is what others verify with.
    """
  static let examples = [
    Example("daybook checkpoint -o diary.checkpoint", "write it into a file"),
    Example("daybook checkpoint | mail -s checkpoint anna", "or send it to somebody"),
  ]
  static let parameters: [Parameter<Self>] = [.output(\.path)]

  var path: String?

  func run(in session: Session) throws -> ExitCode {
    let journal = try session.openForReading()
    let checkpoint = try journal.read { try $0.checkpoint() }
    let note = try checkpoint.signed(by: session.signer(of: checkpoint.origin))
    if session.format == .text {
      try session.write(note.encoded, to: path)
    } else {
      var writer = JSONWriter()
      writer.beginObject()
      writer.member("journal", Hexadecimal.encode(checkpoint.journalID))
      writer.member("size", checkpoint.size)
      writer.member("root", checkpoint.root.hexadecimal)
      writer.member("note", note.encoded)
      writer.endObject()
      writer.endLine()
      try session.write(writer.text, to: path)
    }
    return .done
  }
}

/// Proves that an event is in the log.
struct Prove: Command {
  static let name = "prove"
  static let summary = "Proves that an event is in the log"
  static let discussion = """
    The proof holds the event's header, its way to the root, and a signed checkpoint; 'daybook verify' \
    checks it without the journal. What the event says is not in it: its digest is.
    """
  static let examples = [
    Example("daybook prove 17 -o 17.tlog-proof", "for the event at sequence 17")
  ]
  static let parameters: [Parameter<Self>] = [
    .argument("SEQUENCE", \.sequence, help: "Which event, as 'daybook log' counts them"),
    .output(\.path),
  ]

  var sequence: UInt64 = 0
  var path: String?

  func run(in session: Session) throws -> ExitCode {
    let journal = try session.openForReading()
    let proof = try journal.read { snapshot in
      try snapshot.prove(
        SequenceNumber(sequence), signer: session.signer(of: snapshot.checkpoint().origin))
    }
    if session.format == .text {
      try session.write(proof.encoded, to: path)
    } else {
      var writer = JSONWriter()
      writer.beginObject()
      writer.member("sequence", proof.inclusion.leaf)
      writer.member("size", proof.inclusion.size)
      writer.member("header", MerkleTree.Base64.encode(proof.header))
      writer.member("proof", proof.encoded)
      writer.endObject()
      writer.endLine()
      try session.write(writer.text, to: path)
    }
    return .done
  }
}

/// Verifies a checkpoint or a proof.
struct Verify: Command {
  static let name = "verify"
  static let summary = "Verifies a checkpoint or a proof, without its journal"
  static let discussion = """
    The key is the one that signed here, or one whose public half lies beside it; --key names another. \
    What does not verify ends with status 1.
    """
  static let examples = [
    Example("daybook verify diary.checkpoint", "a checkpoint that was signed here"),
    Example("daybook verify 17.tlog-proof --key anna.pub", "a proof that somebody sent"),
  ]
  static let parameters: [Parameter<Self>] = [
    .argument(
      "FILE", \.file, completion: .files,
      help: "A checkpoint or a proof; - reads it from standard input"),
    .option(
      "--key", \.key, "KEY", completion: .files, help: "The public key, or a file that holds it"),
  ]

  var file = ""
  var key: String?

  func run(in session: Session) throws -> ExitCode {
    let bytes = try session.contents(of: file)
    do {
      if EventProof.isProof(bytes) {
        let proof = try EventProof(parsing: bytes)
        let origin = try Checkpoint(text: proof.note.text).origin
        let (checkpoint, header) = try proof.verify(
          by: session.verifier(of: origin, key: key))
        try write(checkpoint, event: (proof.inclusion.leaf, header), session)
      } else {
        let note = try SignedNote(parsing: bytes)
        let origin = try Checkpoint(text: note.text).origin
        let checkpoint = try Checkpoint(
          verifying: note, by: session.verifier(of: origin, key: key))
        try write(checkpoint, event: nil, session)
      }
      return .done
    } catch let error as MerkleTreeError {
      throw CommandFailure(.validation, "\(session.name(of: file)): \(error)", status: .found)
    } catch let error as CheckpointError {
      throw CommandFailure(.validation, "\(session.name(of: file)): \(error)", status: .found)
    }
  }

  private func write(
    _ checkpoint: Checkpoint, event: (sequence: UInt64, header: EventHeader)?, _ session: Session
  ) throws {
    if session.isQuiet { return }
    if session.format == .text {
      let style = session.console.style
      var line = style.green("verified") + ": "
      if let event {
        let header = event.header
        line += "event \(event.sequence), \(header.kind.name) \(header.entity.terminalSafe)"
        if header.kind.concernsObject { line += " \(header.object.shortText)" }
        line +=
          ", recorded \(session.dates.moment(session.localMoment(header.recorded))), is one of the "
      } else {
        line += "the log had "
      }
      line += "\(RowOperations.count(Int(clamping: checkpoint.size), "event")) of "
      try session.console.writeLine(
        line + "\(checkpoint.origin)\nroot \(checkpoint.root.hexadecimal)")
      return
    }
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("journal", Hexadecimal.encode(checkpoint.journalID))
    writer.member("size", checkpoint.size)
    writer.member("root", checkpoint.root.hexadecimal)
    if let event {
      writer.member("sequence", event.sequence)
      writer.member("kind", event.header.kind.name)
      writer.member("recorded", event.header.recorded.rfc3339)
      writer.member("object", event.header.object.description)
      writer.member("digest", event.header.digest.hexadecimal)
    }
    writer.endObject()
    writer.endLine()
    try session.console.write(bytes: writer.bytes)
  }
}

extension Parameter {
  /// The file that a document is written into.
  fileprivate static func output(
    _ path: any WritableKeyPath<Root, String?> & Sendable
  ) -> Parameter<Root> {
    .option(
      "--output", short: "-o", path, "FILE", completion: .files,
      help: "Where to write; standard output where it is not given")
  }
}
