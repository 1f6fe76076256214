import Model
import Views

/// Makes a page of rows that come in order, and says when no more are needed.
struct PageBuilder {
  /// One section of which a row has come.
  struct Section {
    var index: Int
    /// Its first row: it names the section.
    var first: ObjectID
    /// How many rows of it have come.
    var count: Int
    /// The rows of it that are on the page.
    var rows: [ObjectID]
    var key: [UInt8]
  }

  private let view: View
  private let offset: Int
  private let limit: Int
  /// The sections with rows on the page.
  private(set) var sections: [Section] = []
  private var current: Section?
  private var taken = 0
  private var sectionCount = 0
  /// How many rows have come.
  private(set) var rowCount = 0

  init(_ view: View, offset: Int, limit: Int) {
    self.view = view
    self.offset = max(offset, 0)
    self.limit = max(limit, 0)
  }

  /// The rank behind the last row of the page.
  var end: Int {
    let (end, isBeyond) = offset.addingReportingOverflow(limit)
    return isBeyond ? .max : end
  }

  /// Whether all rows of the page have come, and all rows of its sections.
  ///
  /// Where none are wanted, whether there is one is wanted still.
  var isComplete: Bool {
    guard taken == limit, rowCount > 0 else { return false }
    return !view.isSectioned || current?.rows.isEmpty ?? true
  }

  /// Takes the next row.
  mutating func add(_ key: [UInt8]) throws {
    let id = try view.identity(ofRow: key)
    let section = try view.sectionKey(ofRow: key)
    if current?.key != section {
      close()
      current = Section(index: sectionCount, first: id, count: 0, rows: [], key: section)
      sectionCount += 1
    }
    current?.count += 1
    if rowCount >= offset, taken < limit {
      current?.rows.append(id)
      taken += 1
    }
    rowCount += 1
  }

  private mutating func close() {
    if let section = current, !section.rows.isEmpty { sections.append(section) }
    current = nil
  }

  /// Ends the page.
  ///
  /// - Returns: How many sections have come.
  mutating func finish() -> Int {
    close()
    return sectionCount
  }
}
