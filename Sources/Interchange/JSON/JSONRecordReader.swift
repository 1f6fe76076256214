internal import Bytes
internal import JSON

/// Reads the records of a JSON text, each into an entry, and reports on those that are none.
///
/// One record that is broken is listed as left, with its number; what follows is read. A text that is cut off
/// gives its whole records, and where it ends is listed as one that is left: something was there.
struct JSONRecordReader {
  /// A record that was read as JSON, and what it is to become.
  struct Record {
    /// What the record says.
    var members: JSONObject
    /// Its bytes as they stand in the source.
    var source: String
    /// Where it stands.
    var place: SourcePlace
    /// What had to be assumed so far.
    var assumed: [Assumption]
  }

  /// What is to be said of all that was read.
  private(set) var report = ImportReport()
  private let path: String

  init(path: String) {
    self.path = path
  }

  /// Reads a text.
  ///
  /// - Parameters:
  ///   - text: The text of the whole source.
  ///   - make: Makes an entry of a record; it throws ``Unreadable`` where it cannot.
  ///   - body: Takes an entry.
  mutating func read(
    _ source: Span<UInt8>,
    _ make: (Record, inout ImportReport) throws(Unreadable) -> ImportedEntry,
    _ body: (ImportedEntry) throws -> Void
  ) throws {
    let text = SourceText(source)
    for doubt in text.doubts { report.doubt(SourcePlace(path: path), doubt) }
    try text.withBytes(of: source) { bytes in
      var records = JSONRecords(bytes, from: text.start)
      var number = 0
      while let (range, isWhole) = records.next(in: bytes) {
        number += 1
        let place = SourcePlace(path: path, record: number)
        guard isWhole else {
          report.leave(
            SourcePlace(path: path, line: bytes.lineCount, record: number),
            "the JSON is cut off within it")
          return
        }
        do throws(Unreadable) {
          let record = try record(bytes.extracting(range), place)
          let entry = try make(record, &report)
          report.read += 1
          try Self.hand(entry, body)
        } catch {
          if let passed = error.passed { throw passed }
          report.leave(place, error.reason)
        }
      }
      if records.isCutOff {
        report.leave(
          SourcePlace(path: path, line: bytes.lineCount),
          "the JSON is cut off here, behind record \(number); what followed is not in the file")
      } else if !records.hasBegun {
        report.leave(SourcePlace(path: path), "it is no JSON: there is no bracket in it")
      }
    }
  }

  /// Hands an entry over; what that throws is no fault of the record.
  private static func hand(
    _ entry: ImportedEntry, _ body: (ImportedEntry) throws -> Void
  ) throws(Unreadable) {
    do {
      try body(entry)
    } catch {
      throw Unreadable(passing: error)
    }
  }

  private mutating func record(
    _ bytes: Span<UInt8>, _ place: SourcePlace
  ) throws(Unreadable) -> Record {
    let parsed: (value: JSONValue, repairs: [String])
    do throws(JSONError) {
      parsed = try JSONRepair.parse(bytes)
    } catch {
      throw Unreadable("it is no JSON: \(error.reason)")
    }
    guard let members = parsed.value.object else {
      throw Unreadable("it is no object, but a \(parsed.value.kind)")
    }
    for repair in parsed.repairs { report.doubt(place, repair) }
    return Record(
      members: members, source: UTF8Repair.text(of: bytes).text, place: place,
      assumed: parsed.repairs.isEmpty ? [] : [.encoding])
  }
}

/// Why a record cannot become an entry.
struct Unreadable: Error {
  /// The reason, as a clause.
  var reason: String
  /// An error that is none of the record's.
  var passed: (any Error)?

  init(_ reason: String) {
    self.reason = reason
  }

  init(passing error: any Error) {
    reason = ""
    passed = error
  }
}

extension JSONObject {
  /// The string of a member; nil where there is none, or null, or the `(null)` that Cocoa prints.
  func text(_ name: String) -> String? {
    guard let text = self[name]?.string, text != "(null)" else { return nil }
    return text
  }

  /// The strings of an array, and those of a text that lists them by commas.
  func texts(_ name: String) -> [String] {
    if let elements = self[name]?.array { return elements.compactMap(\.string) }
    return self[name]?.string.map { [$0] } ?? []
  }

  /// Whether a member is true.
  func isTrue(_ name: String) -> Bool { self[name]?.bool ?? false }

  /// The whole number of a member, be it written with a fraction of zero.
  func whole(_ name: String) -> Int64? {
    self[name]?.int ?? self[name]?.double.flatMap { Int64(exactly: $0) }
  }
}

extension Span<UInt8> {
  /// How many lines the bytes are, by their line feeds.
  var lineCount: Int {
    var count = 1
    var place = place(of: UInt8(ascii: "\n"), from: 0)
    while place < self.count {
      count += 1
      place = self.place(of: UInt8(ascii: "\n"), from: place + 1)
    }
    return count
  }
}
