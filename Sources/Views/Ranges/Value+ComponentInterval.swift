import Collation
import LMDB
import Model
import OrderedBytes
import Predicates

/// The components of a key that a condition on its expression leaves, and how well they tell it.
struct ComponentSelection {
  /// Disjoint and ascending.
  var intervals: [ComponentInterval]
  /// Whether just the values within meet the condition; else some of them may not.
  var isExact: Bool
  /// Whether each interval is one component, so that the next one of the key tells more.
  var isOfSingleValues: Bool

  /// Nothing at all.
  static let none = ComponentSelection(intervals: [], isExact: true, isOfSingleValues: true)
}

/// A component of a row's key that holds an expression's value as it is.
struct SortComponent {
  /// What the expression yields.
  let type: ValueType
  /// How texts are ordered.
  let order: StringOrder

  /// The components that a condition leaves; nil where the order of keys tells nothing of it.
  func selection(of condition: Condition) -> ComponentSelection? {
    switch condition.relation {
    case .equal(let value): return selection(ofValues: [value], condition.folding)
    case .isIn(let values):
      return values.count > Self.valueLimit
        ? nil : selection(ofValues: values, condition.folding)
    case .range(let lower, let upper):
      if type == .string, !comparesAsKeys(condition.folding) { return nil }
      return selection(from: lower, to: upper)
    case .beginsWith(let text):
      guard type == .string, comparesAsKeys(condition.folding) else { return nil }
      return selection(ofPrefix: text)
    case .contains: return nil
    }
  }

  /// More values than this are looked up by no one's hand.
  private static let valueLimit = 4096

  /// Whether texts stand in the order of keys as a comparison with these options orders them.
  private func comparesAsKeys(_ folding: FoldingOptions) -> Bool {
    switch order {
    case .compare: folding.isEmpty
    case .caseInsensitive: folding == .caseInsensitive
    case .localized, .localizedStandard: false
    }
  }

  /// The component of a value, nil where the expression never yields one that compares with it.
  private func component(of value: Value) -> OrderedComponent? {
    switch (type, value) {
    case (_, .null): .null
    case (.bool, .bool), (.bool, .int), (.bool, .double), (.int, .bool), (.int, .int),
      (.int, .double), (.double, .bool), (.double, .int), (.double, .double), (.string, .string),
      (.date, .date), (.uuid, .uuid), (.object, .uuid):
      value.orderedComponent(order)
    default: nil
    }
  }

  /// Whether a text's whole key form counts, and not just its beginning.
  private func isWhole(_ value: Value) -> Bool {
    guard case .string(let text) = value else { return true }
    return order.keyForm(of: text).count < StringOrder.keyFormLimit
  }

  private func selection(
    ofValues values: [Value], _ folding: FoldingOptions
  ) -> ComponentSelection? {
    if type == .string {
      // Equal texts must have equal key forms, so an option needs an order that folds as much.
      guard folding.isEmpty || order == .caseInsensitive && folding == .caseInsensitive else {
        return nil
      }
    }
    let components = values.compactMap(component(of:))
    let isExact = values.allSatisfy { value in
      guard case .string(let text) = value else { return true }
      if order == .caseInsensitive, folding == .caseInsensitive { return isWhole(value) }
      return order == .compare && text.hasNoEquivalents && isWhole(value)
    }
    return ComponentSelection(
      intervals: Set(components.map(\.bytes)).sorted { $0.isBefore($1) }
        .map { ComponentInterval(of: $0) },
      isExact: isExact, isOfSingleValues: true)
  }

  private func selection(from lower: Condition.Bound?, to upper: Condition.Bound?)
    -> ComponentSelection?
  {
    var interval = ComponentInterval.values
    var isExact = true
    for (bound, isLower) in [(lower, true), (upper, false)] {
      guard let bound else { continue }
      // Nothing stands before or behind null, nor what has no order with the expression's values.
      guard !bound.value.isNull, let component = component(of: bound.value) else {
        return ComponentSelection.none
      }
      var isInclusive = bound.isInclusive
      if !isWhole(bound.value) {
        // Texts with this beginning stand on both sides.
        isInclusive = true
        isExact = false
      }
      let cut = ComponentCut(bytes: component.bytes, isBehind: isLower != isInclusive)
      interval = interval.intersection(
        isLower
          ? ComponentInterval(lower: cut, upper: nil) : ComponentInterval(lower: nil, upper: cut))
    }
    return ComponentSelection(intervals: [interval], isExact: isExact, isOfSingleValues: false)
  }

  /// The texts whose form begins as that of `text`; of those, some may have more marks on its last
  /// letter, and then do not begin with it.
  private func selection(ofPrefix text: String) -> ComponentSelection {
    // Nothing begins with the empty text.
    if text.isEmpty { return .none }
    let form = order.keyForm(of: text)
    // From the first of the lowest bytes on, a key's bytes are not those of the form.
    let plain = form.prefix { $0 > OrderedKey.lowByte }
    var bytes = OrderedComponent.string(Array(plain)).bytes
    bytes.removeLast()
    return ComponentSelection(
      intervals: [ComponentInterval(of: bytes)], isExact: false, isOfSingleValues: false)
  }
}

extension String {
  /// Whether no other text is canonically equivalent: ASCII, without the three signs into which
  /// others decompose (KELVIN SIGN, GREEK QUESTION MARK, GREEK VARIA).
  fileprivate var hasNoEquivalents: Bool {
    utf8.allSatisfy { $0 < 0x80 && !"K;`".utf8.contains($0) }
  }
}
