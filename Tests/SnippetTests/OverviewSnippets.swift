import Daybook
import TestSupport
import Testing

@Suite struct OverviewSnippets {
  @Test func `a diary is opened, written and read`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("journal")
    let committer = Committer(
      now: { Moment(microseconds: 1_796_000_000_000_000) }, random: { .random(in: .min ... .max) })

    let journal = try Journal.open(at: path, by: committer)
    try journal.commit(by: committer) { context in
      try context.insert(
        entity: "entry", values: ["text": .string("Rain."), "creationTime": .date(committer.now())])
    }
    try journal.read { snapshot in
      let view = try snapshot.view("by-day")
      for section in try snapshot.page(of: view, limit: 10).sections {
        print(section.info.name, section.info.numberOfObjects)
      }
    }
    #expect(try journal.read { try $0.rowCount(of: $0.view("by-day")) } == 1)
  }
}
