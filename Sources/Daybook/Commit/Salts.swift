import MerkleTree
import Model

/// Random bytes for the events of a commit, drawn from one seed: SHA-256 of the seed and a counter.
///
/// Whoever does not know the seed cannot tell them from random ones, and it is never stored.
struct Salts {
  /// The hash of the seed, before the counter.
  private var beginning = SHA256()
  private var counter: UInt64 = 0

  init(_ seed: CommitRequest.Seed) {
    for word in seed.words { beginning.update(bigEndian: word) }
  }

  /// Passes over so many.
  mutating func skip(_ count: UInt64) {
    counter += count
  }

  /// The next sixteen bytes.
  mutating func next() -> ObjectID {
    var hash = beginning
    hash.update(bigEndian: counter)
    counter += 1
    let (high, low) = hash.finish().firstWords
    return ObjectID(high: high, low: low)
  }
}
