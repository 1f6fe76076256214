public import EventLog
public import Model

/// What a commit needs from above: a clock's reading, randomness, who it is by, what it expects, and
/// what is to be told of it.
public struct CommitRequest: Sendable {
  /// Now, microseconds since 1970: one reading for the whole commit.
  public var recorded: Int64
  /// 32 random bytes, from which the salts of all events are drawn, and a device's identity where the
  /// journal was copied.
  public var seed: Seed
  /// Who makes the commit.
  public var actor: String?
  /// The log's size that the writer saw; where it is another, nothing is written.
  public var expectedSize: UInt64?
  /// The last events of objects that the writer saw.
  public var expectedVersions: [ObjectID: SequenceNumber] = [:]
  /// The views whose change sets are wanted.
  public var views: [String] = []
  /// How many rows of each change set are wanted with their values.
  public var rowLimit = Int.max
  /// Whether the records written are wanted.
  public var wantsRecords = false

  /// How many objects the commit may hold in memory before it writes what it can, within its
  /// transaction: about a kilobyte for each.
  ///
  /// Only where neither change sets nor records are wanted, which are those of the commit as a whole. What
  /// is written is the same, however many are held.
  public var heldCount = 1 << 15

  /// 32 random bytes.
  public struct Seed: Sendable, Hashable {
    var words: [UInt64]

    /// Draws a seed.
    public init(using generator: inout some RandomNumberGenerator) {
      words = (0..<4).map { _ in generator.next() }
    }
  }

  /// Makes a request.
  public init(recorded: Int64, seed: Seed) {
    self.recorded = recorded
    self.seed = seed
  }
}
