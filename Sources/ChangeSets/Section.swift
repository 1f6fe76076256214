/// A section of a list held in memory: its name, and the ids of its rows in order.
public struct Section<ID: Hashable & Sendable>: Hashable, Sendable {
  /// The section's name; "" for the one section of a list without sections.
  public var name: String

  /// The rows' ids, in order.
  public var rows: [ID]

  /// Makes a section.
  @inlinable
  public init(name: String, rows: [ID]) {
    self.name = name
    self.rows = rows
  }
}
