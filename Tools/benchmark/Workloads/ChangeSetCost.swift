import Daybook

/// What a change set costs beside the commit that it tells of, in journals a thousand times apart in
/// size.
///
/// A hundred entries get another time; the commit is made in turns with and without the change set
/// asked for, and the difference in processor time is its cost. Expected: for each entry two ranks of 4 to
/// 8 µs and its sections' (four of those): 20 to 40 µs each in a great journal. In one of a thousand entries
/// the ways to a hundred keys are mostly the same and are gone once, and the logarithm is half: 5 to 10.
enum ChangeSetCost {
  private static let touched = 100

  static func run(_ bench: Bench) throws -> [Measurement] {
    let rows = bench.options.rows
    let sizes = Set([1000, 100, 10, 1].map { max(rows / $0, 1000) }).sorted()
    var costs: [Double] = []
    for size in sizes {
      let diary = try bench.twin(rows: size).diary
      var with: [Double] = []
      var without: [Double] = []
      for turn in 0..<120 {
        let isAsked = (turn % 4 == 0) || (turn % 4 == 3)
        let changes = try moves(diary)
        let request = diary.request(views: isAsked ? ["by-day"] : [])
        let (time, commit) = try Time.of { try diary.journal.commit(changes, request) }
        if isAsked {
          guard commit.changeSets.first?.changeSet.rows.count == changes.count else {
            throw WrongAnswer("the change set does not tell of all \(changes.count) rows")
          }
          with.append(time.processor)
        } else {
          without.append(time.processor)
        }
      }
      costs.append((with.median - without.median) / Double(touched))
    }
    return [Ranks.flat("for each of 100 rows that move", sizes, costs, target: .atMost(6))]
  }

  /// Another time for entries at random.
  private static func moves(_ diary: Diary) throws -> [Change] {
    let ids = try diary.journal.read { snapshot in
      let view = try snapshot.view("by-day")
      let rows = try snapshot.rowCount(of: view)
      var ids: Set<ObjectID> = []
      while ids.count < touched {
        let place = diary.number(below: rows)
        let page = try snapshot.page(of: view, offset: place, limit: 1)
        if let id = page.sections.first?.rows.first { ids.insert(id) }
      }
      return ids.sorted()
    }
    return ids.map { .update($0, values: ["creationTime": .date(diary.moment(.random))]) }
  }
}
