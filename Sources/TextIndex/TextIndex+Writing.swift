public import EventLog
public import LMDB

extension TextIndex {
  /// Adds the documents that a commit has written, in order.
  ///
  /// - Parameters:
  ///   - documents: Behind all that are indexed.
  ///   - log: Where their texts are read.
  ///   - transaction: That of the commit.
  /// - Complexity: O(documents), amortised; at most one segment of each size is made of smaller ones
  ///   at once.
  public func append(
    _ documents: [TextDocument], log: EventLog, in transaction: borrowing WriteTransaction
  ) throws {
    var number = try end(in: transaction.reading)
    var rest = documents[...]
    var scanner = TextScanner()
    while let document = rest.first {
      // As many as make up a whole segment from here on go into it at once.
      let level = SegmentLayout.sizes.lastIndex { size in
        number.isMultiple(of: UInt64(size)) && rest.count >= size
      }
      if let level {
        var builder = SegmentBuilder(level: level + 1)
        for document in rest.prefix(SegmentLayout.sizes[level]) {
          let text = try attribute.text(of: document, log, in: transaction.reading)
          scanner.add(document, text, to: &builder)
        }
        try write(builder, at: number, in: transaction)
        number += UInt64(SegmentLayout.sizes[level])
        rest.removeFirst(SegmentLayout.sizes[level])
      } else {
        var row: [UInt8] = []
        document.append(to: &row)
        try transaction.putRising(SegmentLayout.key(number), row, in: database)
        number += 1
        rest.removeFirst()
      }
      try settle(
        before: number, above: level.map { $0 + 1 } ?? 0, &scanner, log: log, in: transaction)
    }
  }

  /// Makes segments of what ends before a number, where that is a multiple of their size.
  ///
  /// - Parameter level: That of what was written last, 0 for a single document.
  private func settle(
    before end: UInt64, above level: Int, _ scanner: inout TextScanner, log: EventLog,
    in transaction: borrowing WriteTransaction
  ) throws {
    for (index, size) in SegmentLayout.sizes.enumerated().dropFirst(level) {
      guard end.isMultiple(of: UInt64(size)) else { return }
      let start = end - UInt64(size)
      var builder = SegmentBuilder(level: index + 1)
      var next = start
      while next < end {
        if let segment = try Segment(at: next, in: database, transaction.reading) {
          try builder.add(segment, in: transaction.reading)
          next = segment.end
        } else {
          let document = try transaction.reading.get(SegmentLayout.key(next), in: database) {
            TextDocument($0)
          }
          guard let document = document ?? nil else {
            throw EventLogError.damaged(
              database: attribute.databaseName, key: "\(next)", reason: "the document is missing")
          }
          let text = try attribute.text(of: document, log, in: transaction.reading)
          scanner.add(document, text, to: &builder)
          next += 1
        }
      }
      try delete(from: start, in: transaction)
      try write(builder, at: start, in: transaction)
    }
  }

  private func delete(from first: UInt64, in transaction: borrowing WriteTransaction) throws {
    var keys: [[UInt8]] = []
    try transaction.reading.withCursor(in: database) { cursor in
      var onRow = try cursor.seek(atOrAfter: SegmentLayout.key(first))
      while onRow {
        keys.append(cursor.keyBytes())
        onRow = try cursor.next()
      }
    }
    for key in keys { _ = try transaction.delete(key, in: database) }
  }

  func write(
    _ builder: SegmentBuilder, at first: UInt64, in transaction: borrowing WriteTransaction
  ) throws {
    try builder.forEachRow(first: first) { key, value in
      try transaction.putRising(key, value, in: database)
    }
  }
}

/// Adds texts to segments, in each of their forms.
struct TextScanner {
  private var scanner = WordScanner()
  /// For texts with iota subscripts.
  private var otherScanner: WordScanner?

  mutating func add(_ document: TextDocument, _ text: String, to builder: inout SegmentBuilder) {
    builder.add(document)
    scanner.read(text)
    builder.addWords(of: scanner)
    guard scanner.hasOtherForm else { return }
    var other = otherScanner ?? WordScanner(keepingIota: true)
    other.read(text)
    builder.addWords(of: other)
    otherScanner = other
  }
}
