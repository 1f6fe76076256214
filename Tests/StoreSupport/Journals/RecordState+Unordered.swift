public import Daybook

extension [ObjectID: RecordState] {
  /// The same with the members of relationships that are kept at the other end in the order of their
  /// ids: what is taken back joins anew, and so stands last.
  public var unordered: [ObjectID: RecordState] {
    mapValues { state in
      var state = state
      for name in ["members", "students", "gadgets", "teams", "parts", "media"] {
        guard case .list(let members) = state.values[name] else { continue }
        state.values[name] = .list(members.sorted { $0.text < $1.text })
      }
      return state
    }
  }
}

extension Value {
  fileprivate var text: String { "\(self)" }
}
