public import Model

/// The identity of a device that writes events: 16 random bytes, made anew wherever the journal is
/// copied to.
public struct DeviceID: Hashable, Comparable, Sendable {
  /// The 128 bits.
  public let bits: ObjectID

  /// Names a device.
  @inlinable
  public init(_ bits: ObjectID) {
    self.bits = bits
  }

  /// Orders as the bytes do.
  @inlinable
  public static func < (left: DeviceID, right: DeviceID) -> Bool { left.bits < right.bits }
}

extension DeviceID: CustomStringConvertible {
  /// The 128 bits as a UUID is written.
  public var description: String { bits.description }
}

/// What an event is known by on every replica: the device that wrote it, and that device's own
/// count of its events.
public struct EventIdentity: Hashable, Comparable, Sendable {
  /// The device that wrote the event.
  public var device: DeviceID
  /// How many events the device had written before, in this journal.
  public var counter: UInt64

  /// Names an event.
  @inlinable
  public init(device: DeviceID, counter: UInt64) {
    self.device = device
    self.counter = counter
  }

  /// Orders by device, then by counter.
  @inlinable
  public static func < (left: EventIdentity, right: EventIdentity) -> Bool {
    left.device != right.device ? left.device < right.device : left.counter < right.counter
  }
}
