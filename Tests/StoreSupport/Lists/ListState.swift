public import ChangeSets

/// One whole state of a view, held plainly: what the engine must do without.
public struct ListState<ID: Hashable & Comparable & Sendable>: Equatable, Sendable {
  /// A section as the view knows it: by its key, of which the name is only a label.
  public struct KeyedSection: Equatable, Sendable {
    /// What tells the section from others.
    public var key: String
    /// What it is called.
    public var name: String
    /// Its rows, in order.
    public var rows: [ID]

    /// Makes a section.
    public init(key: String, name: String, rows: [ID]) {
      self.key = key
      self.name = name
      self.rows = rows
    }
  }

  /// The sections, in order.
  public var sections: [KeyedSection]

  /// Makes a state of its sections.
  public init(_ sections: [KeyedSection]) {
    self.sections = sections
  }

  /// The state as a consumer holds it.
  public var list: [Section<ID>] { sections.map { Section(name: $0.name, rows: $0.rows) } }

  /// All rows, in order.
  public var ids: [ID] { sections.flatMap(\.rows) }

  /// The section of a key, nil where there is none.
  public func section(withKey key: String) -> KeyedSection? { sections.first { $0.key == key } }

  /// Where every row stands, by counting every row before it.
  public var positions: [ID: RowPosition] {
    var positions: [ID: RowPosition] = [:]
    var start = 0
    for (index, section) in sections.enumerated() {
      for (row, id) in section.rows.enumerated() {
        positions[id] = RowPosition(rank: start + row, section: index, sectionStart: start)
      }
      start += section.rows.count
    }
    return positions
  }

  /// Where the row stands, nil where it does not.
  public func position(of id: ID) -> RowPosition? { positions[id] }

  /// The row's index path, nil where it has none.
  public func path(of id: ID) -> IndexPath? { position(of: id)?.path }

  /// The key of the row's section.
  public func key(of id: ID) -> String? { position(of: id).map { sections[$0.section].key } }
}
