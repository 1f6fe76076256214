package import Daybook

/// The ends of ids by which a person tells some objects apart: seven digits, more where two of them
/// end alike.
///
/// Objects that are not among them are not looked at: that would cost a pass over the journal. Of an
/// end that names several, the command line lists them all.
package struct ShortIDs {
  private var longer: [ObjectID: Int] = [:]

  /// - Complexity: O(n) for n ids, and O(n) more for each digit beyond the seventh.
  package init(_ ids: some Sequence<ObjectID>) {
    var open = Set(ids)
    // The last digits stand in the lower half of an id, sixteen of them.
    var digits = ObjectID.shortDigits
    while digits < 16, !open.isEmpty {
      let mask: UInt64 = 1 << UInt64(digits * 4) - 1
      let ends = Dictionary(grouping: open) { $0.low & mask }
      open = Set(ends.values.lazy.filter { $0.count > 1 }.joined())
      digits += 1
      for id in open { longer[id] = digits }
    }
    // Ids that share a whole half are told by all their digits.
    for id in open { longer[id] = 32 }
  }

  /// What stands for an id.
  package func text(_ id: ObjectID) -> String {
    id.shortText(digits: longer[id] ?? ObjectID.shortDigits)
  }
}
