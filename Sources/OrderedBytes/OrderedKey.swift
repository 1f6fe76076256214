/// Bytes whose order is that of the values they were made of.
///
/// For keys made of the same sequence of directions, comparing the bytes (as `memcmp` does, the shorter first
/// where it is a prefix) compares the first components, where they are the same the second ones, and so on.
/// No component's bytes are the beginning of another's, so that this holds whatever follows them, and a
/// descending component is the complement of the ascending one.
///
///     nil      0x08
///     number   0x10 + 7 bits ‖ groups of 7 bits and 1 bit: whether one follows; of a bit 1, the magnitude's
///              greatest double (63 bits) and the rest (10 bits); where it is below 0 all bits inverted
///     moment   0x98 ‖ 8 bytes, big-endian, the sign flipped
///     string   0xA0 ‖ bytes… ‖ 0x00, as long as every byte is 2 or above; from the first lower byte on
///              0x01 ‖ for each byte a bit 1 and its 8 bits ‖ a bit 0 ‖ bits 0 up to a whole byte
///     uuid     0xA8 ‖ 16 bytes
///     data     0xB0 ‖ as in a string
public struct OrderedKey: Sendable, Hashable {
  /// The bytes of the components appended so far.
  public private(set) var bytes: [UInt8] = []

  /// Makes a key of no components that has room for some bytes.
  @inlinable public init(reservingCapacity capacity: Int = 0) {
    reserveCapacity(capacity)
  }

  /// Makes room for some bytes in all.
  public mutating func reserveCapacity(_ capacity: Int) {
    bytes.reserveCapacity(capacity)
  }

  /// Takes all components away, so that the same memory serves the next key.
  public mutating func removeAll(keepingCapacity: Bool = true) {
    bytes.removeAll(keepingCapacity: keepingCapacity)
  }

  /// Takes the last bytes away, down to a count that the key had between two components, so that keys with
  /// the same first components share the work.
  ///
  /// - Precondition: `count` is at most the number of bytes.
  public mutating func truncate(to count: Int) {
    bytes.removeLast(bytes.count - count)
  }

  /// Appends a component.
  public mutating func append(_ component: OrderedComponent, descending: Bool = false) {
    let start = bytes.count
    switch component {
    case .null: bytes.append(Kind.null.rawValue)
    case .bool(let bool): append(OrderedNumber(bool ? 1 as Int64 : 0))
    case .int(let int): append(OrderedNumber(int))
    case .double(let double): append(OrderedNumber(double))
    case .moment(let microseconds):
      bytes.append(Kind.moment.rawValue)
      append(UInt64(bitPattern: microseconds) ^ 1 << 63)
    case .string(let keyForm): append(keyForm.span, as: .string)
    case .uuid(let high, let low):
      bytes.append(Kind.uuid.rawValue)
      append(high)
      append(low)
    case .data(let data): append(data.span, as: .data)
    }
    if descending { complement(from: start) }
  }

  /// Appends a string by the bytes of its key form, such as `text.utf8.span`, as
  /// ``OrderedComponent/string(_:)`` would, without an array of them.
  public mutating func append(string keyForm: Span<UInt8>, descending: Bool = false) {
    let start = bytes.count
    append(keyForm, as: .string)
    if descending { complement(from: start) }
  }

  /// Appends an identifier of 128 bits as its bytes alone: shorter by the byte that tells it from other
  /// values, for a place where nothing else stands, such as the object id at the end of a row's key.
  public mutating func append(
    bareIdentifier high: UInt64, _ low: UInt64, descending: Bool = false
  ) {
    append(descending ? ~high : high)
    append(descending ? ~low : low)
  }

  // MARK: - Bytes of components

  /// The first bytes of what is not a number; between `null` and `moment` stand the 128 that begin numbers.
  enum Kind: UInt8 {
    case null = 0x08
    case moment = 0x98
    case string = 0xA0
    case uuid = 0xA8
    case data = 0xB0
  }

  /// The least first byte of a number.
  static let numberBase: UInt8 = 0x10

  private mutating func complement(from start: Int) {
    var component = bytes.mutableSpan
    for place in start..<component.count { component[place] = ~component[place] }
  }

  private mutating func append(_ word: UInt64) {
    bytes.append(addingCapacity: 8) { room in
      var rest = word
      for _ in 0..<8 {
        rest = rest << 8 | rest >> 56
        room.append(UInt8(truncatingIfNeeded: rest))
      }
    }
  }

  /// Appends a number in groups of seven bits, of which trailing zeros are left out.
  ///
  /// The bit for “a group follows” is the lowest of its byte: between two numbers whose groups are the
  /// same so far, the one that ends has only zeros left and is the smaller one. A number below 0 is the
  /// complement of its magnitude, as a descending component is, and so as short.
  private mutating func append(_ number: OrderedNumber) {
    let inversion: UInt8 = number.isNegative ? 0xFF : 0
    // A bit 1 in the place of the double's sign puts negative numbers, where it is 0, before all others.
    var bits = UInt128(number.floor | 1 << 63) << 64 | UInt128(number.remainder) << 54
    bytes.append(Self.numberBase + (UInt8(truncatingIfNeeded: bits >> 121) ^ inversion & 0x7F))
    repeat {
      bits <<= 7
      let isLast = bits << 7 == 0
      let group = UInt8(truncatingIfNeeded: bits >> 121)
      bytes.append((group << 1 | (isLast ? 0 : 1)) ^ inversion)
      if isLast { return }
    } while true
  }

  /// Appends the significant bytes of a string.
  ///
  /// A mark must end them that is less than any byte, which costs something in every code. The usual one,
  /// an escape for the byte that serves as the mark, doubles a string of nothing else, and then three
  /// strings outgrow a key of LMDB. Here the first byte that needs it changes the code to nine bits a
  /// byte for the rest: usual texts take one byte more, and the longest string 146.
  private mutating func append(_ content: Span<UInt8>, as kind: Kind) {
    let count = min(content.count, OrderedComponent.significantByteCount)
    var plainCount = 0
    while plainCount < count, content[plainCount] > Self.lowByte { plainCount += 1 }
    bytes.append(addingCapacity: plainCount + 2) { room in
      room.append(kind.rawValue)
      for place in 0..<plainCount { room.append(content[place]) }
      if plainCount == count { room.append(0) }
    }
    if plainCount == count { return }

    bytes.append(Self.lowByte)
    var buffer: UInt32 = 0
    var bufferedBits = 0
    for place in plainCount..<count {
      buffer = buffer << 9 | 0x100 | UInt32(content[place])
      bufferedBits += 9
      while bufferedBits >= 8 {
        bufferedBits -= 8
        bytes.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bufferedBits)))
      }
    }
    // Plain content ends with the byte 0; in the other code a bit 0 and the bits that fill its byte are
    // the end.
    bytes.append(UInt8(truncatingIfNeeded: buffer << UInt32(8 - bufferedBits)))
  }

  /// The greatest byte that plain content does not hold: it stands for the change to nine bits a byte.
  package static let lowByte: UInt8 = 1
}
