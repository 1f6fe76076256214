public import Daybook
import Synchronization
import TestSupport

extension TestJournal {
  /// A committer with a clock that goes on from the test's, and randomness of the test's.
  public var committer: Committer {
    let source = Source(now: now, random: SplitMix64(seed: random.next()))
    return Committer("anna", now: { source.moment() }, random: { source.draw() })
  }

  private final class Source: Sendable {
    private let state: Mutex<(now: Int64, random: SplitMix64)>
    init(now: Int64, random: SplitMix64) { state = Mutex((now, random)) }
    func moment() -> Moment {
      state.withLock {
        $0.now += 1_000
        return Moment(microseconds: $0.now)
      }
    }
    func draw() -> UInt64 { state.withLock { $0.random.next() } }
  }
}
