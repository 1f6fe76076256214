import EventLog
import MerkleTree
import Model

/// Random bytes for the events of a commit, drawn from one seed: SHA-256 of the seed and a counter.
///
/// Whoever does not know the seed cannot tell them from random ones, and it is never stored.
struct Salts {
  private var block: [UInt8]
  private var counter: UInt64 = 0

  init(_ seed: CommitRequest.Seed) {
    block = []
    for word in seed.words { block.append(bigEndian: word) }
  }

  /// Passes over so many.
  mutating func skip(_ count: UInt64) {
    counter += count
  }

  /// The next sixteen bytes.
  mutating func next() -> ObjectID {
    var input = block
    input.append(bigEndian: counter)
    counter += 1
    let digest = SHA256.digest(of: input).bytes
    return ObjectID(high: digest.bigEndian(at: 0), low: digest.bigEndian(at: 8))
  }
}
