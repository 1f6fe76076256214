/// The members of a JSON object: values by unique names, in the order in which they were written.
///
/// Names are compared by their UTF-8, as RFC 8259 §8.3 advises. Equality takes the order into account.
///
/// - Complexity: finding a name is linear up to 16 members and constant on average beyond.
public struct JSONObject: Sendable {
  /// A name and its value.
  public typealias Element = (key: String, value: JSONValue)

  private var members: [Element] = []

  /// Where each name stands, kept only where a linear search would be the slower one.
  private var places: [Name: Int] = [:]

  private static let searchedLinearly = 16

  /// Makes an object without members.
  public init() {}

  /// Makes an object of members in their order.
  ///
  /// - Precondition: no name comes twice.
  public init(uniqueMembers: some Sequence<(String, JSONValue)>) {
    for (name, value) in uniqueMembers {
      let isNew = insert(value, for: name)
      precondition(isNew, "the member “\(name)” comes twice")
    }
  }

  /// The names in their order.
  public var keys: [String] { members.map { $0.key } }

  /// The value of a name, or nil where it has none.
  ///
  /// A new name goes to the end, one that is there keeps its place; nil removes.
  public subscript(key: String) -> JSONValue? {
    get { place(of: key).map { members[$0].value } }
    set {
      guard let place = place(of: key) else {
        if let newValue { append(newValue, for: key) }
        return
      }
      if let newValue {
        members[place].value = newValue
      } else {
        members.remove(at: place)
        index()
      }
    }
  }

  /// Appends a member unless its name is there already; says whether it was appended.
  public mutating func insert(_ value: JSONValue, for key: String) -> Bool {
    guard place(of: key) == nil else { return false }
    append(value, for: key)
    return true
  }

  private mutating func append(_ value: JSONValue, for key: String) {
    members.append((key, value))
    if !places.isEmpty {
      places[Name(text: key)] = members.count - 1
    } else if members.count > Self.searchedLinearly {
      index()
    }
  }

  private mutating func index() {
    places.removeAll()
    guard members.count > Self.searchedLinearly else { return }
    for (place, member) in members.enumerated() {
      places[Name(text: member.key)] = place
    }
  }

  private func place(of key: String) -> Int? {
    if places.isEmpty {
      members.firstIndex { $0.key.isIdenticalUTF8(to: key) }
    } else {
      places[Name(text: key)]
    }
  }

  /// A string that equals only what has the same UTF-8.
  private struct Name: Hashable {
    let text: String

    static func == (left: Name, right: Name) -> Bool { left.text.isIdenticalUTF8(to: right.text) }
    func hash(into hasher: inout Hasher) { hasher.combine(text) }
  }
}

extension JSONObject: RandomAccessCollection {
  /// The place of the first member: 0.
  public var startIndex: Int { 0 }

  /// The number of members.
  public var endIndex: Int { members.count }

  /// The member at a place.
  public subscript(position: Int) -> Element { members[position] }
}

extension JSONObject: Hashable {
  /// Whether both have the same members in the same order.
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    left.members.elementsEqual(right.members) {
      $0.key.isIdenticalUTF8(to: $1.key) && $0.value == $1.value
    }
  }

  /// Feeds the members to a hasher, in their order.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(members.count)
    for member in members {
      hasher.combine(member.key)
      hasher.combine(member.value)
    }
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// Makes an object of members in their order.
  ///
  /// - Precondition: no name comes twice.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self.init(uniqueMembers: elements)
  }
}
