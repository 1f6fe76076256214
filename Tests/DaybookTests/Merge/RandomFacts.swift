import Daybook
import TestSupport

/// Events that a few devices write apart, learning of one another's now and then.
struct RandomFacts {
  private(set) var facts: [MergeReference.Fact] = []
  private var random: SplitMix64
  private let devices: [DeviceID]
  private let objects: [ObjectID]
  private let teams: [ObjectID]
  /// How many events of each device each device knows.
  private var known: [[Int]]
  private var counts: [Int]
  private var clock: UInt64 = 1_796_000_000_000 << 16
  private var latest: [UInt64]

  init(seed: UInt64, devices deviceCount: Int, objects: [ObjectID], teams: [ObjectID]) {
    random = SplitMix64(seed: seed ^ 0xFAC7)
    var random = random
    devices = (0..<deviceCount).map { _ in
      DeviceID(ObjectID(high: random.next(), low: random.next()))
    }
    self.random = random
    self.objects = objects
    self.teams = teams
    known = Array(repeating: Array(repeating: 0, count: deviceCount), count: deviceCount)
    counts = Array(repeating: 0, count: deviceCount)
    latest = Array(repeating: 0, count: deviceCount)
  }

  mutating func write(_ count: Int) {
    for _ in 0..<count {
      if random.below(4) == 0 { learn() }
      writeOne()
    }
  }

  /// One device takes in all that another knows.
  private mutating func learn() {
    let reader = random.below(devices.count)
    let source = random.below(devices.count)
    known[reader] = zip(known[reader], known[source]).map(max)
    latest[reader] = max(latest[reader], latest[source])
  }

  private mutating func writeOne() {
    let author = random.below(devices.count)
    let object = objects[random.below(objects.count)]
    let mine = facts.filter { fact in
      guard let device = devices.firstIndex(of: fact.identity.device) else { return false }
      return fact.object == object && fact.identity.counter < UInt64(known[author][device])
    }
    let lives = MergeReference.state(mine) != nil
    var kind = EventKind.updated
    switch (lives, random.below(10)) {
    case (false, 0..<8): kind = .inserted
    case (true, 0..<2): kind = .deleted
    case (true, 2): kind = .condensed
    default: kind = mine.isEmpty ? .inserted : .updated
    }
    var values: [String: Value] = [:]
    if kind != .deleted {
      if kind != .updated || random.below(2) == 0 { values["name"] = .string(word()) }
      if random.below(2) == 0 { values["age"] = .int(Int64(random.below(5))) }
      if random.below(3) == 0 {
        values["biography"] = .string(String(repeating: word(), count: 1 + random.below(60)))
      }
      if random.below(3) == 0 { values["team"] = .uuid(teams[random.below(teams.count)]) }
      if kind == .updated {
        for name in ["age", "biography", "team"] where random.below(6) == 0 { values[name] = .null }
        if values.isEmpty { values["age"] = .null }
      }
    }
    // Clocks stand still, run apart, and meet: equal stamps of two devices come too.
    clock += UInt64(random.below(3)) << 15
    latest[author] = max(latest[author] + 1, clock)
    var seen: [EventIdentity] = []
    for (index, device) in devices.enumerated() where index != author {
      let last = mine.filter { $0.identity.device == device }.map(\.identity.counter).max()
      if let last { seen.append(EventIdentity(device: device, counter: last)) }
    }
    facts.append(
      MergeReference.Fact(
        kind: kind, object: object,
        identity: EventIdentity(device: devices[author], counter: UInt64(counts[author])),
        stamp: latest[author], values: values, seen: seen.sorted()))
    counts[author] += 1
    known[author][author] = counts[author]
  }

  private mutating func word() -> String { ["ann", "bob", "cid", "dan"][random.below(4)] }

  /// The events in an order that only each device's own counters bind.
  mutating func shuffled() -> [MergeReference.Fact] {
    var queues = devices.map { device in facts.filter { $0.identity.device == device } }
    var order: [MergeReference.Fact] = []
    while let queue = queues.indices.filter({ !queues[$0].isEmpty }).randomElement(using: &random) {
      // A device's events come in runs of any length.
      for _ in 0...random.below(6) where !queues[queue].isEmpty {
        order.append(queues[queue].removeFirst())
      }
    }
    return order
  }
}
