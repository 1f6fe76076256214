/// An event's place in this log: from 0, without a gap, given inside the write transaction.
///
/// It is local: the same event may stand at another place in a replica's log.
public struct SequenceNumber: RawRepresentable, Hashable, Comparable, Sendable {
  /// The number of events before this one.
  public let rawValue: UInt64

  /// Names the place behind `rawValue` events.
  @inlinable
  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// Names the place behind `rawValue` events.
  @inlinable
  public init(_ rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// The place of the first event.
  public static let first = SequenceNumber(0)

  /// The place behind this one.
  @inlinable
  public var next: SequenceNumber { SequenceNumber(rawValue + 1) }

  /// Orders by place.
  @inlinable
  public static func < (left: SequenceNumber, right: SequenceNumber) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension SequenceNumber: CustomStringConvertible {
  /// The number in decimal.
  public var description: String { String(rawValue) }
}
