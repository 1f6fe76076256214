public import EventLog
public import Model

/// One text as it was written: the event that holds it, and the object that it is of.
///
/// Documents are numbered from 0 in the order of their events, so that numbers, and with them every
/// byte of an index, follow from the log alone. Where an object's text has been written again, or the
/// object is gone, its former documents stay: whoever finds one looks at the object.
public struct TextDocument: Sendable, Hashable {
  /// The place of the event in the log.
  public var sequence: SequenceNumber
  /// The object.
  public var object: ObjectID

  /// Names a document.
  public init(sequence: SequenceNumber, object: ObjectID) {
    self.sequence = sequence
    self.object = object
  }
}

extension TextDocument {
  /// The bytes of a document on disk: its sequence and its object, big-endian.
  static let byteCount = 24

  func append(to bytes: inout [UInt8]) {
    bytes.append(bigEndian: sequence.rawValue)
    object.append(to: &bytes)
  }
}
