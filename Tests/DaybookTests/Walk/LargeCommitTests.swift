import Daybook
import StoreSupport
import TestSupport
import Testing

/// Commits that are brought into the projections piece by piece, as large ones are, against the same
/// commits held in memory as a whole.
@Suite struct LargeCommitTests {
  @Test(arguments: JournalWalkTests.isLong ? Array(1...12) : [1, 2, 3, 4] as [UInt64])
  func `a commit writes the same however many of its objects it holds`(seed: UInt64) throws {
    let names = PlainView.all.map(\.name)
    let whole = try TestJournal(seed: seed, views: PlainView.all)
    let pieces = try TestJournal(seed: seed, views: PlainView.all)
    var plain = PlainStore()
    var random = SplitMix64(seed: seed ^ 0xB16)
    var changes = RandomChanges(seed: seed)
    var (commits, refusals) = (0, 0)
    for step in 1...(JournalWalkTests.isLong ? 400 : 60) {
      // Several commits of the walk in one: objects come, change and go within it.
      var draft = plain
      var all: [Change] = []
      for _ in 0...random.below(6) {
        let next = changes.next(draft)
        all += next
        do throws(PlainStore.Refusal) { _ = try draft.commit(next) } catch { break }
      }
      let request = whole.request()
      var pieceRequest = pieces.request()
      pieceRequest.heldCount = 1 + random.below(5)
      let place: Comment = "seed \(seed), step \(step)"
      let told = Result { try whole.journal.commit(all, request) }
      let toldInPieces = Result { try pieces.journal.commit(all, pieceRequest) }
      switch (told, toldInPieces) {
      case (.success(let commit), .success(let other)):
        plain = draft
        commits += 1
        #expect(commit.ids == other.ids, place)
        #expect(commit.to == other.to, place)
      case (.failure, .failure): refusals += 1
      default: Issue.record("\(told) against \(toldInPieces): \(place)")
      }
      #expect(try whole.head().root == pieces.head().root, place)
      for name in names {
        let list = try whole.journal.read { try $0.list(of: name) }
        #expect(try pieces.journal.read { try $0.list(of: name) } == list, place)
      }
      if step.isMultiple(of: 20) {
        for report in try pieces.journal.rebuild([], checkOnly: true, pieces.request()) {
          #expect(!report.differed, "\(report.name): \(report.faults)")
        }
        _ = whole.request()
      }
    }
    #expect(commits > 20)
    #expect(refusals > 0)
  }

  @Test func `unique values may be exchanged and references come late in a large commit too`()
    throws
  {
    let test = try TestJournal(seed: 9)
    _ = try test.journal.applyModel(
      ModelFile(
        parsing: #"""
          {"entities": {
            "page": {"attributes": {"number": {"type": "int"}}, "unique": [["number"]],
              "relationships": {"book": {"to": "book"}}},
            "book": {"attributes": {"title": {"type": "string", "required": true}}}}}
          """#), test.request())
    let (first, second, book) = (test.id(), test.id(), test.id())
    var request = test.request()
    request.heldCount = 1
    try test.journal.commit(
      [
        .insert(first, entity: "page", values: ["number": .int(1), "book": .uuid(book)]),
        .insert(second, entity: "page", values: ["number": .int(2)]),
        .update(first, values: ["number": .int(2)]),
        .update(second, values: ["number": .int(1)]),
        .insert(book, entity: "book", values: [:]),
        .update(book, values: ["title": .string("A year")]),
      ], request)
    let values = try test.journal.read { try [$0.record(first), $0.record(book)] }
    #expect(values[0]?.values["number"] == .int(2))
    #expect(values[0]?.values["book"] == .uuid(book))
    #expect(values[1]?.values["title"] == .string("A year"))
    // What nothing mends is refused as ever, and nothing of it is written.
    let size = try test.head().size
    request = test.request()
    request.heldCount = 1
    #expect(throws: ChangeError.self) {
      try test.journal.commit(
        [
          .insert(test.id(), entity: "book", values: ["title": .string("Another")]),
          .insert(test.id(), entity: "book", values: [:]),
          .insert(test.id(), entity: "page", values: ["number": .int(3)]),
        ], request)
    }
    #expect(try test.head().size == size)
    for report in try test.journal.rebuild([], checkOnly: true, test.request()) {
      #expect(!report.differed, "\(report.name): \(report.faults)")
    }
  }
}
