public import Daybook
import TestSupport

extension TestJournal {
  /// Opens a journal that is there.
  public convenience init(at path: String, seed: UInt64, _ options: Journal.Options = .init())
    throws
  {
    try self.init(Journal.open(at: path, options), seed: seed)
  }

  /// Opens a journal, and makes it where there is none.
  public convenience init(making path: String, seed: UInt64) throws {
    var random = SplitMix64(seed: ~seed)
    try self.init(
      Journal.open(
        at: path,
        making: Journal.Seed(
          journal: ObjectID(high: random.next(), low: random.next()),
          device: ObjectID(high: random.next(), low: random.next()), created: 0)),
      seed: seed)
  }
}
