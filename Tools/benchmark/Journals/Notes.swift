import Daybook
import TestSupport

/// A journal of natural texts: of notes, whose text is searched or is not and which are the same
/// otherwise, so that what the index costs can be told; or of a diary's entries.
final class Notes {
  /// What the records are.
  enum Kind {
    case searched
    case plain
    case entries

    var entity: String { self == .entries ? "entry" : "note" }
  }

  let journal: Journal
  let path: String
  private(set) var textByteCount = 0
  private(set) var texts: NaturalTexts
  private let kind: Kind
  private var random: SplitMix64
  private var identities: IdentityGenerator
  private var clock: Int64

  /// 2026-01-01T00:00:00Z in microseconds: no figure depends on today.
  private static let start: Int64 = 1_767_225_600_000_000

  init(path: String, seed: UInt64, _ kind: Kind) throws {
    self.path = path
    self.kind = kind
    texts = NaturalTexts(seed: seed)
    random = SplitMix64(seed: ~seed)
    clock = Self.start
    identities = IdentityGenerator(milliseconds: UInt64(Self.start / 1000), using: &random)
    journal = try Journal.open(
      at: path,
      making: Journal.Seed(
        journal: ObjectID(high: random.next(), low: random.next()),
        device: ObjectID(high: random.next(), low: random.next()), created: Self.start))
    if kind == .entries { return }
    _ = try journal.applyModel(Self.model(isSearched: kind == .searched), request())
    _ = try journal.defineView("notes", Self.view, request())
  }

  /// A model of notes.
  static func model(isSearched: Bool) throws -> ModelFile {
    let search = isSearched ? #", "search": true"# : ""
    return try ModelFile(
      parsing: #"""
        {"entities": {"note": {"attributes": {
          "text": {"type": "string", "required": true\#(search)},
          "creationTime": {"type": "date", "required": true}}}}}
        """#)
  }

  /// The notes by days, the newest first, as the built-in view has entries.
  static let view = ViewDefinition(
    entity: "note", section: "day(creationTime) desc", sort: "creationTime desc")

  func request() -> CommitRequest {
    clock += 1000
    return CommitRequest(recorded: clock, seed: CommitRequest.Seed(using: &random))
  }

  /// New notes, at random over twenty years; making them is no part of what is measured.
  ///
  /// - Parameter note: Is told each text.
  func notes(_ count: Int, _ note: (String) -> Void = { _ in }) -> [Change] {
    (0..<count).map { _ in
      let text = texts.next()
      note(text)
      textByteCount += text.utf8.count
      return .insert(
        identities.next(), entity: kind.entity,
        values: [
          "text": .string(text),
          "creationTime": .date(
            Moment(
              microseconds: Self.start
                - Int64(random.next() % (20 * 365 * 86_400 * 1_000_000)), offsetSeconds: 3600,
              zone: "Europe/Berlin")),
        ])
    }
  }
}
