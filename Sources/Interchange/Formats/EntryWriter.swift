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
  enum Feature {
    case zone, tags, place, weather, mood, media, modified, seconds, fraction, extra
  }

  /// Counts what an entry has of features that a format lacks.
  mutating func add(_ entry: ExportedEntry, lacking features: Set<Feature>) {
    func lose(_ feature: Feature, _ what: String) {
      if features.contains(feature) { add(what) }
    }
    if entry.time.zone != nil || entry.time.offsetSeconds != 0 { lose(.zone, "time zones") }
    if !entry.givenTags.isEmpty { lose(.tags, "tags beside the text") }
    if !entry.media.isEmpty { lose(.media, "media") }
    if entry.modified != nil { lose(.modified, "times of the last change") }
    if !entry.isAllDay, entry.time.microseconds % 60_000_000 != 0 { lose(.seconds, "seconds") }
    if entry.time.microseconds % 1_000_000 != 0 { lose(.fraction, "fractions of seconds") }
    var hasPlace = false
    for (name, _) in entry.values {
      switch name {
      case "place", "latitude": hasPlace = true
      case "weather": lose(.weather, "weather")
      case "mood": lose(.mood, "moods")
      case "extra": lose(.extra, "records of where they came from")
      default: break
      }
    }
    if hasPlace { lose(.place, "places") }
  }
}
