import Daybook
import TestSupport

/// A journal that records of 400 bytes of text are written to, lived at random over twenty years, or
/// one after the other behind all of those.
final class Diary {
  /// What the records are.
  enum Kind {
    /// Entries, whose text is indexed for search.
    case entries
    /// Notes, which are the same in a view of the same kind, and are not indexed.
    case notes

    var entity: String { self == .entries ? "entry" : "note" }
  }

  /// When an entry was lived.
  enum Times {
    /// At random over twenty years: each row goes anywhere in the view.
    case random
    /// Ten minutes after the one before, later than any random one: each row goes to the front.
    case rising
  }

  let journal: Journal
  let path: String
  private let kind: Kind
  private(set) var count = 0
  private var random: SplitMix64
  private var identities: IdentityGenerator
  private var clock: Int64
  private var latest: Int64

  /// The bytes of text that each entry has.
  static let textByteCount = 400
  private let textByteCount: Int
  /// 2026-01-01T00:00:00Z in microseconds: no figure depends on today.
  private static let start: Int64 = 1_767_225_600_000_000
  private static let span: UInt64 = 20 * 365 * 86_400 * 1_000_000
  private static let tenMinutes: Int64 = 600_000_000

  init(
    path: String, seed: UInt64, _ kind: Kind = .entries, textByteCount: Int = Diary.textByteCount
  ) throws {
    self.path = path
    self.kind = kind
    self.textByteCount = textByteCount
    random = SplitMix64(seed: seed)
    clock = Self.start
    latest = Self.start
    identities = IdentityGenerator(
      milliseconds: UInt64(Self.start / 1000), using: &random)
    journal = try Journal.open(
      at: path,
      making: Journal.Seed(
        journal: ObjectID(high: random.next(), low: random.next()),
        device: ObjectID(high: random.next(), low: random.next()), created: Self.start))
    if kind == .notes {
      _ = try journal.applyModel(Notes.model(isSearched: false), request())
      _ = try journal.defineView("notes", Notes.view, request())
    }
  }

  /// A request with the next reading of a clock of its own.
  func request(views: [String] = [], rowLimit: Int = 0) -> CommitRequest {
    clock += 1000
    var request = CommitRequest(recorded: clock, seed: CommitRequest.Seed(using: &random))
    request.views = views
    request.rowLimit = rowLimit
    return request
  }

  /// A moment for an entry.
  func moment(_ times: Times) -> Moment {
    switch times {
    case .random:
      return Moment(
        microseconds: Self.start - Int64(random.next() % Self.span), offsetSeconds: 3600,
        zone: "Europe/Berlin")
    case .rising:
      latest += Self.tenMinutes
      return Moment(microseconds: latest, offsetSeconds: 3600, zone: "Europe/Berlin")
    }
  }

  /// New entries; making them is no part of what is measured.
  func entries(_ count: Int, _ times: Times = .random) -> [Change] {
    self.count += count
    return (0..<count).map { _ in
      .insert(
        identities.next(), entity: kind.entity,
        values: ["text": .string(text()), "creationTime": .date(moment(times))])
    }
  }

  /// A random number below another.
  func number(below bound: Int) -> Int { Int(random.next() % UInt64(bound)) }

  private static let words = [
    "rain", "sun", "coffee", "letter", "walk", "garden", "theatre", "Anna", "river", "book", "long",
    "evening", "quiet", "bread", "late", "train",
  ].map { Array($0.utf8) }

  private func text() -> String {
    var text: [UInt8] = []
    text.reserveCapacity(textByteCount + 16)
    while text.count < textByteCount {
      text += Self.words[Int(random.next() & 15)]
      text.append(UInt8(ascii: " "))
    }
    text.removeLast(text.count - textByteCount)
    return String(decoding: text, as: UTF8.self)
  }
}
