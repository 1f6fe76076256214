/// The values of an object by property name, absent ones left out.
///
/// Kept in the order in which deterministic CBOR writes the keys of a map (RFC 8949 §4.2.1): the
/// shorter name first, names of one length by their bytes. So encoding is one pass, and a look-up
/// in the few values that an object has is a short search.
///
/// Null is a value here: in an event it clears, and an object's state holds none.
public struct PropertyValues: Sendable, Hashable {
  @usableFromInline
  var storage: [(name: String, value: Value)]

  /// Makes an empty set of values.
  @inlinable
  public init() {
    storage = []
  }

  /// The value under a name, nil where there is none.
  @inlinable
  public subscript(name: String) -> Value? {
    get {
      let place = place(of: name)
      return place.found ? storage[place.index].value : nil
    }
    set {
      let place = place(of: name)
      switch (newValue, place.found) {
      case (let value?, true): storage[place.index].value = value
      case (let value?, false): storage.insert((name, value), at: place.index)
      case (nil, true): storage.remove(at: place.index)
      case (nil, false): break
      }
    }
  }

  /// Adds a value behind all others.
  ///
  /// - Precondition: `name` comes after every name there is; a decoder has checked it.
  @inlinable
  public mutating func append(_ value: Value, under name: String) {
    storage.append((name, value))
  }

  @usableFromInline
  func place(of name: String) -> (index: Int, found: Bool) {
    // Objects have a handful of values, mostly appended in order: search from the back.
    var index = storage.count
    while index > 0 {
      let candidate = storage[index - 1].name
      if Self.precedes(candidate, name) { return (index, false) }
      if !Self.precedes(name, candidate) { return (index - 1, true) }
      index -= 1
    }
    return (0, false)
  }

  /// Whether `left` stands before `right` among the keys of a deterministic CBOR map.
  public static func precedes(_ left: String, _ right: String) -> Bool {
    let leftCount = left.utf8.count
    let rightCount = right.utf8.count
    if leftCount != rightCount { return leftCount < rightCount }
    return left.precedesInBytes(right)
  }

  /// Whether both hold the same names and values.
  public static func == (left: PropertyValues, right: PropertyValues) -> Bool {
    left.storage.count == right.storage.count
      && zip(left.storage, right.storage).allSatisfy {
        $0.value == $1.value && $0.name.hasSameBytes(as: $1.name)
      }
  }

  /// Hashes what equality compares.
  public func hash(into hasher: inout Hasher) {
    for (name, value) in storage {
      hasher.combine(name)
      hasher.combine(value)
    }
  }
}

extension PropertyValues: RandomAccessCollection {
  /// The first place.
  @inlinable
  public var startIndex: Int { storage.startIndex }
  /// The place behind the last.
  @inlinable
  public var endIndex: Int { storage.endIndex }
  /// The name and value at a place.
  @inlinable
  public subscript(position: Int) -> (name: String, value: Value) { storage[position] }
}

extension PropertyValues: ExpressibleByDictionaryLiteral {
  /// Makes values of names and values; of a name given twice the last counts.
  public init(dictionaryLiteral elements: (String, Value)...) {
    self.init()
    for (name, value) in elements { self[name] = value }
  }
}
