public import Model

/// Writes entries in the format of another diary, one after the other.
public protocol EntryWriter {
  /// What the format could not say so far, and how often.
  var losses: ExportLosses { get }

  /// Writes an entry behind those before it.
  ///
  /// - Parameters:
  ///   - entry: The entry.
  ///   - output: Where it goes.
  ///   - content: Reads the contents of its media.
  /// - Returns: Whether it was written; false where the format cannot hold it at all, which is told
  ///   in ``losses``.
  mutating func append(
    _ entry: ExportedEntry, to output: any EntryOutput, _ content: ContentReader
  ) throws -> Bool

  /// Writes what stands behind the last entry.
  ///
  /// - Parameters:
  ///   - output: Where it goes.
  ///   - content: Reads the contents of media.
  mutating func finish(_ output: any EntryOutput, _ content: ContentReader) throws
}

/// Calls `body` with the bytes of content, in order; false where not all of it is there.
public typealias ContentReader = (
  _ content: ContentReference, _ body: ([UInt8]) throws -> Void
) throws -> Bool

/// Where an export goes: one stream, or a folder of files.
public protocol EntryOutput: AnyObject {
  /// Adds bytes to the stream; of a folder, to the file that was begun last.
  ///
  /// - Parameter bytes: The bytes.
  func write(_ bytes: [UInt8]) throws
  /// Whether there can be files.
  var isFolder: Bool { get }
  /// Begins a file of the folder; what was begun before is whole.
  ///
  /// - Parameter path: Its path in the folder.
  func begin(_ path: String) throws
}

/// What a format cannot say, and how often there was something to be said.
public struct ExportLosses: Sendable, Hashable {
  /// Phrases such as `media`, each with how many entries it is of, in the order in which they were met.
  public private(set) var counts: [(what: String, count: Int)] = []

  /// Nothing is lost.
  public init() {}

  /// Counts entries of which something is lost.
  ///
  /// - Parameters:
  ///   - what: What is lost, as a phrase such as `media`.
  ///   - count: How many entries.
  public mutating func add(_ what: String, _ count: Int = 1) {
    if let place = counts.firstIndex(where: { $0.what == what }) {
      counts[place].count += count
    } else {
      counts.append((what, count))
    }
  }

  /// Whether both lost the same.
  public static func == (left: ExportLosses, right: ExportLosses) -> Bool {
    left.counts.elementsEqual(right.counts, by: ==)
  }

  /// Feeds what was lost to a hasher.
  public func hash(into hasher: inout Hasher) {
    for (what, count) in counts {
      hasher.combine(what)
      hasher.combine(count)
    }
  }
}

extension ExportLosses {
  /// What an entry can have, besides text, date and star.
  struct Features: OptionSet {
    let rawValue: UInt16

    static let zone = Features(rawValue: 1)
    static let tags = Features(rawValue: 1 << 1)
    static let media = Features(rawValue: 1 << 2)
    static let modified = Features(rawValue: 1 << 3)
    static let seconds = Features(rawValue: 1 << 4)
    static let fraction = Features(rawValue: 1 << 5)
    static let place = Features(rawValue: 1 << 6)
    static let weather = Features(rawValue: 1 << 7)
    static let mood = Features(rawValue: 1 << 8)
    static let extra = Features(rawValue: 1 << 9)

    /// What each is called where it is lost, in the order of their bits.
    static let phrases = [
      "time zones", "tags beside the text", "media", "times of the last change", "seconds",
      "fractions of seconds", "places", "weather", "moods", "records of where they came from",
    ]
  }

  /// Counts what an entry has of features that a format lacks, and of attributes that none of them knows.
  mutating func add(_ entry: ExportedEntry, lacking features: Features) {
    var lost = features.intersection(entry.features).rawValue
    while lost != 0 {
      add(Features.phrases[lost.trailingZeroBitCount])
      lost &= lost - 1
    }
    for (name, _) in entry.values where !ExportedEntry.isKnown(name) { add("values of \(name)") }
  }
}

extension ExportedEntry {
  /// What it has besides text, date and star.
  fileprivate var features: ExportLosses.Features {
    var features: ExportLosses.Features = []
    if time.zone != nil || time.offsetSeconds != 0 { features.insert(.zone) }
    if !givenTags.isEmpty { features.insert(.tags) }
    if !media.isEmpty { features.insert(.media) }
    if modified != nil { features.insert(.modified) }
    if !isAllDay, time.microseconds % 60_000_000 != 0 { features.insert(.seconds) }
    if time.microseconds % 1_000_000 != 0 { features.insert(.fraction) }
    for (name, _) in values {
      switch name {
      case "place", "latitude": features.insert(.place)
      case "weather": features.insert(.weather)
      case "mood": features.insert(.mood)
      case "extra": features.insert(.extra)
      default: break
      }
    }
    return features
  }
}
