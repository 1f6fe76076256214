import OrderedBytes
import TestSupport
import Testing

@Suite struct OrderedKeyTests {
  static let numbers: [OrderedComponent] = [
    .double(-.infinity), .double(-.greatestFiniteMagnitude), .double((-0x1p63).nextDown),
    .int(.min), .int(.min + 1), .int(.min + 1023), .int(.min + 1024), .int(.min + 1025),
    .int(-9_007_199_254_740_993), .int(-9_007_199_254_740_992), .int(-9_007_199_254_740_991),
    .int(-2), .double(-1.5), .int(-1), .double(-0.5), .double(-.leastNormalMagnitude),
    .double(-.leastNonzeroMagnitude), .int(0), .double(.leastNonzeroMagnitude),
    .double(2 * .leastNonzeroMagnitude), .double(.leastNormalMagnitude.nextDown),
    .double(.leastNormalMagnitude), .double(0.1), .double(0.5), .int(1), .double(1.0.nextUp),
    .int(2), .double(20786.5), .int(20787), .double(0x1p52 + 0.5), .int(9_007_199_254_740_991),
    .int(9_007_199_254_740_992), .int(9_007_199_254_740_993), .double(9_007_199_254_740_994),
    .int(9_007_199_254_740_995), .int(1 << 62 - 1), .int(1 << 62), .int(1 << 62 + 1),
    .int(.max - 1024), .int(.max - 1023), .int(.max - 1), .int(.max), .double(0x1p63),
    .double(0x1p64), .double(.greatestFiniteMagnitude), .double(.infinity), .double(.nan),
  ]

  static let others: [OrderedComponent] = [
    .moment(microseconds: .min), .moment(microseconds: -1), .moment(microseconds: 0),
    .moment(microseconds: 1), .moment(microseconds: .max),
    .string([]), .string([0]), .string([0, 0]), .string([0, 1]), .string([0, 2]), .string([1]),
    .string([1, 0]), .string([1, 0xFF]), .string([2]), .string([2, 0]), .string([2, 1]),
    .string([2, 2]), .string([0x61]), .string([0x61, 0x00]), .string([0x61, 0x62]),
    .string([0x62]), .string([0xFF]), .string([0xFF, 0]), .string([0xFF, 0xFF]),
    .uuid(high: 0, low: 0), .uuid(high: 0, low: 1), .uuid(high: 1, low: 0),
    .uuid(high: .max, low: .max),
    .data([]), .data([0]), .data([0xFF]),
  ]

  static func bytes(_ component: OrderedComponent, descending: Bool = false) -> [UInt8] {
    var key = OrderedKey()
    key.append(component, descending: descending)
    return key.bytes
  }

  @Test func `nil, numbers, moments, strings, identifiers and data stand in this order`() {
    let ascending = [.null] + Self.numbers + Self.others
    for (place, left) in ascending.enumerated() {
      for right in ascending[(place + 1)...] {
        #expect(Self.bytes(left).lexicographicallyPrecedes(Self.bytes(right)), "\(left) < \(right)")
        #expect(
          Self.bytes(right, descending: true)
            .lexicographicallyPrecedes(Self.bytes(left, descending: true)), "\(left) < \(right)")
      }
    }
  }

  @Test(
    arguments: [
      (.null, [0x08]),
      (.int(0), [0x50, 0x00]),
      (.int(1), [0x6F, 0xF8]),
      (.double(-1), [0x30, 0x07]),
      (.int(20787), [0x70, 0x6B, 0x13, 0x98]),
      (.int(-20787), [0x2F, 0x94, 0xEC, 0x67]),
      (.int(.max), [0x71, 0xEF] + [UInt8](repeating: 0xFF, count: 8) + [0xF0]),
      (.moment(microseconds: 1), [0x98, 0x80, 0, 0, 0, 0, 0, 0, 1]),
      (.moment(microseconds: -1), [0x98, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]),
      (.string([]), [0xA0, 0x00]),
      (.string([0x61, 0x02]), [0xA0, 0x61, 0x02, 0x00]),
      (.string([0x61, 0x00]), [0xA0, 0x61, 0x01, 0b1000_0000, 0b0_0_000000]),
      (.string([0x01, 0xFF]), [0xA0, 0x01, 0b1000_0000, 0b1_1_111111, 0b11_0_00000]),
      (.data([0x61]), [0xB0, 0x61, 0x00]),
      (
        .uuid(high: 0x0102_0304_0506_0708, low: 0x090A_0B0C_0D0E_0F10),
        [0xA8, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]
      ),
    ] as [(OrderedComponent, [UInt8])])
  func `the bytes of a component are these for good`(component: OrderedComponent, bytes: [UInt8]) {
    #expect(Self.bytes(component) == bytes)
    #expect(Self.bytes(component, descending: true) == bytes.map { ~$0 })
  }

  @Test(
    arguments: [
      [.int(0), .double(0), .double(-0.0), .bool(false)],
      [.int(1), .double(1), .bool(true)],
      [.int(-3), .double(-3)],
      [.int(.min), .double(-0x1p63)],
      [.int(1 << 53), .double(0x1p53)],
      [.int(1 << 62), .double(0x1p62)],
      [.double(.nan), .double(.signalingNaN), .double(-.nan)],
    ] as [[OrderedComponent]])
  func `the same number has the same bytes`(components: [OrderedComponent]) {
    #expect(Set(components.map { Self.bytes($0) }).count == 1)
  }

  @Test(arguments: 0..<30 as Range<UInt64>)
  func `numbers order exactly, whatever they are kept as`(seed: UInt64) {
    var random = RandomComponent(seed: seed)
    for _ in 0..<4000 {
      let left = random.number()
      let right = random.numbers.below(3) == 0 ? near(left, &random) : random.number()
      expectSameOrder([left], [right], descending: [false])
      expectSameOrder([left], [right], descending: [true])
    }
  }

  @Test(arguments: 0..<30 as Range<UInt64>)
  func `components order in mixed directions, the first before the second`(seed: UInt64) {
    var random = RandomComponent(seed: seed)
    for _ in 0..<2000 {
      let count = 1 + random.numbers.below(3)
      let descending = (0..<count).map { _ in random.numbers.below(2) == 0 }
      let left = (0..<count).map { _ in random.component() }
      // What begins alike shows whether a component's bytes can run into the next one's.
      let right = left.map { random.numbers.below(2) == 0 ? $0 : random.component() }
      expectSameOrder(left, right, descending: descending)
    }
  }

  @Test(arguments: 0..<30 as Range<UInt64>)
  func `strings order by their bytes, whatever bytes these are`(seed: UInt64) {
    var random = RandomComponent(seed: seed)
    for _ in 0..<2000 {
      let left = random.content()
      var right = random.numbers.below(2) == 0 ? left : random.content()
      if !right.isEmpty, random.numbers.below(2) == 0 {
        right[random.numbers.below(right.count)] = UInt8(random.numbers.below(4))
      }
      if random.numbers.below(4) == 0 { right = right.dropLast(random.numbers.below(3)) }
      let isDescending = random.numbers.below(2) == 0
      expectSameOrder(
        [.string(left), .string(right)], [.string(right), .string(left)],
        descending: [isDescending, !isDescending])
    }
  }

  @Test func `only the first 128 bytes of a string count`() {
    let content = [UInt8](repeating: 0x61, count: 128)
    #expect(Self.bytes(.string(content + [1, 2, 3])) == Self.bytes(.string(content)))
    #expect(Self.bytes(.string(content)) != Self.bytes(.string(content.dropLast())))
    #expect(Self.bytes(.string(content)).count == 130)
    let low = [UInt8](repeating: 0, count: 128)
    #expect(Self.bytes(.string(low + [5])) == Self.bytes(.string(low)))
    #expect(Self.bytes(.string(low)).count == OrderedComponent.maximumStringByteCount)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `no component is longer than its limit`(seed: UInt64) {
    var random = RandomComponent(seed: seed)
    for _ in 0..<2000 {
      let component = random.component()
      let limit =
        switch component {
        case .null: 1
        case .bool, .int, .double: OrderedComponent.maximumNumberByteCount
        case .moment: OrderedComponent.momentByteCount
        case .string, .data: OrderedComponent.maximumStringByteCount
        case .uuid: OrderedComponent.uuidByteCount
        }
      #expect(Self.bytes(component).count <= limit)
    }
    #expect(Self.bytes(.int(.max)).count == OrderedComponent.maximumNumberByteCount)
  }

  @Test(arguments: [
    (Int64(0), 2), (1, 2), (7, 2), (-7, 2), (100, 3), (2026, 3), (20787, 4), (-20787, 4),
  ])
  func `small numbers are short`(int: Int64, count: Int) {
    #expect(Self.bytes(.int(int)).count <= count)
  }

  @Test func `strings need no array, and identifiers no kind where nothing else stands`() {
    let text = "é\0"
    var key = OrderedKey()
    key.append(string: text.utf8.span, descending: true)
    #expect(key.bytes == Self.bytes(.string(Array("é\0".utf8)), descending: true))
    let count = key.bytes.count
    key.append(bareIdentifier: 1, 0xFF)
    #expect(key.bytes[count...] == [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0xFF])
    key.truncate(to: count)
    key.append(bareIdentifier: 0, 1, descending: true)
    #expect(Array(key.bytes[count...]) == [UInt8](repeating: 0xFF, count: 15) + [0xFE])
    key.removeAll()
    #expect(key.bytes.isEmpty)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `the components of a key can be told apart`(seed: UInt64) {
    var random = RandomComponent(seed: seed)
    for _ in 0..<500 {
      var key = OrderedKey()
      var ends: [(end: Int, descending: Bool)] = []
      for _ in 0..<random.numbers.below(5) {
        let descending = random.numbers.below(2) == 0
        key.append(random.component(), descending: descending)
        ends.append((key.bytes.count, descending))
      }
      var offset = 0
      let bytes = key.bytes
      for (end, descending) in ends {
        #expect(
          OrderedKey.endOfComponent(in: bytes.span, from: offset, descending: descending) == end)
        for cut in offset..<end {
          let part = Array(bytes[..<cut])
          #expect(
            OrderedKey.endOfComponent(in: part.span, from: offset, descending: descending) == nil)
        }
        offset = end
      }
      #expect(OrderedKey.endOfComponent(in: bytes.span, from: offset) == nil)
    }
    for first in [0x00, 0x07, 0x09, 0x0F, 0x90, 0x97, 0x99, 0xFF] as [UInt8] {
      let bytes = [first] + [UInt8](repeating: 0, count: 20)
      #expect(OrderedKey.endOfComponent(in: bytes.span, from: 0) == nil)
    }
  }

  private func near(
    _ component: OrderedComponent, _ random: inout RandomComponent
  ) -> OrderedComponent {
    switch component {
    case .int(let int):
      random.numbers.below(2) == 0
        ? .double(Double(int)) : .int(int &+ Int64(random.numbers.below(3)) - 1)
    case .double(let double):
      Int64(exactly: double.rounded()).map { .int($0) } ?? .double(double.nextUp)
    default: component
    }
  }

  private func expectSameOrder(
    _ left: [OrderedComponent], _ right: [OrderedComponent], descending: [Bool],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    func bytes(_ components: [OrderedComponent]) -> [UInt8] {
      var key = OrderedKey()
      for (component, descending) in zip(components, descending) {
        key.append(component, descending: descending)
      }
      return key.bytes
    }
    let found = ExactOrder.compare(bytes(left), bytes(right))
    let expected = ExactOrder.compare(left, right, descending: descending)
    if found != expected {
      Issue.record(
        "\(left) and \(right), descending \(descending): \(found), not \(expected)",
        sourceLocation: sourceLocation)
    }
  }
}
