extension Zone {
  /// Reads a TZif file (RFC 8536), versions 1 to 4; `nil` where the bytes are none.
  ///
  /// A file that counts leap seconds (the `right/` zones) is refused: its instants are not those
  /// of this module.
  public init?(name: String?, tzif bytes: [UInt8]) {
    guard var header = TimeZoneFileHeader(bytes, at: 0) else { return nil }
    var timeBytes = 4
    if header.version >= 0x32 {
      // The first block is for readers of version 1; the second has 64-bit times.
      guard let second = TimeZoneFileHeader(bytes, at: header.end(timeBytes: 4)) else { return nil }
      header = second
      timeBytes = 8
    }
    let end = header.end(timeBytes: timeBytes)
    guard header.leapCount == 0, header.typeCount > 0, end <= bytes.count else { return nil }

    var place = header.start
    var transitions: [Int64] = []
    transitions.reserveCapacity(header.timeCount)
    for _ in 0..<header.timeCount {
      transitions.append(bytes.bigEndian(at: place, count: timeBytes))
      place += timeBytes
    }
    let kinds = bytes[place..<(place + header.timeCount)].map { Int($0) }
    place += header.timeCount
    var typeOffsets: [Int] = []
    for _ in 0..<header.typeCount {
      typeOffsets.append(Int(bytes.bigEndian(at: place, count: 4)))
      place += 6
    }
    guard kinds.allSatisfy({ $0 < typeOffsets.count }),
      typeOffsets.allSatisfy({ $0.magnitude < 26 * 3600 }),
      zip(transitions, transitions.dropFirst()).allSatisfy({ $0 < $1 })
    else { return nil }

    var rule: PosixZoneRule?
    if timeBytes == 8 {
      // The footer stands between two line feeds; an empty one gives no rule.
      guard end < bytes.count, bytes[end] == 0x0A,
        let close = bytes[(end + 1)...].firstIndex(of: 0x0A)
      else { return nil }
      let text = String(decoding: bytes[(end + 1)..<close], as: UTF8.self)
      if !text.isEmpty {
        guard let read = PosixZoneRule(text) else { return nil }
        rule = read
      }
    }
    self.init(
      name: name, transitions: transitions,
      offsets: [typeOffsets[0]] + kinds.map { typeOffsets[$0] }, rule: rule)
  }
}

/// The counts at the head of a block of a TZif file, RFC 8536 §3.1.
private struct TimeZoneFileHeader {
  let version: UInt8
  let start: Int
  let isUTCount: Int
  let isStandardCount: Int
  let leapCount: Int
  let timeCount: Int
  let typeCount: Int
  let characterCount: Int

  init?(_ bytes: [UInt8], at place: Int) {
    guard place + 44 <= bytes.count, bytes[place..<(place + 4)].elementsEqual("TZif".utf8) else {
      return nil
    }
    func count(_ index: Int) -> Int { Int(bytes.bigEndian(at: place + 20 + index * 4, count: 4)) }
    version = bytes[place + 4]
    isUTCount = count(0)
    isStandardCount = count(1)
    leapCount = count(2)
    timeCount = count(3)
    typeCount = count(4)
    characterCount = count(5)
    start = place + 44
    let counts = [isUTCount, isStandardCount, leapCount, timeCount, typeCount, characterCount]
    // No count may exceed the file, which also keeps the sums below from overflowing.
    guard counts.allSatisfy({ (0...bytes.count).contains($0) }) else { return nil }
  }

  /// The place after the block.
  func end(timeBytes: Int) -> Int {
    start + timeCount * (timeBytes + 1) + typeCount * 6 + characterCount
      + leapCount * (timeBytes + 4) + isStandardCount + isUTCount
  }
}

extension [UInt8] {
  /// A signed big-endian number.
  fileprivate func bigEndian(at place: Int, count: Int) -> Int64 {
    var value: Int64 = self[place] < 0x80 ? 0 : -1
    for byte in self[place..<(place + count)] { value = value << 8 | Int64(byte) }
    return value
  }
}
