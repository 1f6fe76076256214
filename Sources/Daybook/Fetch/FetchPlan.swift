public import Model
public import Predicates
public import Views

/// The way in which a request is answered: what is read, in which order, and what is verified.
///
/// It is made first, and then carried out. Every plan of a request gives the same answer; they differ in what they cost.
public struct FetchPlan: Sendable {
  /// Where the objects come from that may be part of the answer.
  public enum Source: Sendable {
    /// Rows of a view, in its order or in reverse: the ranges of them that the predicate leaves.
    case view(RowSelection)
    /// Objects that the predicate names: `SELF = …`, `SELF IN …`.
    case named([ObjectID])
    /// Objects with the values of a unique constraint, looked up by them.
    case unique(UniqueConstraint, [ObjectID])
    /// Objects that have the words which the predicate names, in the order of identities.
    case texts(TextCandidates)
    /// Every object of the journal, in the order of identities.
    case objects(count: Int)
  }

  /// How the answer gets its order.
  public enum Order: Sendable {
    /// By the order in which the source gives it.
    case asRead
    /// By putting aside rows until none can come before them.
    case merged(OrderMatch.Extent)
    /// By sorting what matches; of a page, only the rows up to its end are kept.
    case sorted
  }

  /// Where candidates come from.
  public let source: Source
  /// What is verified of each candidate; nil: nothing, all of them match.
  public let filter: Predicate?
  /// How the answer gets its order.
  public let order: Order
  /// Where rows of a view are read: the only objects among them that can match; nil: any can.
  public internal(set) var among: TextCandidates?
  /// About how many objects match, where an index tells.
  var expectedMatches: Int?
  /// What is asked, checked against the model.
  let asked: View

  init(source: Source, filter: Predicate?, order: Order, asked: View) {
    self.source = source
    self.filter = filter
    self.order = order
    self.asked = asked
  }

  /// The plan that looks at each of the objects among which rows of a view are read, and sorts them.
  var lookingAtCandidates: FetchPlan {
    guard let among else { return self }
    return FetchPlan(source: .texts(among), filter: asked.predicate, order: .sorted, asked: asked)
  }

  /// How many candidates the source has.
  public var candidateCount: Int {
    switch source {
    case .view(let rows): rows.count
    case .named(let ids), .unique(_, let ids): ids.count
    case .texts(let candidates): candidates.count
    case .objects(let count): count
    }
  }

  /// Whether the candidates are the answer, so that any part of it and its counts are had at once.
  package var isExact: Bool {
    guard filter == nil, case .asRead = order, case .view = source else { return false }
    return true
  }
}

/// What was done to carry out a plan.
public struct FetchWork: Sendable, Hashable {
  /// How many candidates were looked at.
  public var candidatesRead = 0
  /// How many objects match, as far as was looked.
  public var matches = 0
}

/// An answer, the way in which it was had, and the work it took.
public struct Fetched<Answer: Sendable>: Sendable {
  /// The answer.
  public var answer: Answer
  /// The way.
  public var plan: FetchPlan
  /// The work.
  public var work: FetchWork
}

extension FetchPlan: CustomStringConvertible {
  /// The way in words.
  public var description: String {
    var parts: [String] = []
    switch source {
    case .view(let rows):
      parts.append(
        "the view '\(rows.view.name)' is read" + (rows.isReversed ? " from its end" : "")
          + (rows.isWhole ? "" : ", in \(Self.count(rows.ranges.count, "range")) of its keys"))
    case .named: parts.append("the predicate names the objects")
    case .unique(let constraint, _):
      parts.append(
        "the unique values of \(constraint.properties.joined(separator: ", ")) are looked up")
    case .texts(let candidates):
      parts.append(candidates.description)
    case .objects(let count):
      parts.append("all \(Self.count(count, "object")) of the journal are looked at")
    }
    if let among { parts.append("\(among.description), and other rows are passed by") }
    if let filter {
      parts.append("each is asked whether \(filter.text)")
    } else {
      parts.append("every one matches")
    }
    switch order {
    case .asRead: parts.append("they come in the order asked for")
    case .merged(.components(let count)):
      parts.append(
        "those that agree in the first \(Self.count(count, "key")) are sorted among themselves")
    case .merged: parts.append("those of neighbouring periods are sorted among themselves")
    case .sorted: parts.append("those that match are sorted")
    }
    return parts.joined(separator: "; ")
  }

  fileprivate static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }
}

extension TextCandidates: CustomStringConvertible {
  /// What was found, in words.
  public var description: String {
    let names = attributes.map { "'\($0)'" }.joined(separator: " and ")
    return "the words of \(names) name \(FetchPlan.count(count, "object"))"
  }
}
