import FileSystem

/// Sorts keys in bounded memory: runs that fill the memory are sorted and put aside in a nameless
/// file, and merged at the end (Knuth, The Art of Computer Programming 3, §5.4).
struct KeySorter {
  /// The bytes of keys held before a run is put aside.
  private let limitBytes: Int
  private let directory: String

  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  private var spilled: FileStream?
  private var runs: [Range<Int>] = []
  private var spilledCount = 0
  private var places: [Place] = []

  /// What most keys take at the most: a day, a moment, an identity.
  private static let usualByteCount = 40

  /// How many keys were added.
  private(set) var count = 0

  /// - Parameters:
  ///   - directory: Where to put runs aside.
  ///   - limitBytes: The bytes of keys to hold; about as much again is needed to sort them.
  ///   - count: About how many keys will come, so that memory for them is taken once.
  init(spillingTo directory: String, limitBytes: Int = 256 << 20, expecting count: Int = 0) {
    self.directory = directory
    self.limitBytes = limitBytes
    let room = min(count, limitBytes / Self.usualByteCount)
    bytes.reserveCapacity(room * Self.usualByteCount)
    ends.reserveCapacity(room)
  }

  /// Adds a key of at most 65,535 bytes.
  mutating func append(_ key: [UInt8]) throws {
    if bytes.count + key.count > limitBytes, !ends.isEmpty { try spill() }
    bytes.append(contentsOf: key)
    ends.append(bytes.count)
    count += 1
  }

  /// Ends the adding: the keys can now be gone through, any number of times.
  mutating func finish() throws {
    if runs.isEmpty {
      places = Self.sorted(bytes, ends)
    } else if !ends.isEmpty {
      try spill()
    }
  }

  /// Calls `body` with each key, ascending.
  ///
  /// - Precondition: The adding was ended by ``finish()``.
  func forEach(_ body: (Span<UInt8>) throws -> Void) throws {
    if !runs.isEmpty { return try merge(body) }
    // Keys lie in the order in which they came. They are gathered a few thousand at a time, in a loop
    // that does nothing else, so that the memory's delays overlap.
    var gathered: [UInt8] = []
    var start = 0
    while start < places.count {
      let end = min(start + 4096, places.count)
      gathered.removeAll(keepingCapacity: true)
      let all = bytes.span
      for index in start..<end { gathered.append(copying: all.extracting(places[index].range)) }
      var offset = 0
      for index in start..<end {
        let end = offset + Int(places[index].count)
        try body(gathered.span.extracting(offset..<end))
        offset = end
      }
      start = end
    }
  }

  // MARK: - Sorting in memory

  /// Where a key stands, with its first bytes behind what all keys share, so that most comparisons
  /// look at nothing else.
  private struct Place: Comparable {
    var words: (UInt64, UInt64)
    // Less than a run's bytes, and 65,535: the narrower the place, the less the sort moves.
    var start: UInt32
    var count: UInt16

    var range: Range<Int> { Int(start)..<Int(start) + Int(count) }

    static func < (left: Place, right: Place) -> Bool {
      left.words.0 != right.words.0
        ? left.words.0 < right.words.0 : left.words.1 < right.words.1
    }

    static func == (left: Place, right: Place) -> Bool { left.words == right.words }
  }

  private static func sorted(_ bytes: [UInt8], _ ends: [Int]) -> [Place] {
    let shared = sharedPrefixCount(bytes, ends)
    let content = bytes.span
    var places: [Place] = []
    places.reserveCapacity(ends.count)
    var start = 0
    for end in ends {
      places.append(
        Place(
          words: (word(content, start + shared, end), word(content, start + shared + 8, end)),
          start: UInt32(start), count: UInt16(end - start)))
      start = end
    }
    places.sort()
    // Keys that are the same so far, and stand in the order in which they came.
    var next = 0
    while next < places.count {
      let first = next
      repeat { next += 1 } while next < places.count && places[next].words == places[first].words
      if next - first > 1 {
        places[first..<next].sort {
          bytes[$0.range].lexicographicallyPrecedes(bytes[$1.range])
        }
      }
    }
    return places
  }

  /// Eight bytes as a number, those from `end` on being zero.
  private static func word(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> UInt64 {
    var word: UInt64 = 0
    if start + 8 <= end {
      for index in start..<start + 8 { word = word << 8 | UInt64(bytes[index]) }
    } else {
      for index in start..<start + 8 { word = word << 8 | (index < end ? UInt64(bytes[index]) : 0) }
    }
    return word
  }

  private static func sharedPrefixCount(_ bytes: [UInt8], _ ends: [Int]) -> Int {
    guard var count = ends.first else { return 0 }
    let bytes = bytes.span
    var start = 0
    for end in ends {
      var index = 0
      let limit = min(count, end - start)
      while index < limit, bytes[index] == bytes[start + index] { index += 1 }
      count = index
      start = end
    }
    return count
  }

  // MARK: - Runs put aside

  private mutating func spill() throws {
    let stream = try spilled ?? FileStream.temporary(in: directory)
    spilled = stream
    let start = spilledCount
    var buffer: [UInt8] = []
    for place in Self.sorted(bytes, ends) {
      buffer.append(UInt8(truncatingIfNeeded: place.count >> 8))
      buffer.append(UInt8(truncatingIfNeeded: place.count))
      buffer.append(contentsOf: bytes[place.range])
      if buffer.count > 1 << 20 {
        try stream.write(buffer)
        spilledCount += buffer.count
        buffer.removeAll(keepingCapacity: true)
      }
    }
    try stream.write(buffer)
    spilledCount += buffer.count
    runs.append(start..<spilledCount)
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
  }

  /// One run as it is merged: a window onto the file.
  private struct Run {
    var remaining: Range<Int>
    var window: [UInt8] = []
    var offset = 0
    var key: [UInt8]?

    mutating func advance(in stream: FileStream) throws {
      if window.count - offset < 2 + 65_535, !remaining.isEmpty {
        let count = min(1 << 20, remaining.count)
        let more = try stream.read(count, at: remaining.lowerBound)
        window = Array(window[offset...]) + more
        offset = 0
        remaining = remaining.lowerBound + max(more.count, 1)..<remaining.upperBound
      }
      guard window.count - offset >= 2 else {
        key = nil
        return
      }
      let count = Int(window[offset]) << 8 | Int(window[offset + 1])
      let end = min(offset + 2 + count, window.count)
      key = Array(window[offset + 2..<end])
      offset = end
    }
  }

  private func merge(_ body: (Span<UInt8>) throws -> Void) throws {
    guard let stream = spilled else { return }
    var open: [Run] = []
    for range in runs {
      var run = Run(remaining: range)
      try run.advance(in: stream)
      open.append(run)
    }
    // A handful of runs: a heap would not be seen.
    while true {
      var least: Int?
      for index in open.indices {
        guard let key = open[index].key else { continue }
        if let best = least, let bestKey = open[best].key,
          !key.lexicographicallyPrecedes(bestKey)
        {
          continue
        }
        least = index
      }
      guard let least, let key = open[least].key else { return }
      try body(key.span)
      try open[least].advance(in: stream)
    }
  }
}

extension [UInt8] {
  /// Appends bytes without a slice that would keep their array.
  fileprivate mutating func append(copying other: Span<UInt8>) {
    append(addingCapacity: other.count) { room in
      for place in other.indices { room.append(other[place]) }
    }
  }
}
