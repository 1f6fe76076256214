public import ChangeSets
import LMDB
public import Model

extension ResultsController {
  // MARK: - Rows

  /// How many rows the list has.
  ///
  /// O(log n).
  public var numberOfObjects: Int {
    get throws { try read { reader, base, _ in try reader.rowCount(in: base) } }
  }

  /// All elements, in order: an array of its own, which later commits do not change.
  ///
  /// - Complexity: O(n): ``objects(in:)`` reads a page of them.
  public var fetchedObjects: [Element] {
    get throws { try objects(in: 0..<numberOfObjects) }
  }

  /// The elements of a range of the list, counted over all sections, as far as there are any.
  ///
  /// - Complexity: O(log n + elements).
  public func objects(in range: Range<Int>) throws -> [Element] {
    try read { reader, base, log in
      var elements: [Element] = []
      try reader.forEachRow(in: range, base) { _, id in
        if let record = try reader.record(id, base: base, log: log) {
          elements.append(try Element(record))
        }
      }
      return elements
    }
  }

  /// The ids of a range of the list, counted over all sections, as far as there are any.
  ///
  /// - Complexity: O(log n + ids).
  public func identities(in range: Range<Int>) throws -> [ObjectID] {
    try read { reader, base, _ in
      var ids: [ObjectID] = []
      try reader.forEachRow(in: range, base) { _, id in ids.append(id) }
      return ids
    }
  }

  /// The element at an index path.
  ///
  /// - Throws: ``ResultsError/noRow(_:)``.
  /// - Complexity: O(log n).
  public func object(at path: IndexPath) throws -> Element {
    let record = try read { reader, base, log -> Record? in
      guard path.row >= 0, let section = try reader.section(path.section, in: base),
        path.row < section.count,
        let id = try reader.identity(at: section.start + path.row, in: base)
      else { return nil }
      return try reader.record(id, base: base, log: log)
    }
    guard let record else { throw ResultsError.noRow(path) }
    return try Element(record)
  }

  /// The index path of an object; nil where the list does not show it.
  ///
  /// - Complexity: O(log n).
  public func indexPath(for id: ObjectID) throws -> IndexPath? {
    try read { try $0.indexPath(of: id, base: $1, log: $2) }
  }

  /// The whole list as values: names of sections and ids of rows.
  ///
  /// - Complexity: O(n).
  public func snapshot() throws -> ResultsSnapshot {
    try read { reader, base, log in
      var sections: [Section<ObjectID>] = []
      for index in 0..<(try reader.sectionCount(in: base)) {
        guard let section = try reader.section(index, in: base) else { break }
        var ids: [ObjectID] = []
        try reader.forEachRow(in: section.start..<section.start + section.count, base) {
          ids.append($1)
        }
        sections.append(
          Section(name: try reader.info(section, base: base, log: log).name, rows: ids))
      }
      return ResultsSnapshot(sections: sections)
    }
  }

  // MARK: - Sections

  /// How many sections the list has: one where the request has no section expression.
  ///
  /// O(log n).
  public var numberOfSections: Int {
    get throws { try read { reader, base, _ in try reader.sectionCount(in: base) } }
  }

  /// The sections, whose elements are read when they are asked for.
  ///
  /// - Complexity: O(s log n) for s sections: ``section(_:)`` reads one.
  public var sections: [ResultsSection<Element>] {
    get throws { try (0..<numberOfSections).map(section) }
  }

  /// The section of a number.
  ///
  /// - Throws: ``ResultsError/noSection(_:)``.
  /// - Complexity: O(log n).
  public func section(_ index: Int) throws -> ResultsSection<Element> {
    let found = try read { reader, base, log in
      try reader.section(index, in: base).map {
        (start: $0.start, info: try reader.info($0, base: base, log: log))
      }
    }
    guard let found else { throw ResultsError.noSection(index) }
    return ResultsSection(
      controller: self, generation: generation, start: found.start, info: found.info)
  }

  /// What an index at the side of the list shows: a title for each section, in order, equal ones kept.
  ///
  /// - Complexity: O(s log n) for s sections.
  public var sectionIndexTitles: [String] {
    get throws { try sections.map { $0.indexTitle } }
  }

  /// What the index shows for a section of a name: as the ``delegate`` has it, or the first letter in upper
  /// case.
  public func sectionIndexTitle(forSectionName name: String) -> String {
    delegate?.controller(self, sectionIndexTitleForSectionName: name)
      ?? SectionInfo.indexTitle(forName: name)
  }

  /// The number of the section that an index title leads to.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - index: Its place among ``sectionIndexTitles``.
  /// - Returns: `index` where the title there is this one, else the first section with the title.
  /// - Throws: ``ResultsError/noSectionIndexTitle(_:)``.
  public func section(forSectionIndexTitle title: String, at index: Int) throws -> Int {
    let titles = try sectionIndexTitles
    if titles.indices.contains(index), titles[index] == title { return index }
    guard let first = titles.firstIndex(of: title) else {
      throw ResultsError.noSectionIndexTitle(title)
    }
    return first
  }
}

extension ResultsController where Element: Identifiable, Element.ID == ObjectID {
  /// The index path of an element; nil where the list does not show it.
  ///
  /// - Complexity: O(log n).
  public func indexPath(for element: Element) throws -> IndexPath? {
    try indexPath(for: element.id)
  }
}

/// A section of a results controller's list: its name and size, and its elements, read from disk when they
/// are asked for.
///
/// It is of the list as it was shown when it was asked for: once the controller has gone on, its elements
/// are refused.
public struct ResultsSection<Element: FetchableRecord> {
  let controller: ResultsController<Element>
  let generation: Int
  let start: Int
  let info: SectionInfo

  /// Its number, from 0.
  public var index: Int { info.index }
  /// Its name: the section value of its first row; "" where that is nil, or the list has no sections.
  public var name: String { info.name }
  /// How many rows it has.
  public var numberOfObjects: Int { info.numberOfObjects }
  /// What an index at the side of the list shows for it.
  public var indexTitle: String { controller.sectionIndexTitle(forSectionName: name) }

  /// Its elements, in order.
  ///
  /// - Throws: ``ResultsError/sectionOutdated(name:)``.
  /// - Complexity: O(log n + elements).
  public var objects: [Element] {
    get throws { try objects(in: 0..<numberOfObjects) }
  }

  /// The elements of a range of its rows, as far as there are any.
  ///
  /// - Throws: ``ResultsError/sectionOutdated(name:)``.
  /// - Complexity: O(log n + elements).
  public func objects(in range: Range<Int>) throws -> [Element] {
    guard generation == controller.generation else {
      throw ResultsError.sectionOutdated(name: name)
    }
    let rows = range.clamped(to: 0..<numberOfObjects)
    return try controller.objects(in: start + rows.lowerBound..<start + rows.upperBound)
  }
}
