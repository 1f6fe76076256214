import LMDB
import OrderedBytes
import OrderedIndex

/// A run of a view's rows by their keys: those not before `lower`, and before `upper`.
public struct KeyRange: Sendable, Hashable {
  /// The least key that lies within.
  public var lower: [UInt8]
  /// The least key that lies behind, nil where there is none.
  public var upper: [UInt8]?

  /// All rows.
  public static let all = KeyRange(lower: [], upper: nil)

  /// Whether no key can lie within.
  var isEmpty: Bool { upper.map { !lower.isBefore($0) } ?? false }
}

/// A place between the values of a key's component, in ascending order.
struct ComponentCut: Hashable {
  /// The bytes of a component, ascending, or the first of them.
  var bytes: [UInt8]
  /// Whether the place is behind all components that begin with the bytes, else before them.
  var isBehind: Bool
}

/// A run of the values of a key's component, in ascending order.
struct ComponentInterval: Hashable {
  /// Where it begins; nil: with the first value of all.
  var lower: ComponentCut?
  /// Where it ends; nil: with the last value of all.
  var upper: ComponentCut?

  /// The components that are the bytes, or begin with them.
  init(of bytes: [UInt8]) {
    self.init(
      lower: ComponentCut(bytes: bytes, isBehind: false),
      upper: ComponentCut(bytes: bytes, isBehind: true))
  }

  init(lower: ComponentCut?, upper: ComponentCut?) {
    self.lower = lower
    self.upper = upper
  }

  /// Every value but null.
  static let values = ComponentInterval(
    lower: ComponentCut(bytes: OrderedComponent.null.bytes, isBehind: true), upper: nil)

  /// What lies in both.
  func intersection(_ other: ComponentInterval) -> ComponentInterval {
    var result = self
    if let cut = other.lower, lower.map({ $0.precedes(cut) }) ?? true { result.lower = cut }
    if let cut = other.upper, upper.map({ cut.precedes($0) }) ?? true { result.upper = cut }
    return result
  }

  /// The rows whose keys begin with `prefix` and have a component of the interval behind it.
  func range(behind prefix: [UInt8], isDescending: Bool) -> KeyRange {
    func place(_ cut: ComponentCut) -> [UInt8]? {
      let bytes = prefix + (isDescending ? cut.bytes.map { ~$0 } : cut.bytes)
      // Among descending components what lies behind comes first.
      return cut.isBehind == isDescending ? bytes : OrderedIndex.successor(ofPrefix: bytes)
    }
    let end = prefix.isEmpty ? nil : OrderedIndex.successor(ofPrefix: prefix)
    let (first, last) = isDescending ? (upper, lower) : (lower, upper)
    guard let begin = first.map({ place($0) }) ?? prefix else {
      // No bytes lie behind: an empty range at the end of all.
      return KeyRange(lower: [0xFF], upper: [0xFF])
    }
    return KeyRange(lower: begin, upper: last.map { place($0) } ?? end)
  }
}

extension ComponentCut {
  /// Whether the place is before another, or a part of what is before it.
  fileprivate func precedes(_ other: ComponentCut) -> Bool {
    if bytes == other.bytes { return !isBehind && other.isBehind }
    if other.bytes.starts(with: bytes) { return !isBehind }
    if bytes.starts(with: other.bytes) { return other.isBehind }
    return bytes.isBefore(other.bytes)
  }
}

extension OrderedComponent {
  /// The bytes of the component, ascending.
  var bytes: [UInt8] {
    var key = OrderedKey()
    key.append(self)
    return key.bytes
  }
}
