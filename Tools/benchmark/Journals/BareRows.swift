import LMDB
import TestSupport

/// The rows that an entry needs at the least, written by bare LMDB calls: a header, a payload, an
/// object, a row of its history, a row of one view.
///
/// Of fixed size and without meaning: nothing is encoded, hashed, checked or counted. What this costs
/// no journal with one view can do without.
final class BareRows {
  let environment: Environment
  let path: String
  private(set) var count: UInt64 = 0
  private let databases: Databases
  private var random: SplitMix64
  private var header = [UInt8](repeating: 1, count: 120)
  private var payload = [UInt8](repeating: 2, count: 480)
  private var object = [UInt8](repeating: 3, count: 100)
  private var row = [UInt8](repeating: 4, count: 40)
  private var history = [UInt8](repeating: 0, count: 24)
  private static let nothing: [UInt8] = []

  private struct Databases {
    var events: Database
    var payloads: Database
    var objects: Database
    var history: Database
    var view: Database
  }

  init(path: String, seed: UInt64) throws {
    self.path = path
    random = SplitMix64(seed: seed)
    environment = try Environment.open(at: path, creating: true)
    databases = try environment.write { transaction in
      Databases(
        events: try transaction.database(named: "events"),
        payloads: try transaction.database(named: "payloads"),
        objects: try transaction.database(named: "objects"),
        history: try transaction.database(named: "history"),
        view: try transaction.database(named: "view"))
    }
  }

  /// Appends entries in one durable transaction.
  func commit(_ count: Int, _ times: Diary.Times = .random) throws {
    try environment.write { transaction in
      for _ in 0..<count {
        let place = times == .random ? random.next() >> 1 | 1 << 63 : ~self.count >> 1
        // The place first, then the object; the payload carries the row, for the rebuild to find.
        row.set(place, at: 0)
        row.set(self.count, at: 32)
        payload.replaceSubrange(0..<40, with: row)
        history.set(self.count, at: 0)
        history.set(self.count, at: 16)
        header.set(self.count, at: 0)
        try transaction.append(at: self.count, header, in: databases.events)
        try transaction.append(at: self.count, payload, in: databases.payloads)
        try transaction.append(history[..<16], object, in: databases.objects)
        try transaction.append(history, Self.nothing, in: databases.history)
        try transaction.put(row, Self.nothing, in: databases.view)
        self.count += 1
      }
    }
  }

  /// Reads every event, its header and its payload, sorts the rows that the payloads carry, and appends
  /// them in place of those there are, in one durable transaction.
  func rebuild() throws {
    try environment.write { transaction in
      var rows: [SortedRow] = []
      rows.reserveCapacity(Int(count))
      var headers = try transaction.reading.beginCursor(in: databases.events)
      var headerSum: UInt64 = 0
      try transaction.reading.withCursor(in: databases.payloads) { cursor in
        var isOnRow = try cursor.first()
        var isOnHeader = try headers.first()
        while isOnRow, isOnHeader {
          headerSum &+= headers.withValue { $0.bigEndianInteger(at: 0) }
          isOnHeader = try headers.next()
          rows.append(
            cursor.withValue { value in
              SortedRow(
                words: (
                  value.bigEndianInteger(at: 0), value.bigEndianInteger(at: 8),
                  value.bigEndianInteger(at: 16), value.bigEndianInteger(at: 24),
                  value.bigEndianInteger(at: 32)
                ))
            })
          isOnRow = try cursor.next()
        }
      }
      guard rows.count == Int(count), headerSum == count &* (count &- 1) / 2 else {
        throw WrongAnswer("of \(count) bare rows \(rows.count) were read")
      }
      rows.sort()
      try transaction.clear(databases.view)
      for sorted in rows {
        row.set(sorted.words.0, at: 0)
        row.set(sorted.words.1, at: 8)
        row.set(sorted.words.2, at: 16)
        row.set(sorted.words.3, at: 24)
        row.set(sorted.words.4, at: 32)
        try transaction.append(row, Self.nothing, in: databases.view)
      }
    }
  }
}

/// Forty bytes as numbers, which compare faster.
private struct SortedRow: Comparable {
  var words: (UInt64, UInt64, UInt64, UInt64, UInt64)

  static func < (left: SortedRow, right: SortedRow) -> Bool {
    left.words.0 != right.words.0 ? left.words.0 < right.words.0 : left.words < right.words
  }

  static func == (left: SortedRow, right: SortedRow) -> Bool { left.words == right.words }
}

extension [UInt8] {
  /// Writes a number as eight bytes, the greatest first.
  fileprivate mutating func set(_ number: UInt64, at offset: Int) {
    for place in 0..<8 {
      self[offset + place] = UInt8(truncatingIfNeeded: number >> UInt64(56 - 8 * place))
    }
  }
}
