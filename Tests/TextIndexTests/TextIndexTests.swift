import Collation
import FileSystem
import LMDB
import StoreSupport
import TestSupport
import Testing

@testable import Daybook
@testable import TextIndex

@Suite struct TextIndexTests {
  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `every text that has a needle is a candidate, whatever the options`(seed: UInt64) throws {
    let journal = try TestJournal(seed: seed)
    var random = SplitMix64(seed: seed)
    var texts: [(ObjectID, String)] = []
    while texts.count < 400 {
      let changes = (0...random.below(90)).map { _ in
        let id = journal.id()
        texts.append((id, HardTexts.text(&random, pieces: 1 + random.below(12))))
        return journal.insertion(texts[texts.count - 1].1, id)
      }
      try journal.journal.commit(changes, journal.request())
    }
    var found = 0
    for _ in 0..<400 {
      let text = HardTexts.needle(texts.map(\.1), &random)
      for options in HardTexts.options {
        let needle = Needle(text, options)
        let candidates = try #require(try journal.journal.candidates(text, options))
        for (id, text) in texts where needle.isContained(in: text) {
          found += 1
          if !candidates.contains(id) {
            Issue.record(
              "\(needle.folded.utf8) in \(Array(text.utf8)), options \(options.rawValue)")
          }
        }
      }
    }
    #expect(found > 1000)
    #expect(try journal.journal.textFaults() == [])
  }

  @Test func `a word that all texts have is not asked of each segment, and nothing is lost`() throws
  {
    let journal = try TestJournal(seed: 9)
    var texts: [(ObjectID, String)] = []
    for number in 0..<15 * 128 {
      texts.append(
        (journal.id(), "in \(number % 480), the rain\(number % 3 == 0 ? "" : " of \(number)")"))
    }
    try journal.journal.commit(texts.map { journal.insertion($1, $0) }, journal.request())
    for needle in ["in 7, the", "17, the rain of", "the rain", "479, the", "in 480, the"] {
      let candidates = try #require(try journal.journal.candidates(needle, []))
      let found = texts.filter { $0.1.contains(needle) }.map(\.0)
      #expect(candidates.isSuperset(of: found), "\(needle)")
      // Of the numbers four texts have each.
      if needle.contains("7") { #expect(candidates.count < 60, "\(needle): \(candidates.count)") }
    }
    try journal.journal.read { snapshot in
      let index = try #require(
        try TextIndex(snapshot.context.searched[0], in: snapshot.transaction))
      var asked: [Int] = []
      try snapshot.transaction.withCursor(in: index.database) { cursor in
        var selection = TermSelection(TextQuery("in 7, the"))
        var onRow = try cursor.last()
        while onRow,
          case .segment(let segment) = try index.place(of: &cursor, in: snapshot.transaction)
        {
          let terms = selection.terms(for: segment)
          asked.append(terms.count)
          selection.note(
            try segment.documents(matching: terms, in: snapshot.transaction), of: terms)
          onRow = try cursor.seek(before: SegmentLayout.key(segment.first))
        }
      }
      #expect(asked.count == 15)
      #expect(asked[0] == 4 && asked[8] == 4 && asked[1] < 4 && asked[7] < 4, "\(asked)")
    }
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `commits of any size give the bytes that a rebuild gives`(seed: UInt64) throws {
    let journal = try TestJournal(seed: seed)
    var random = SplitMix64(seed: seed)
    var ids: [ObjectID] = []
    var count = 0
    while count < 4500 {
      let size = [1, 7, 128, 300, 2100][random.below(5)]
      var changes: [Change] = []
      for _ in 0..<size {
        let text = HardTexts.text(&random, pieces: 3)
        if ids.isEmpty || random.below(4) > 0 {
          ids.append(journal.id())
          changes.append(journal.insertion(text, ids[ids.count - 1]))
          count += 1
        } else {
          // A number, so that each is a change.
          changes.append(
            .update(ids[random.below(ids.count)], values: ["text": .string("\(text) \(count)")]))
          count += 1
        }
      }
      try journal.journal.commit(changes, journal.request())
      if random.below(4) == 0 { #expect(try journal.journal.textFaults() == []) }
    }
    #expect(try journal.journal.textFaults() == [])
    let reports = try journal.journal.rebuild([], journal.request())
    let report = try #require(reports.first { $0.name == "text.entry.text" })
    #expect(!report.differed)
    #expect(report.rows >= 4500 - 400)
  }

  @Test func `a commit can make a segment of any size at once, and end what others began`() throws {
    let journal = try TestJournal(seed: 9)
    for count in [2048, 1900, 148, 28_672 + 130, 4000] {
      try journal.journal.commit(
        (0..<count).map { journal.insertion("\($0 % 7)") }, journal.request())
    }
    #expect(try journal.journal.textFaults() == [])
    #expect(try journal.journal.candidates("6", [])?.count ?? 0 >= 36_898 / 7)
    let other = try TestJournal(seed: 10)
    try other.journal.commit(
      (0..<33_000).map { other.insertion("\($0 % 7)") }, other.request())
    #expect(try other.journal.textFaults() == [])
  }

  @Test func `few of those without the needle are candidates`() throws {
    let journal = try TestJournal(seed: 1)
    let words = ["rain", "sun", "coffee", "train", "grain", "Regen", "café", "brain-dead"]
    let texts = (0..<256).map { "\(words[$0 % 8]) number \($0)." }
    var ids: [ObjectID] = []
    try journal.journal.commit(
      texts.map {
        ids.append(journal.id())
        return journal.insertion($0, ids[ids.count - 1])
      }, journal.request())
    func found(_ needle: String) throws -> [String] {
      let candidates = try #require(
        try journal.journal.candidates(needle, [.caseInsensitive, .diacriticInsensitive]))
      return ids.indices.filter { candidates.contains(ids[$0]) }.map { texts[$0] }
    }
    #expect(try found("number 77.") == ["Regen number 77."])
    #expect(try found("AIN").count == 128)
    #expect(try found(" rain").count == 32)
    #expect(try found("brain-d").count == 32)
    #expect(try found("n-d").count == 32)
    #expect(try found("CAFE number").count == 32)
    #expect(try found("nowhere") == [])
    #expect(try found("!") == [])
    #expect(try found("  ") == [])
    #expect(try found(" ").count == 256)
  }

  @Test func `a text that is written again is found in its new words`() throws {
    let journal = try TestJournal(seed: 2)
    let id = journal.id()
    try journal.commit(journal.insertion("rain", id))
    try journal.journal.commit((0..<200).map { _ in journal.insertion("x") }, journal.request())
    try journal.commit(.update(id, values: ["text": .string("sun")]))
    try journal.commit(.update(id, values: ["starred": .bool(true)]))
    try journal.journal.commit((0..<182).map { _ in journal.insertion("x") }, journal.request())
    #expect(try journal.journal.candidates("sun", []) == [id])
    #expect(try journal.journal.textFaults() == [])
    let documents = try journal.journal.read { snapshot in
      try TextIndex(snapshot.context.searched[0], in: snapshot.transaction)?
        .documentCount(in: snapshot.transaction)
    }
    #expect(documents == 384)
  }

  @Test func `a journal without an index gets one with the next commit`() throws {
    let journal = try TestJournal(seed: 3)
    try journal.commit(journal.insertion("rain"))
    let environment = journal.journal.environment
    try environment.write { transaction in
      try transaction.drop(transaction.database(named: "text.entry.text"))
    }
    #expect(try journal.journal.candidates("rain", []) == nil)
    #expect(try journal.journal.textFaults() == [])
    try journal.commit(journal.insertion("sun"))
    #expect(try journal.journal.candidates("rain", [])?.count == 2)
    #expect(try journal.journal.textFaults() == [])
  }

  @Test func `an index that was built in another way does not count, and is built anew`() throws {
    let journal = try TestJournal(seed: 4)
    try journal.commit(journal.insertion("rain"))
    try journal.journal.environment.write { transaction in
      let database = try transaction.database(named: "text.entry.text")
      try transaction.put([0], [UInt8](repeating: 7, count: 32), in: database)
    }
    #expect(try journal.journal.candidates("rain", []) == nil)
    #expect(try !journal.journal.textFaults().isEmpty)
    try journal.commit(journal.insertion("sun"))
    #expect(try journal.journal.candidates("sun", [])?.count == 2)
    #expect(try journal.journal.textFaults() == [])
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `an audit finds any byte that is another`(seed: UInt64) throws {
    let journal = try TestJournal(seed: seed)
    var random = SplitMix64(seed: seed)
    try journal.journal.commit(
      (0..<300).map { journal.insertion("rain and \($0)") }, journal.request())
    #expect(try journal.journal.audit().faults.isEmpty)
    try journal.journal.environment.write { transaction in
      let database = try transaction.database(named: "text.entry.text")
      var rows: [(key: [UInt8], value: [UInt8])] = []
      try transaction.reading.withCursor(in: database) { cursor in
        while try cursor.next() { rows.append((cursor.keyBytes(), cursor.valueBytes())) }
      }
      var row = rows[random.below(rows.count)]
      row.value[random.below(row.value.count)] ^= UInt8(1 << random.below(8))
      try transaction.put(row.key, row.value, in: database)
    }
    #expect(try !journal.journal.audit().faults.isEmpty)
    #expect(try journal.journal.rebuild([], journal.request()).contains(where: \.differed))
    #expect(try journal.journal.audit().faults.isEmpty)
    #expect(try journal.journal.candidates("299", [])?.isEmpty == false)
  }

  @Test func `a model names what else is searched, and an index comes and goes with it`() throws {
    let journal = try TestJournal(seed: 5)
    func apply(_ text: String) throws {
      _ = try journal.journal.applyModel(
        ModelFile(parsing: text), replacing: true, journal.request())
    }
    func databases() throws -> [String] {
      try journal.journal.read {
        try $0.transaction.databaseNames().filter { $0.hasPrefix("text.") }
      }
    }
    try apply(#"{"entities":{"book":{"attributes":{"blurb":{"type":"string"}}}}}"#)
    let id = journal.id()
    try journal.commit(.insert(id, entity: "book", values: ["blurb": .string("A whale")]))
    #expect(try databases() == ["text.entry.text"])
    try apply(
      #"{"entities":{"book":{"attributes":{"blurb":{"type":"string","search":true}}},"#
        + #""novel":{"parent":"book"}}}"#)
    #expect(try databases() == ["text.book.blurb", "text.entry.text"])
    try journal.commit(
      .insert(journal.id(), entity: "novel", values: ["blurb": .string("A raft")]))
    #expect(try journal.journal.candidates("whale", [])?.count == 2)
    try apply(
      #"{"entities":{"book":{"attributes":{"#
        + #""cover":{"type":"string","search":true,"renamedFrom":"blurb"}}},"#
        + #""novel":{"parent":"book"}}}"#)
    #expect(try databases() == ["text.book.cover", "text.entry.text"])
    #expect(try journal.journal.candidates("whale", [])?.count == 2)
    #expect(try journal.journal.textFaults() == [])
    #expect(try journal.journal.audit().faults.isEmpty)
    _ = try journal.journal.undo(1, journal.request())
    #expect(try databases() == ["text.book.blurb", "text.entry.text"])
    #expect(try journal.journal.textFaults() == [])
    try apply(
      #"{"entities":{"book":{"attributes":{"blurb":{"type":"string"}}},"novel":{"parent":"book"}}}"#
    )
    #expect(try databases() == ["text.entry.text"])
    #expect(try journal.journal.audit().faults.isEmpty)
  }

  @Test func `what is erased is in no page of the index`() throws {
    let journal = try TestJournal(seed: 6)
    let id = journal.id()
    try journal.commit(journal.insertion("xylophonquartett", id))
    try journal.journal.commit((0..<200).map { _ in journal.insertion("x") }, journal.request())
    #expect(try journal.journal.candidates("phonqu", [])?.contains(id) == true)
    _ = try journal.journal.erase([id], journal.request())
    #expect(try journal.journal.candidates("phonqu", [])?.contains(id) == false)
    #expect(try journal.journal.textFaults() == [])
    let directory = journal.journal.directory.path
    let names = try Files.names(in: directory).filter { $0.hasSuffix(".mdb") }
    for name in names {
      let bytes = try Files.read("\(directory)/\(name)")
      #expect(!bytes.contains(Array("xylophon".utf8)))
    }
  }
}
