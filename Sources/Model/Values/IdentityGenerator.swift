extension ObjectID {
  /// A UUID of version 7 (RFC 9562 §5.7).
  ///
  /// - Parameters:
  ///   - milliseconds: Since 1970; its lowest 48 bits count.
  ///   - random: 128 random bits, of which the lowest 12 of `high` and the lowest 62 of `low` are
  ///     used.
  @inlinable
  public static func version7(milliseconds: UInt64, random: (high: UInt64, low: UInt64)) -> ObjectID
  {
    ObjectID(
      high: milliseconds << 16 | 0x7000 | random.high & 0x0FFF,
      low: 0x8000_0000_0000_0000 | random.low & 0x3FFF_FFFF_FFFF_FFFF)
  }
}

/// Makes the identities of one commit: UUIDs of version 7, each greater than the one before.
///
/// The 74 bits behind the moment are a counter that begins at random and rises by a step between 1
/// and 2³² (RFC 9562 §6.2, method 2), so that neighbours differ in more than their last digit. Its
/// first bit begins as zero: 2⁴¹ identities fit before it could run over, and where it does the moment
/// goes ahead by a millisecond. Clock and randomness are passed in, and the same ones make the same
/// identities.
public struct IdentityGenerator: Sendable {
  @usableFromInline var milliseconds: UInt64
  /// The upper 12 bits of the counter.
  @usableFromInline var high: UInt64
  /// The lower 62 bits of the counter.
  @usableFromInline var low: UInt64
  @usableFromInline var steps: UInt64

  /// Makes a generator.
  ///
  /// - Parameters:
  ///   - milliseconds: The commit's clock, since 1970; its lowest 48 bits count.
  ///   - random: 128 random bits.
  @inlinable
  public init(milliseconds: UInt64, random: (high: UInt64, low: UInt64)) {
    self.milliseconds = milliseconds
    high = random.high & 0x07FF
    low = random.low & 0x3FFF_FFFF_FFFF_FFFF
    // The bits that the counter does not begin with.
    steps = random.high ^ random.low >> 62
  }

  /// Makes a generator from a source of randomness.
  @inlinable
  public init(milliseconds: UInt64, using generator: inout some RandomNumberGenerator) {
    self.init(milliseconds: milliseconds, random: (generator.next(), generator.next()))
  }

  /// The next identity.
  @inlinable
  public mutating func next() -> ObjectID {
    let identity = ObjectID.version7(milliseconds: milliseconds, random: (high, low))
    // The steps are those of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014), from the seed.
    steps &+= 0x9E37_79B9_7F4A_7C15
    var mixed = steps
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    low += (mixed ^ mixed >> 31) >> 32 + 1
    if low > 0x3FFF_FFFF_FFFF_FFFF {
      low &= 0x3FFF_FFFF_FFFF_FFFF
      high += 1
      if high > 0x0FFF {
        high = 0
        milliseconds &+= 1
      }
    }
    return identity
  }
}
