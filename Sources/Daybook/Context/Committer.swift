public import Model

/// Who writes, and from where a program takes the time and the randomness of its commits.
///
/// Nothing in the library reads a clock or a source of randomness: a program says once where they come
/// from, and a test says the same ones again and again.
///
///     let committer = Committer(
///       "anna", now: { Moment(microseconds: Int64(Date().timeIntervalSince1970 * 1e6)) },
///       random: { .random(in: .min ... .max) })
public struct Committer: Sendable {
  /// Whom each event names; nil: nobody.
  public var name: String?
  /// Reads the clock.
  public var now: @Sendable () -> Moment
  /// Draws 64 random bits.
  public var random: @Sendable () -> UInt64

  /// Takes a name, a clock and a source of randomness.
  ///
  /// - Parameters:
  ///   - name: Whom each event names.
  ///   - now: Reads the clock.
  ///   - random: Draws 64 random bits.
  public init(
    _ name: String? = nil, now: @escaping @Sendable () -> Moment,
    random: @escaping @Sendable () -> UInt64
  ) {
    self.name = name
    self.now = now
    self.random = random
  }

  /// What a commit needs: one reading of the clock, and randomness of its own.
  public func request() -> CommitRequest {
    var generator = Generator(random: random)
    var request = CommitRequest(
      recorded: now().microseconds, seed: CommitRequest.Seed(using: &generator))
    request.actor = name
    return request
  }

  /// An identity for a new object: a UUID of version 7.
  public func newIdentity() -> ObjectID {
    ObjectID.version7(
      milliseconds: UInt64(max(0, now().microseconds / 1_000)), random: (random(), random()))
  }

  /// What a new journal is made from.
  public func seed() -> Journal.Seed {
    Journal.Seed(
      journal: ObjectID(high: random(), low: random()),
      device: ObjectID(high: random(), low: random()), created: now().microseconds)
  }

  /// Draws from the committer's source.
  struct Generator: RandomNumberGenerator {
    let random: @Sendable () -> UInt64
    mutating func next() -> UInt64 { random() }
  }
}
