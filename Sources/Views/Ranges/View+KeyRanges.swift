import Collation
import LMDB
import Model
import OrderedBytes
public import Predicates

/// The runs of a view's rows that conditions leave.
public struct KeyRanges: Sendable, Hashable {
  /// Disjoint and ascending.
  public var ranges: [KeyRange]
  /// Which of the conditions hold on just the rows of the ranges; the others are to be verified.
  public var exactConditions: Set<Int>
  /// Whether they are right only where all periods are of years with four digits.
  public var needsShortYears = false
}

extension View {
  /// The runs of rows in which all objects lie that meet conditions, as far as the order of keys
  /// tells; nil where it tells nothing.
  ///
  /// The first components of a key are narrowed to single values as long as conditions do, and the
  /// next one to a range.
  ///
  /// - Parameter conditions: What is asked, nil where a part of it is no condition on one value.
  public func keyRanges(for conditions: [Condition?]) -> KeyRanges? {
    var prefixes: [[UInt8]] = [[]]
    var exact: Set<Int> = []
    for (place, part) in parts.enumerated() {
      if place == 0, isSectioned, let ranges = periodRanges(for: conditions) { return ranges }
      guard let narrowing = narrowing(of: part, isSection: place == 0 && isSectioned, conditions)
      else {
        return place == 0 ? nil : ranges(behind: prefixes, exact)
      }
      if narrowing.selection.isExact { exact.formUnion(narrowing.conditions) }
      let selection = narrowing.selection
      let isLast =
        !selection.isOfSingleValues
        || prefixes.count * selection.intervals.count > Self.prefixLimit
      if isLast {
        let ranges = prefixes.flatMap { prefix in
          selection.intervals.map { $0.range(behind: prefix, isDescending: part.isDescending) }
        }
        return KeyRanges(ranges: Self.sorted(ranges), exactConditions: exact)
      }
      prefixes = prefixes.flatMap { prefix in
        selection.intervals.map {
          prefix + $0.range(behind: [], isDescending: part.isDescending).lower
        }
      }
    }
    return parts.isEmpty ? nil : ranges(behind: prefixes, exact)
  }

  /// More beginnings of keys than this are not multiplied by the values of another component.
  private static let prefixLimit = 4096

  private func ranges(behind prefixes: [[UInt8]], _ exact: Set<Int>) -> KeyRanges {
    KeyRanges(
      ranges: Self.sorted(
        prefixes.map { prefix in
          ComponentInterval(lower: nil, upper: nil).range(behind: prefix, isDescending: false)
        }), exactConditions: exact)
  }

  private static func sorted(_ ranges: [KeyRange]) -> [KeyRange] {
    ranges.filter { !$0.isEmpty }.sorted { $0.lower.isBefore($1.lower) }
  }

  /// The values that the conditions on one component leave, and which conditions those are.
  private func narrowing(
    of part: KeyPart, isSection: Bool, _ conditions: [Condition?]
  ) -> (selection: ComponentSelection, conditions: Set<Int>)? {
    let component = SortComponent(type: part.expression.valueType, order: part.order)
    var interval: (selection: ComponentSelection, conditions: Set<Int>)?
    for (index, condition) in conditions.enumerated() {
      guard let condition, condition.concerns(part.expression),
        var selection = component.selection(of: condition)
      else { continue }
      if isSection {
        guard component.type != .date else { return nil }
        // Null and the empty text make one section.
        if component.type == .string {
          guard !condition.isOfEmpty else { continue }
        }
      }
      // Single values tell most; what other conditions say of them is verified.
      if selection.isOfSingleValues { return (selection, [index]) }
      guard let other = interval else {
        interval = (selection, [index])
        continue
      }
      guard other.selection.isExact == selection.isExact else {
        if selection.isExact { interval = (selection, [index]) }
        continue
      }
      selection.intervals = [
        selection.intervals[0].intersection(other.selection.intervals[0])
      ]
      interval = (selection, other.conditions.union([index]))
    }
    return interval
  }

  // MARK: - Periods

  /// The runs of rows that conditions on a moment leave, where sections are days, weeks, months or
  /// years of it.
  ///
  /// Each moment counts in its own offset, of less than a day, so a moment may lie in a section up
  /// to a day away from that of its instant. Sections around the ends of the range are each
  /// narrowed by the moment itself, where it is the first sort key; those between lie within whole.
  private func periodRanges(for conditions: [Condition?]) -> KeyRanges? {
    guard let section = parts.first, let period = section.expression.period else { return nil }
    let sort = parts.count > 1 && period.isOf(parts[1].expression) ? parts[1] : nil
    var lower: Int64?
    var upper: Int64?
    var interval = ComponentInterval.values
    var used: Set<Int> = []
    let component = SortComponent(type: .date, order: .compare)
    for (index, condition) in conditions.enumerated() {
      guard let condition, period.isOfSubject(of: condition),
        let selection = component.selection(of: condition), selection.intervals.count <= 1
      else { continue }
      switch condition.relation {
      case .equal(.date(let moment)):
        lower = max(lower ?? .min, moment.microseconds)
        upper = min(upper ?? .max, moment.microseconds)
      case .range(let from, let to):
        if let moment = from?.value.moment { lower = max(lower ?? .min, moment) }
        if let moment = to?.value.moment { upper = min(upper ?? .max, moment) }
      default: continue
      }
      used.insert(index)
      guard let found = selection.intervals.first else {
        return KeyRanges(ranges: [], exactConditions: used)
      }
      interval = interval.intersection(found)
    }
    guard !used.isEmpty else { return nil }
    if let lower, let upper, lower > upper {
      return KeyRanges(ranges: [], exactConditions: used)
    }
    for end in [lower, upper] where end.map({ !Self.shortYears.contains($0) }) ?? false {
      return nil
    }

    // The sections in which moments on both sides of an end may lie.
    func edge(_ end: Int64?) -> [OrderedComponent] {
      guard let end else { return [] }
      let day = end.dividingFloor(by: 86_400_000_000)
      var components: [OrderedComponent] = []
      for day in day - 1...day + 1 {
        let component = period.value(ofDay: day).sectionComponent(section.order)
        if components.last != component { components.append(component) }
      }
      return components
    }
    let low = edge(lower).map(\.bytes)
    let high = edge(upper).map(\.bytes)
    var ranges: [KeyRange] = []
    for bytes in Set(low + high) {
      let prefix = section.isDescending ? bytes.map { ~$0 } : bytes
      ranges.append(
        (sort == nil ? ComponentInterval(lower: nil, upper: nil) : interval)
          .range(behind: prefix, isDescending: sort?.isDescending ?? false))
    }
    let between = ComponentInterval.values.intersection(
      ComponentInterval(
        lower: low.last.map { ComponentCut(bytes: $0, isBehind: true) },
        upper: high.first.map { ComponentCut(bytes: $0, isBehind: false) }))
    ranges.append(between.range(behind: [], isDescending: section.isDescending))
    return KeyRanges(
      ranges: Self.sorted(ranges), exactConditions: sort == nil ? [] : used,
      needsShortYears: !period.isOrderedInEveryYear)
  }

  /// The moments around which all days have years of four digits: 0001-01-03 to 9999-12-28.
  private static let shortYears: ClosedRange<Int64> =
    -62_135_424_000_000_000...253_401_955_200_000_000
}

extension Condition {
  /// Whether it asks for null or the empty text among others.
  fileprivate var isOfEmpty: Bool {
    func isEmpty(_ value: Value) -> Bool { value.isNull || value == .string("") }
    return switch relation {
    case .equal(let value): isEmpty(value)
    case .isIn(let values): values.contains(where: isEmpty)
    case .range(let lower, let upper):
      [lower, upper].contains { $0.map { isEmpty($0.value) } ?? false } || lower == nil
    case .beginsWith, .contains: false
    }
  }
}

extension Value {
  /// The microseconds of a moment.
  fileprivate var moment: Int64? {
    if case .date(let moment) = self { moment.microseconds } else { nil }
  }
}
