import Model
import Predicates
import Views

/// Takes the candidates of a fetch one by one, in the order of their source.
///
/// A protocol and no closure, since a closure cannot be lent another one, the reader.
protocol CandidateVisitor {
  /// Whether another candidate is wanted; asked before each.
  mutating func wantsMore() -> Bool
  /// Takes a candidate.
  ///
  /// - Parameters:
  ///   - id: The object.
  ///   - row: The key of its row, where the rows of a view are read.
  ///   - read: Reads values of objects.
  mutating func take(_ id: ObjectID, row: [UInt8]?, _ read: Reader) throws
  /// Passes by a candidate that is known not to match.
  mutating func pass()
}

extension CandidateVisitor {
  mutating func pass() {}
}

/// Passes on the candidates that match, and notes the work.
struct MatchFilter<Visitor: CandidateVisitor>: CandidateVisitor {
  let filter: Predicate?
  var work = FetchWork()
  var visitor: Visitor

  mutating func wantsMore() -> Bool { visitor.wantsMore() }

  mutating func take(_ id: ObjectID, row: [UInt8]?, _ read: Reader) throws {
    work.candidatesRead += 1
    if try filter?.matches(id, read) == false { return }
    work.matches += 1
    try visitor.take(id, row: row, read)
  }

  mutating func pass() { work.candidatesRead += 1 }
}

/// Takes matches that need only be counted.
struct MatchCounter: CandidateVisitor {
  mutating func wantsMore() -> Bool { true }
  mutating func take(_ id: ObjectID, row: [UInt8]?, _ read: Reader) throws {}
}

/// Keeps the keys of all that match, for a list that is sorted whole.
struct KeyCollector: CandidateVisitor {
  let view: View
  var keys: [[UInt8]] = []

  mutating func wantsMore() -> Bool { true }

  mutating func take(_ id: ObjectID, row: [UInt8]?, _ read: Reader) throws {
    keys.append(try view.rowKey(ofMatching: id, read).bytes)
  }
}

/// Keeps the rows up to the end of a page, of matches that come in no order, and counts sections.
struct PageSorter: CandidateVisitor {
  let view: View
  var least: LeastKeys
  /// How many rows the sections have, by their keys.
  var sizes: [[UInt8]: Int] = [:]

  mutating func wantsMore() -> Bool { true }

  mutating func take(_ id: ObjectID, row: [UInt8]?, _ read: Reader) throws {
    let key = try view.rowKey(ofMatching: id, read)
    least.insert(key.bytes)
    if view.isSectioned { sizes[key.section, default: 0] += 1 }
  }
}

/// Fills a page with matches that come in order, or nearly so, and then wants no more.
struct PageReader: CandidateVisitor {
  let plan: FetchPlan
  var builder: PageBuilder
  /// How many candidates more are wanted when the page is full.
  var lookahead: Int
  /// Whether all candidates were wanted.
  private(set) var isWhole = true
  /// Whether so many rows came without the page being full that another way costs less.
  private(set) var hasGivenUp = false
  /// How many rows may still come until then.
  private var rowsLeft: Int
  private var aside: LeastKeys
  private var frontier: [UInt8] = []

  init(_ plan: FetchPlan, _ request: FetchRequest) {
    self.plan = plan
    builder = PageBuilder(plan.asked, offset: request.offset, limit: request.limit)
    lookahead = max(request.lookahead, 0)
    rowsLeft = plan.among.map { $0.count * FetchPlan.rowsPerCandidate } ?? .max
    // What lies behind the page need not be kept, unless sections count it.
    aside = LeastKeys(capacity: plan.asked.isSectioned ? .max : builder.end)
  }

  mutating func wantsMore() -> Bool {
    guard builder.isComplete else {
      rowsLeft -= 1
      hasGivenUp = rowsLeft < 0
      return !hasGivenUp
    }
    lookahead -= 1
    if lookahead < 0 { isWhole = false }
    return isWhole
  }

  mutating func take(_ id: ObjectID, row: [UInt8]?, _ read: Reader) throws {
    let view = plan.asked
    guard case .merged(let extent) = plan.order else {
      return try builder.add(plan.key(ofRow: row) ?? view.rowKey(ofMatching: id, read).bytes)
    }
    let key = try view.rowKey(ofMatching: id, read).bytes
    let next: [UInt8] =
      switch extent {
      case .whole: key
      case .components(let count): try view.beginning(ofRow: key, components: count)
      case .periods(let period):
        view.leastKey(in: period, around: try view.sort[0].expression.evaluate(id, read))
      }
    if next != frontier {
      frontier = next
      for key in aside.removeAll(before: next) { try builder.add(key) }
    }
    aside.insert(key)
  }

  /// Takes the rows that were put aside to the last.
  mutating func finish() throws {
    guard isWhole || !builder.isComplete else { return }
    for key in aside.removeAll() { try builder.add(key) }
  }
}

extension FetchPlan {
  /// The key that a row has in the answer, by that which it has in the view that is read: the same,
  /// or in reverse its complement; nil where it is another.
  fileprivate func key(ofRow key: [UInt8]?) -> [UInt8]? {
    guard case .asRead = order, case .view(let rows) = source, let key else { return nil }
    return rows.isReversed ? key.map { ~$0 } : key
  }
}
