import StoreSupport
import TestSupport

/// A view over rows held in a dictionary, changed at random: the state is made anew by filtering
/// and sorting everything, each time.
struct RandomView {
  struct Row: Equatable {
    var section: Int?
    var sort: Int
    var content: Int
    var isHidden: Bool
  }

  /// Small numbers make many ties, shared sections and shared names.
  struct Shape {
    var isSectioned: Bool
    var sectionKeys: Int
    var sortValues: Int
    var rows: Int
    /// Whether sort values and section keys are the row's own, so that a change of them is a
    /// difference of the row; otherwise they lie behind a relationship.
    var sortsByOwnValues: Bool

    init(random: inout SplitMix64, rows: Int) {
      isSectioned = random.below(4) > 0
      sectionKeys = 1 + random.below(6)
      sortValues = 1 + random.below(9)
      self.rows = rows
      sortsByOwnValues = random.below(3) > 0
    }
  }

  let shape: Shape
  private(set) var rows: [Int: Row] = [:]
  private var nextID = 0
  private var nextContent = 0

  init(shape: Shape) {
    self.shape = shape
  }

  /// The whole state, with rows of no section key in a first section named "".
  var snapshot: ListState<Int> {
    let visible = rows.filter { !$0.value.isHidden }
    let sections = Dictionary(grouping: visible) {
      shape.isSectioned ? $0.value.section ?? -1 : -1
    }
    if !shape.isSectioned, sections.isEmpty {
      return ListState([.init(key: "", name: "", rows: [])])
    }
    return ListState(
      sections.sorted { $0.key < $1.key }.map { key, rows in
        .init(
          key: key < 0 ? "" : String(key), name: key < 0 ? "" : "name \(key % 3)",
          rows: rows.sorted { ($0.value.sort, $0.key) < ($1.value.sort, $1.key) }.map(\.key))
      })
  }

  /// The transition from an earlier state of this view to the present one; ids in no certain order.
  func transition(from old: RandomView, random: inout SplitMix64) -> Transition<Int> {
    let touched = Set(old.rows.keys).union(rows.keys).sorted().filter { old.rows[$0] != rows[$0] }
    let differing = touched.filter { id in
      shape.sortsByOwnValues || old.rows[id]?.content != rows[id]?.content
    }
    return Transition(
      old: old.snapshot, new: snapshot, touched: touched.shuffled(using: &random),
      differing: Set(differing))
  }

  /// One transaction: nothing, a few operations (several may meet one row), or everything.
  mutating func commit(random: inout SplitMix64) {
    let ids = rows.keys.sorted()
    switch random.below(24) {
    case 0:
      for id in ids { rows[id]?.sort = random.below(shape.sortValues) }
    case 1:
      for id in ids { rows[id]?.sort *= -1 }
    case 2:
      let from = section(&random)
      let to = section(&random)
      for id in ids where rows[id]?.section == from { rows[id]?.section = to }
    case 3:
      let first = section(&random)
      let second = section(&random)
      for id in ids {
        if rows[id]?.section == first {
          rows[id]?.section = second
        } else if rows[id]?.section == second {
          rows[id]?.section = first
        }
      }
    case 4:
      for id in ids { rows[id]?.isHidden.toggle() }
    case 5 where random.below(4) == 0:
      rows = [:]
    default:
      for _ in 0..<random.below(8) { operate(&random) }
    }
  }

  private mutating func operate(_ random: inout SplitMix64) {
    let ids = rows.keys.sorted()
    guard let id = ids.randomElement(using: &random), ids.count < shape.rows || random.below(2) > 0
    else {
      if ids.count < shape.rows { insert(&random) }
      return
    }
    switch random.below(10) {
    case 0, 1, 2: insert(&random)
    case 3: rows[id] = nil
    case 4, 5: rows[id]?.sort = random.below(shape.sortValues)
    case 6:
      let key = section(&random)
      rows[id]?.section = key
    case 7:
      nextContent += 1
      rows[id]?.content = nextContent
    case 8: rows[id]?.isHidden.toggle()
    default:
      // Gone and come back in one commit, as it was or otherwise.
      guard var row = rows.removeValue(forKey: id) else { return }
      if random.below(2) == 0 { row.sort = random.below(shape.sortValues) }
      rows[id] = row
    }
  }

  private mutating func insert(_ random: inout SplitMix64) {
    guard rows.count < shape.rows else { return }
    // Ids do not come in the order of their making, so that ties fall anywhere.
    nextID += 1
    let id = nextID * 7919 % 1009
    rows[id] = Row(
      section: section(&random), sort: random.below(shape.sortValues), content: 0,
      isHidden: random.below(4) == 0)
  }

  private func section(_ random: inout SplitMix64) -> Int? {
    let key = random.below(shape.sectionKeys + 1)
    return key == 0 ? nil : key
  }
}
