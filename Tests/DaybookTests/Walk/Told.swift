import Daybook
import StoreSupport

/// A stamped change set as values that can be compared.
struct Told: Equatable, CustomStringConvertible {
  var view: String
  var from: UInt64
  var to: UInt64
  var recorded: Int64
  var changeSet: ChangeSet<ObjectID>
  var records: [ObjectID: Record]
  var sections: Int
  var rows: Int

  init(_ set: StampedChangeSet) {
    view = set.view
    from = set.from
    to = set.to
    recorded = set.recorded
    changeSet = set.changeSet
    records = set.records
    sections = set.sections
    rows = set.rows
  }

  var description: String { "\(view) \(from)..<\(to): \(changeSet)" }
}

extension ChangeError {
  /// The kind of refusal that this is.
  var refusal: PlainStore.Refusal? {
    switch self {
    case .invalid: .invalid
    case .danglingReference: .dangling
    case .notUnique: .notUnique
    case .denied: .denied
    case .missingObject: .missing
    case .objectExists: .exists
    case .unknownEntity, .erased, .missingContent: nil
    }
  }
}
