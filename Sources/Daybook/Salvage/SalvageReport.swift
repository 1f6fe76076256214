public import EventLog
public import Model

/// What was saved of a damaged journal, and what was not.
public struct SalvageReport: Sendable {
  /// The journal's identity: that of the damaged one, where it could be read.
  public var journal: ObjectID
  /// How many events were taken over as they stood, from the first on.
  public var taken: UInt64 = 0
  /// How many events were written anew, by a device of the new journal's own.
  public var written: UInt64 = 0
  /// How many objects the new journal has.
  public var objects = 0
  /// The objects whose values were written anew, as the last events of them that verify have left them.
  public var renewed: [ObjectID] = []
  /// The objects of which no event verifies that says what they were.
  public var lost: [ObjectID] = []
  /// What does not verify: the place, what must stand there, what stands there.
  public var faults: [AuditFault] = []
}
