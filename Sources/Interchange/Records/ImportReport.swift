/// What an import read, and all that a person should know of how it was read.
///
/// Every record read was either handed over or is listed in ``left``, so that the counts add up.
public struct ImportReport: Equatable, Sendable {
  /// A place, and what is to be said of it.
  public struct Note: Hashable, Sendable {
    /// Where it is.
    public var place: SourcePlace
    /// What was found and what was done, as a clause that can follow the place and a colon.
    public var reason: String

    /// Makes a note.
    public init(place: SourcePlace, reason: String) {
      self.place = place
      self.reason = reason
    }
  }

  /// How many records were met.
  public var read = 0
  /// The records that were not handed over, and why; a skipped file is one.
  public var left: [Note] = []
  /// What was read in one way and could be read in another, in the order of the source.
  public var doubtful: [Note] = []

  /// How many records were handed over.
  public var handedOver: Int { read - left.count }

  /// A report of nothing.
  public init() {}

  /// Adds what another part of the same import reports.
  public mutating func append(_ other: ImportReport) {
    read += other.read
    left += other.left
    doubtful += other.doubtful
  }
}

extension ImportReport {
  /// Lists a record as left.
  mutating func leave(_ place: SourcePlace, _ reason: String) {
    read += 1
    left.append(Note(place: place, reason: reason))
  }

  /// Lists a file as left.
  mutating func leave(_ file: SourceFile, _ reason: String) {
    leave(SourcePlace(path: file.path), reason)
  }

  /// Says of a place that it could be read otherwise.
  mutating func doubt(_ place: SourcePlace, _ reason: String) {
    doubtful.append(Note(place: place, reason: reason))
  }

  /// Reads a file of several: where it cannot be read, it is listed as left, and the others go on.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - body: Reads its bytes; what it throws is thrown on.
  mutating func read(
    _ file: SourceFile, _ body: (Span<UInt8>) throws -> ImportReport
  ) throws {
    var failure: (any Error)?
    do {
      let part = try file.withBytes { bytes -> ImportReport? in
        do {
          return try body(bytes)
        } catch {
          failure = error
          return nil
        }
      }
      if let part { append(part) }
    } catch {
      leave(file, "it cannot be read: \(error)")
    }
    if let failure { throw failure }
  }
}
