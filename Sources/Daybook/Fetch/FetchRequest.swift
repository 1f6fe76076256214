public import Model
public import Predicates

/// What to find, in which order, and which part of it.
public struct FetchRequest: Sendable {
  /// The entity whose objects, and those of its sub-entities, are looked at.
  public var entity: String
  /// The predicate they match; nil: all.
  public var predicate: String?
  /// What its placeholders stand for, in order.
  public var arguments: [Argument] = []
  /// What its variables stand for.
  public var variables: [String: Argument] = [:]
  /// The sort descriptors; empty: by identity.
  public var sort = ""
  /// The language of localized orders, an ICU locale such as `de_DE`; empty: that of the root.
  public var locale = ""
  /// The expression that groups the answer, with `asc` or `desc` behind it; nil: no sections.
  public var section: String?
  /// How many rows to leave out first.
  public var offset = 0
  /// How many rows to give at the most.
  public var limit = Int.max
  /// How many more candidates to look at when the page is full, to tell how many rows there are.
  ///
  /// Where they do not reach, ``ListPage/rowCount`` is not told.
  public var lookahead = 0
  /// What `now()` stands for in this fetch; nil: it may not stand there.
  public var now: Moment?
  /// The seed of `random()` in this fetch.
  public var random: UInt64 = 0

  /// Asks for all objects of an entity.
  public init(entity: String) {
    self.entity = entity
  }

  /// Asks for the objects that match a predicate, sorted.
  ///
  /// - Parameters:
  ///   - predicate: The predicate, with the entity that it is for.
  ///   - sort: The order; none: by identity.
  public init(matching predicate: Predicate, sortedBy sort: [SortDescriptor] = []) {
    entity = predicate.entity
    self.predicate = predicate.text
    self.sort(by: sort)
  }

  /// Asks for an order, in the language of its first localized key.
  ///
  /// - Parameter descriptors: The order; none: by identity.
  public mutating func sort(by descriptors: [SortDescriptor]) {
    sort = SortDescriptor.text(of: descriptors)
    locale = descriptors.lazy.compactMap(\.order.locale).first ?? ""
  }
}
