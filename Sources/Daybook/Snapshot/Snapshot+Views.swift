import LMDB
public import Model
import Objects
import Predicates
public import Views

/// A section of a list as a reader sees it.
public struct SectionInfo: Sendable, Hashable {
  /// Its number, from 0.
  public var index: Int
  /// Its name: the section value of its first row.
  public var name: String
  /// How many rows it has, whatever part of them is shown.
  ///
  /// Of a list without sections whose ``ListPage/rowCount`` is not known, as many as were found.
  public var numberOfObjects: Int

  /// What an index at the side of a list shows for it: the first letter of its name, in upper case;
  /// "" for a section without a name.
  public var indexTitle: String { Self.indexTitle(forName: name) }

  static func indexTitle(forName name: String) -> String {
    name.first.map { String($0).uppercased() } ?? ""
  }
}

/// A part of a list: the sections that have rows in it, each with those rows.
public struct ListPage: Sendable {
  /// The sections, in order.
  public var sections: [(info: SectionInfo, rows: [ObjectID])]
  /// How many rows the whole list has; nil where the page was full before that was known.
  public var rowCount: Int?
  /// How many sections the whole list has; nil where the page was full before that was known.
  public var sectionCount: Int?
}

/// A view in a snapshot: its rows and sections, read from the counts on disk.
///
/// Where the rows do not follow from today's definition, model or collator, objects are scanned and
/// sorted instead, with the same answers.
public struct ViewReader: Sendable {
  let item: ViewCatalog.Item
  let list: RowList

  /// The view's name.
  public var name: String { item.view.name }
  /// The view's definition.
  public var definition: ViewDefinition { item.view.definition }
  /// Whether the rows are read from disk; else they were sorted for this reader.
  public var isMaterialized: Bool { item.isCurrent }
}

extension Snapshot {
  /// The names of the views, in byte order.
  public var viewNames: [String] { context.catalog.names }

  /// The views whose definition does not fit the model, and why.
  public var brokenViews: [String: String] {
    context.catalog.broken.mapValues(\.description)
  }

  /// The view of a name.
  ///
  /// - Throws: `ViewError`.
  public func view(_ name: String) throws -> ViewReader {
    let item = try context.catalog.item(name)
    if item.isCurrent, let index = item.index {
      return ViewReader(item: item, list: .index(index, item.view))
    }
    return ViewReader(item: item, list: try scan(item.view))
  }

  /// How many rows a view has.
  ///
  /// O(log n).
  public func rowCount(of view: ViewReader) throws -> Int {
    try view.list.rowCount(in: transaction)
  }

  /// How many sections a view has.
  ///
  /// O(log n).
  public func sectionCount(of view: ViewReader) throws -> Int {
    try view.list.sectionCount(in: transaction)
  }

  /// The section of a number, nil beyond the last.
  ///
  /// O(log n).
  public func section(_ index: Int, of view: ViewReader) throws -> SectionInfo? {
    let reader = reader(view.list, view.item.view)
    return try reader.section(index, in: transaction).map {
      try reader.info($0, base: transaction, log: transaction)
    }
  }

  /// Reads a list as of this snapshot.
  func reader(_ list: RowList, _ view: View, window: RowWindow? = nil) -> ListReader {
    ListReader(list: list, view: view, window: window, context: context, state: state)
  }

  /// The number of the section of a name, nil where there is none.
  ///
  /// - Complexity: O(sections): a name need not tell the place.
  public func sectionIndex(named name: String, of view: ViewReader) throws -> Int? {
    for index in 0..<(try sectionCount(of: view)) {
      if try section(index, of: view)?.name == name { return index }
    }
    return nil
  }

  /// The section and row of an object, nil where the view does not show it.
  ///
  /// O(log n).
  public func indexPath(of id: ObjectID, in view: ViewReader) throws -> (section: Int, row: Int)? {
    try reader(view.list, view.item.view)
      .indexPath(of: id, base: transaction, log: transaction).map { ($0.section, $0.row) }
  }

  /// A part of a view: rows from `offset` on, over all sections.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - section: Only rows of this section, from which the offset then counts.
  ///   - offset: How many rows are passed over first.
  ///   - limit: The most rows that are wanted.
  ///   - isReversed: Whether the view is read from its end: sections and rows in reverse.
  /// - Complexity: O(log n + rows of the part).
  public func page(
    of view: ViewReader, offset: Int = 0, limit: Int = .max, section: Int? = nil,
    isReversed: Bool = false
  ) throws -> ListPage {
    try page(
      view.list, view.item.view, offset: offset, limit: limit, section: section,
      isReversed: isReversed)
  }

  func page(
    _ list: RowList, _ view: View, offset: Int, limit: Int, section: Int?, isReversed: Bool
  ) throws -> ListPage {
    let rowCount = try list.rowCount(in: transaction)
    var page = ListPage(
      sections: [], rowCount: rowCount, sectionCount: try list.sectionCount(in: transaction))
    if !view.isSectioned && rowCount == 0 {
      page.sections.append((SectionInfo(index: 0, name: "", numberOfObjects: 0), []))
      return page
    }
    var range = 0..<rowCount
    if let section {
      guard let found = try list.section(section, in: transaction) else { return page }
      range = found.start..<found.start + found.count
    }
    let skipped = min(max(offset, 0), range.count)
    let taken = min(max(limit, 0), range.count - skipped)
    range =
      isReversed
      ? range.upperBound - skipped - taken..<range.upperBound - skipped
      : range.lowerBound + skipped..<range.lowerBound + skipped + taken
    if range.isEmpty { return page }

    let reader = reader(list, view)
    var current: RowList.Section?
    var rows: [ObjectID] = []
    func close() throws {
      guard let section = current, !rows.isEmpty else { return }
      let info = try reader.info(section, base: transaction, log: transaction)
      page.sections.append((info, isReversed ? rows.reversed() : rows))
      rows = []
    }
    try list.forEachRow(in: range, transaction) { rank, key in
      if current.map({ rank >= $0.start + $0.count }) ?? true {
        try close()
        current = try list.section(ofRow: key, rank: rank, in: transaction)
      }
      rows.append(try view.identity(ofRow: key))
    }
    try close()
    if isReversed { page.sections.reverse() }
    return page
  }
}
