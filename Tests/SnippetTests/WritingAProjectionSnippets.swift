import Daybook
import Testing

@Suite struct WritingAProjectionSnippets {
  @Test func `a projection follows the log, and is what a replay makes`() throws {
    let sample = try Sample()
    let (journal, committer) = (sample.journal, sample.committer)
    try journal.commit(by: committer) {
      try $0.insert(Entry(text: "one two three", creationTime: committer.now()))
    }

    var counts = WordCounts()
    try journal.read { try counts.catchUp($0) }
    let pulse = journal.pulse
    try journal.commit(by: committer) {
      try $0.insert(Entry(text: "two words", creationTime: committer.now()))
    }
    if journal.pulse != pulse { try journal.read { try counts.catchUp($0) } }
    #expect(counts.counts.values.sorted() == [2, 3])

    var rebuilt = WordCounts()
    try journal.read { try rebuilt.catchUp($0) }
    assert(rebuilt.counts == counts.counts && rebuilt.applied == counts.applied)
  }
}
