import OrderedBytes

/// The order of components by comparing the values themselves, written without regard to their bytes.
enum ExactOrder {
  /// -1, 0 or 1, as the left one stands before, with or after the right one.
  static func compare(_ left: OrderedComponent, _ right: OrderedComponent) -> Int {
    let (leftRank, rightRank) = (rank(left), rank(right))
    guard leftRank == rightRank else { return leftRank < rightRank ? -1 : 1 }
    switch (left, right) {
    case (.moment(let left), .moment(let right)): return sign(left, right)
    case (.string(let left), .string(let right)), (.data(let left), .data(let right)):
      let (left, right) = (left.prefix(128), right.prefix(128))
      return left.lexicographicallyPrecedes(right)
        ? -1 : right.lexicographicallyPrecedes(left) ? 1 : 0
    case (.uuid(let leftHigh, let leftLow), .uuid(let rightHigh, let rightLow)):
      return leftHigh == rightHigh ? sign(leftLow, rightLow) : sign(leftHigh, rightHigh)
    default: return compareNumbers(left, right)
    }
  }

  /// The same for sequences of components, each in its direction.
  static func compare(
    _ left: [OrderedComponent], _ right: [OrderedComponent], descending: [Bool]
  ) -> Int {
    for place in descending.indices {
      let order = compare(left[place], right[place])
      if order != 0 { return descending[place] ? -order : order }
    }
    return 0
  }

  static func compare(_ left: [UInt8], _ right: [UInt8]) -> Int {
    left.lexicographicallyPrecedes(right) ? -1 : left == right ? 0 : 1
  }

  private static func rank(_ component: OrderedComponent) -> Int {
    switch component {
    case .null: 0
    case .double(let double) where double.isNaN: 2
    case .bool, .int, .double: 1
    case .moment: 3
    case .string: 4
    case .uuid: 5
    case .data: 6
    }
  }

  private static func compareNumbers(_ left: OrderedComponent, _ right: OrderedComponent) -> Int {
    switch (left, right) {
    case (.bool(let left), _): compareNumbers(.int(left ? 1 : 0), right)
    case (_, .bool(let right)): compareNumbers(left, .int(right ? 1 : 0))
    case (.int(let left), .int(let right)): sign(left, right)
    case (.double(let left), .double(let right)): left.isNaN ? 0 : sign(left, right)
    case (.int(let left), .double(let right)): compare(left, right)
    case (.double(let left), .int(let right)): -compare(right, left)
    default: 0
    }
  }

  /// Compares without rounding either: with the whole part of the double, then by what is left of it.
  private static func compare(_ int: Int64, _ double: Double) -> Int {
    if double >= 0x1p63 { return -1 }
    if double < -0x1p63 { return 1 }
    let whole = double.rounded(.down)
    let order = sign(int, Int64(whole))
    return order == 0 && whole < double ? -1 : order
  }

  private static func sign<Value: Comparable>(_ left: Value, _ right: Value) -> Int {
    left < right ? -1 : left == right ? 0 : 1
  }
}
