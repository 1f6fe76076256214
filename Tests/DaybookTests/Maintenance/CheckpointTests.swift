import Daybook
import EventLog
import Foundation
import MerkleTree
import StoreSupport
import TestSupport
import Testing

/// Checkpoints, proofs, and what an audit against a checkpoint finds.
@Suite struct CheckpointTests {
  private let directory: TemporaryDirectory
  private let keys: SigningKeys

  init() throws {
    directory = try TemporaryDirectory()
    keys = SigningKeys(directory: directory.file("data/keys"))
  }

  private func signer(_ journal: Journal) throws -> NoteSigner {
    let origin = try journal.read { try $0.checkpoint().origin }
    return try keys.signer(for: origin) { [UInt8](repeating: 7, count: 32) }.signer
  }

  private func write(_ count: Int, in test: TestJournal) throws {
    for number in 0..<count {
      try test.commit(
        .insert(
          test.id(), entity: "entry",
          values: [
            "text": .string("entry \(number)"),
            "creationTime": .date(Moment(microseconds: test.now, offsetSeconds: 0)),
          ]))
    }
  }

  @Test func `a key is made once, for its owner alone`() throws {
    let origin = "daybook/00112233445566778899aabbccddeeff"
    #expect(try keys.verifier(for: origin) == nil)
    var asked = 0
    let first = try keys.signer(for: origin) {
      asked += 1
      return [UInt8](repeating: 3, count: 32)
    }
    let second = try keys.signer(for: origin) {
      asked += 1
      return [UInt8](repeating: 4, count: 32)
    }
    #expect(first.isNew && !second.isNew && asked == 1)
    #expect(first.signer.verifier == second.signer.verifier)
    #expect(try keys.verifier(for: origin) == first.signer.verifier)
    let path = "\(keys.directory)/00112233445566778899aabbccddeeff"
    let mode = try FileManager.default.attributesOfItem(atPath: "\(path).key")[.posixPermissions]
    #expect(mode as? Int == 0o600)
    let directoryMode = try FileManager.default.attributesOfItem(atPath: keys.directory)[
      .posixPermissions]
    #expect(directoryMode as? Int == 0o700)
    // The public half alone verifies, as on another machine.
    try Files.remove("\(path).key")
    #expect(try keys.verifier(for: origin) == first.signer.verifier)
    // What is no key is not taken for one.
    try Files.write(Array("PRIVATE+KEY+daybook/0+1+AQ==\n".utf8), to: "\(path).key")
    #expect(throws: MerkleTreeError.self) { try keys.signer(for: origin) { [] } }
  }

  @Test(arguments: [1, 2, 5, 64, 65, 130])
  func `every event is proved, and the proof verifies without the journal`(count: Int) throws {
    let test = try TestJournal(seed: UInt64(count))
    try write(count, in: test)
    let signer = try signer(test.journal)
    for sequence in [0, count / 2, count - 1].map({ SequenceNumber(UInt64($0)) }) {
      let proof = try test.journal.read { try $0.prove(sequence, signer: signer) }
      let read = try EventProof(parsing: Array(proof.encoded.utf8))
      #expect(EventProof.isProof(Array(proof.encoded.utf8)))
      let (checkpoint, header) = try read.verify(by: signer.verifier)
      #expect(checkpoint.size == UInt64(count))
      #expect(checkpoint.root.bytes == (try test.head().root))
      #expect(
        try header.identity == test.journal.read { try $0.event(at: sequence).header.identity })

      // Nothing of it can be changed.
      var wrong = read
      wrong.header[wrong.header.count - 1] ^= 1
      #expect(throws: MerkleTreeError.self) { try wrong.verify(by: signer.verifier) }
      if count > 1 {
        wrong = read
        wrong.inclusion.leaf = (wrong.inclusion.leaf + 1) % UInt64(count)
        #expect(throws: MerkleTreeError.self) { try wrong.verify(by: signer.verifier) }
        let lines = proof.encoded.split(separator: "\n", omittingEmptySubsequences: false)
        let swapped = lines.enumerated().filter { $0.offset != 3 }.map { String($0.element) }
        #expect(throws: MerkleTreeError.self) {
          try EventProof(parsing: Array(swapped.joined(separator: "\n").utf8))
            .verify(by: signer.verifier)
        }
      }
      let other = try NoteSigner(
        name: signer.verifier.name, seed: [UInt8](repeating: 9, count: 32))
      #expect(throws: MerkleTreeError.self) { try read.verify(by: other.verifier) }
    }
    #expect(throws: JournalError.beyondLog(size: UInt64(count), asked: UInt64(count))) {
      try test.journal.read { try $0.prove(SequenceNumber(UInt64(count)), signer: signer) }
    }
  }

  @Test func `a proof has the form of C2SP`() throws {
    let test = try TestJournal(seed: 3)
    try write(3, in: test)
    let signer = try signer(test.journal)
    let proof = try test.journal.read { try $0.prove(SequenceNumber(2), signer: signer) }
    let lines = proof.encoded.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0] == "c2sp.org/tlog-proof@v1")
    #expect(lines[1] == "extra \(MerkleTree.Base64.encode(proof.header))")
    #expect(lines[2] == "index 2")
    // The third of three leaves has one neighbour, the root of the first two.
    #expect(lines[4] == "")
    #expect(lines[5] == "\(signer.verifier.name)" && lines[6] == "3")
    #expect(lines[8] == "" && lines[9].hasPrefix("\u{2014} \(signer.verifier.name) "))
  }

  @Test(arguments: [
    "", "c2sp.org/tlog-proof@v1", "c2sp.org/tlog-proof@v1\n", "c2sp.org/tlog-proof@v2\nextra \n",
    "c2sp.org/tlog-proof@v1\nindex 0\n\n", "c2sp.org/tlog-proof@v1\nextra AA==\nindex 01\n\n",
    "c2sp.org/tlog-proof@v1\nextra AA==\nindex 0\nAA==\n\n",
    "c2sp.org/tlog-proof@v1\nextra AA==\nindex 0\n",
  ])
  func `what is no proof is refused with its line`(text: String) {
    #expect(throws: CheckpointError.self) { try EventProof(parsing: Array(text.utf8)) }
  }

  /// The faults of an audit against a checkpoint.
  private func faults(_ checkpoint: Checkpoint, _ journal: Journal) throws -> [AuditFault] {
    try journal.audit(against: checkpoint).faults
  }

  @Test func `a log that grew holds what each of its checkpoints said`() throws {
    let test = try TestJournal(seed: 4)
    var checkpoints = [try test.journal.read { try $0.checkpoint() }]
    for count in [1, 2, 61, 64, 3] {
      try write(count, in: test)
      checkpoints.append(try test.journal.read { try $0.checkpoint() })
    }
    #expect(checkpoints.map(\.size) == [0, 1, 3, 64, 128, 131])
    let ids = try test.records().keys.sorted()
    _ = try test.journal.erase(Array(ids.prefix(3)), test.request())
    _ = try test.journal.compact(test.request())
    for checkpoint in checkpoints { #expect(try faults(checkpoint, test.journal) == []) }
    // Another journal's checkpoint says nothing of this one, not even when it is empty.
    let other = try TestJournal(seed: 5)
    let empty = try other.journal.read { try $0.checkpoint() }
    #expect(try faults(empty, test.journal).map(\.place) == ["checkpoint"])
  }

  @Test func `a log that was rolled back, rewritten, or cut off and grown again is found`() throws {
    let test = try TestJournal(seed: 6)
    try write(70, in: test)
    let early = try test.copied(seed: 60)
    let earlyCheckpoint = try test.journal.read { try $0.checkpoint() }
    try write(10, in: test)
    let checkpoint = try test.journal.read { try $0.checkpoint() }

    // Rolled back to an earlier copy.
    var found = try faults(checkpoint, early.journal)
    #expect(found.count == 1)
    #expect(found.first?.expected == "80 events or more")
    #expect(found.first?.found == "70 events: the log was rolled back")
    #expect(try faults(earlyCheckpoint, early.journal) == [])
    // Grown again, past the size that it had.
    try write(10, in: early)
    found = try faults(checkpoint, early.journal)
    #expect(found.count == 1 && found.first?.found.hasSuffix("the history was rewritten") == true)
    try write(20, in: early)
    found = try faults(checkpoint, early.journal)
    #expect(found.count == 1 && found.first?.found.hasSuffix("the history was rewritten") == true)
    #expect(try faults(earlyCheckpoint, early.journal) == [])

    // A replica that has taken the log over holds what was signed for, too.
    let entries = try test.journal.exported()
    let replica = try TestJournal(seed: 6)
    _ = try replica.journal.importLog(replica.request(), journal: test.journal.identity()) {
      nil
    }
    #expect(try replica.journal.take(entries, replica.request()).imported == 80)
    #expect(try faults(checkpoint, replica.journal) == [])
  }

  @Test func `a log rewritten below its tree is found by the audit`() throws {
    let test = try TestJournal(seed: 7)
    try write(100, in: test)
    let checkpoint = try test.journal.read { try $0.checkpoint() }
    // An attacker with a hash calculator for payloads, who leaves the tree as it is.
    let environment = try JournalFiles(of: test.journal).environment()
    try environment.write { transaction in
      let log = try EventLog(in: transaction.reading)
      var header = try #require(
        try log.headerBytes(at: SequenceNumber(30), in: transaction.reading))
      header[header.count - 1] ^= 1
      try transaction.put(at: 30, header, in: log.events)
    }
    let found = try faults(checkpoint, test.journal)
    #expect(found.contains { $0.place.hasPrefix("merkle") })
    #expect(found.contains { $0.place == "payloads 30" })
  }
}
