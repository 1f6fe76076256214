import CommandLineKit
import Daybook
import DaybookCommands
import JSON
import TestSupport

/// A journal in a directory of its own and the command line over it: the clock, randomness, zones and
/// environment are fixed, so that the same commands print the same bytes.
final class TestJournal {
  /// What a run left behind.
  struct Outcome {
    /// The exit status.
    var status: Int32
    /// Standard output.
    var output: String
    /// Standard error.
    var errors: String

    /// The lines of the output.
    var lines: [String] { output.split(separator: "\n").map(String.init) }

    /// The output as one JSON document.
    var json: JSONValue? { try? JSONParser.parse(output) }

    /// The lines of the output as JSON documents; empty where one is none.
    var jsonLines: [JSONValue] {
      (try? output.split(separator: "\n").map { try JSONParser.parse(String($0)) }) ?? []
    }

    /// The kind that the error line names.
    var errorKind: String? {
      (try? JSONParser.parse(errors))?["error"]?["kind"]?.string
    }

    /// The message of the error line.
    var errorMessage: String? {
      (try? JSONParser.parse(errors))?["error"]?["message"]?.string
    }
  }

  /// The directory that holds the journal and whatever else a test makes.
  let directory: TemporaryDirectory
  /// Microseconds since 1970, at first 2026-11-30T08:00:00Z.
  ///
  /// A second is added behind each run.
  var now: Int64 = 1_796_025_600_000_000
  /// The environment.
  var variables: [String: String]
  /// Is called where a command waits; it may run others.
  var onWait: (_ milliseconds: Int) -> Void = { _ in }
  /// Stands for the programs that a command runs, such as an editor.
  var runProgram: ([String]) throws -> ExitCode = { _ in .done }
  /// Whether a signal has asked to stop.
  var isInterrupted: () -> Bool = { false }
  /// Whether commands are told which journal is meant; else they find it as they do for a person.
  var isNamed = true
  /// Whether another process runs.
  var isRunning: (_ process: Int32) -> Bool = { _ in false }
  /// Where the commands run.
  var localZone = "Europe/Berlin"
  private var seed: UInt64
  private var kept: Journal?

  init(seed: UInt64 = 1) throws {
    directory = try TemporaryDirectory()
    variables = ["HOME": directory.path, "TMPDIR": directory.path]
    self.seed = seed << 32
  }

  /// The zones that commands know, by the rules that POSIX writes.
  private static let zones = [
    "Europe/Berlin": "CET-1CEST,M3.5.0,M10.5.0/3", "America/New_York": "EST5EDT,M3.2.0,M11.1.0",
    "Europe/London": "GMT0BST,M3.5.0/1,M10.5.0", "Europe/Dublin": "GMT0IST,M3.5.0/1,M10.5.0",
    "Europe/Kyiv": "EET-2EEST,M3.5.0/3,M10.5.0/4", "Asia/Karachi": "PKT-5",
    "Asia/Shanghai": "CST-8", "Pacific/Auckland": "NZST-12NZDT,M9.5.0,M4.1.0/3",
  ]

  @Sendable private static func zone(_ name: String) -> Zone? {
    name == "UTC" ? .utc : zones[name].flatMap { Zone(name: name, posixRule: $0) }
  }

  /// The journal's directory.
  var path: String { directory.file("journal") }

  /// Keeps the journal open to write, so that commands may write while another one reads: a process
  /// has an environment open once, and the way in which it was opened first counts.
  func keepOpen() throws {
    kept = try Journal.open(at: path)
  }

  /// Runs words as a shell would hand them over.
  @discardableResult
  func run(_ words: String..., input: String = "") -> Outcome {
    run(words, input: input)
  }

  /// Runs words as a shell would hand them over.
  @discardableResult
  func run(_ words: [String], input: String = "", recording: Recording? = nil) -> Outcome {
    run(words, bytes: Array(input.utf8), recording: recording)
  }

  /// Runs words as a shell would hand them over.
  @discardableResult
  func run(_ words: [String], bytes: [UInt8], recording: Recording? = nil) -> Outcome {
    let recording = recording ?? Recording()
    recording.input = bytes
    seed += 1
    let now = now
    let variables = variables
    let local = Self.zone(localZone)
    var surroundings = Surroundings(
      now: { now }, random: SplitMix64(seed: seed), variable: { variables[$0] },
      zones: {
        Zones(local: local ?? .utc, named: Self.zone)
      },
      machine: { Array("machine".utf8) }, runProgram: { [self] in try runProgram($0) },
      say: { _ in },
      noteInterrupts: {}, isInterrupted: { [self] in isInterrupted() },
      wait: { [self] in onWait($0) })
    surroundings.isRunning = isRunning
    let status = DaybookCommandLine.run(
      (isNamed ? ["--journal", path] : []) + words, console: recording.console(),
      surroundings: surroundings)
    self.now += 1_000_000
    return Outcome(status: status, output: recording.output, errors: recording.errors)
  }

  /// Runs words that must succeed, in the format that programs read line by line.
  @discardableResult
  func lines(_ words: String..., input: String = "") -> [JSONValue] {
    run(words + ["--format", "jsonl"], input: input).jsonLines
  }

  /// Writes a file beside the journal and returns its path.
  func file(_ name: String, _ text: String) throws -> String {
    let path = directory.file(name)
    try Files.write(Array(text.utf8), to: path)
    return path
  }
}

/// Heroes and teams, as the specification of model files has them.
let heroModel = """
  {"entities": {
    "hero": {
      "attributes": {"name": {"type": "string", "required": true, "maxLength": 200},
        "secretIdentity": {"type": "string"}, "power": {"type": "double", "min": 0},
        "born": {"type": "date"}, "age": {"type": "int"}, "isGood": {"type": "bool"},
        "aliases": {"type": "stringList"}, "portrait": {"type": "content"}, "mark": {"type": "data"},
        "key": {"type": "uuid"}},
      "derived": {"nameFirstLetter": "firstLetter(name)"},
      "relationships": {"team": {"to": "team", "inverse": "members"}},
      "unique": [["name", "secretIdentity"]]},
    "villain": {"parent": "hero", "attributes": {"plan": {"type": "string"}}},
    "team": {
      "attributes": {"title": {"type": "string", "required": true}},
      "relationships": {"members": {"to": "hero", "many": true, "inverse": "team",
        "onDelete": "nullify"}}}}}
  """
