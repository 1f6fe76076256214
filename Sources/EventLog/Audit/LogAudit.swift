import CBOR
public import LMDB
import MerkleTree
import Model

/// Something in a journal that is not what the rest of it says it must be.
public struct AuditFault: Sendable, Hashable {
  /// The database and the key or sequence, as `events 17`.
  public var place: String
  /// What must stand there.
  public var expected: String
  /// What stands there.
  public var found: String

  /// Describes a fault.
  public init(place: String, expected: String, found: String) {
    self.place = place
    self.expected = expected
    self.found = found
  }
}

extension AuditFault: CustomStringConvertible {
  /// One line: the place, what was expected, what was found.
  public var description: String { "\(place): expected \(expected), found \(found)" }
}

/// Verifies a log: recomputes from `events` and `payloads`, as they are stored, everything that the
/// other databases say of them.
///
/// One pass over the events in order; memory for the open subtrees and, where there are several
/// devices, their runs. What it finds it reports and goes on.
public struct LogAudit {
  private let log: EventLog
  private let report: (AuditFault) -> Void
  private var peaks = MerklePeaks()
  private var nextCounter: [DeviceID: UInt64] = [:]
  private var lastStamp: [DeviceID: UInt64] = [:]
  private var runs: [IdentityRun] = []
  private var openCommit: (device: DeviceID, commit: UInt64)?
  private var historyCount = 0
  private var merkleCount = 0
  /// Events whose payload is missing, by object: lawful where the object is erased or condensed later.
  private var missing: [ObjectID: [SequenceNumber]] = [:]
  private var erased: Set<ObjectID> = []
  private var condensed: [ObjectID: SequenceNumber] = [:]
  private var contents: Set<ContentReference> = []

  /// Starts an audit.
  ///
  /// - Parameters:
  ///   - log: What is verified.
  ///   - report: Takes each fault.
  public init(_ log: EventLog, report: @escaping (AuditFault) -> Void) {
    self.log = log
    self.report = report
  }

  /// Verifies the whole log.
  ///
  /// - Parameters:
  ///   - transaction: The snapshot to verify.
  ///   - progress: Is told how many events have been verified.
  /// - Throws: What the engine throws; a fault of the log is reported instead.
  public mutating func run(
    in transaction: borrowing ReadTransaction, progress: (Int) -> Void = { _ in }
  ) throws {
    checkMeta(in: transaction)
    var size: UInt64 = 0
    var head: Head?
    do {
      head = try log.head(in: transaction)
      size = head?.size ?? 0
    } catch {
      fault("head head", "size and peaks", "\(error)")
      size = UInt64(try transaction.count(of: log.events))
    }
    try checkEvents(size, in: transaction, progress)
    if let head, head.peaks != peaks.peaks {
      fault("head head", "root \(peaks.root.hexadecimal)", "root \(head.root.hexadecimal)")
    }
    checkMissingPayloads()
    try checkIdentity(in: transaction)
    try checkHistory(size, in: transaction)
    try checkMerkleRows(size, in: transaction)
    try checkBlobs(in: transaction)
  }

  /// Verifies that the head is the root of its peaks, and the last events: a look that costs nothing.
  public mutating func runQuick(in transaction: borrowing ReadTransaction) throws {
    checkMeta(in: transaction)
    do {
      let head = try log.head(in: transaction)
      let found = try transaction.count(of: log.events)
      if found != head.size { fault("events", "\(head.size) rows", "\(found)") }
      let recomputed = try MerklePeaks(size: head.size) { level, index in
        try log.subtree(level: level, index: index, in: transaction)
      }
      if recomputed != head {
        fault("head head", "root \(recomputed.root.hexadecimal)", "root \(head.root.hexadecimal)")
      }
      for sequence in (head.size > 256 ? head.size - 256 : 0)..<head.size {
        let header = try log.header(at: SequenceNumber(sequence), in: transaction)
        checkPayload(header, SequenceNumber(sequence), in: transaction)
      }
    } catch {
      fault("head head", "a log that can be read", "\(error)")
    }
  }

  private func fault(_ place: String, _ expected: String, _ found: String) {
    report(AuditFault(place: place, expected: expected, found: found))
  }

  private func checkMeta(in transaction: borrowing ReadTransaction) {
    do {
      _ = try log.meta(in: transaction)
    } catch EventLogError.damaged(let database, let key, let reason) {
      fault("\(database) \(key)", "what its check says", reason)
    } catch {
      fault("meta", "rows of format 1", "\(error)")
    }
  }

  // MARK: - Events

  private mutating func checkEvents(
    _ size: UInt64, in transaction: borrowing ReadTransaction, _ progress: (Int) -> Void
  ) throws {
    var expected: UInt64 = 0
    var cursor = try transaction.beginCursor(in: log.events)
    var onRow = try cursor.first()
    while onRow {
      let key = cursor.keyBytes()
      guard key.count == 8 else {
        fault("events \(key.hexadecimal)", "a key of 8 bytes", "\(key.count)")
        onRow = try cursor.next()
        continue
      }
      let sequence = SequenceNumber(key.bigEndian(at: 0))
      if sequence.rawValue != expected {
        fault("events \(sequence)", "sequence \(expected)", "sequence \(sequence)")
      }
      expected = sequence.rawValue + 1
      try checkEvent(sequence, cursor.valueBytes(), in: transaction)
      if sequence.rawValue & 0xFFF == 0 { progress(Int(sequence.rawValue)) }
      onRow = try cursor.next()
    }
    progress(Int(expected))
    if expected != size { fault("head head", "size \(expected)", "size \(size)") }
    try checkExtraPayloads(size, in: transaction)
  }

  private mutating func checkEvent(
    _ sequence: SequenceNumber, _ bytes: [UInt8], in transaction: borrowing ReadTransaction
  ) throws {
    let log = log
    let report = report
    var found: [AuditFault] = []
    var rows = 0
    try peaks.append(leaf: Digest.leaf(bytes)) { level, index, digest in
      guard level >= EventLog.lowestMerkleLevel else { return }
      rows += 1
      let key = EventLog.merkleKey(level: level, index: index)
      let stored = try transaction.getBytes(key, in: log.merkle)
      if stored != digest.bytes {
        found.append(
          AuditFault(
            place: "merkle level \(level), index \(index)", expected: digest.hexadecimal,
            found: stored?.hexadecimal ?? "no row"))
      }
    }
    merkleCount += rows
    found.forEach(report)

    let header: EventHeader
    do {
      header = try EventHeader(decoding: bytes.span)
    } catch {
      fault("events \(sequence)", "a header of format 1", "\(error)")
      openCommit = nil
      return
    }
    checkOrder(header, sequence)
    checkSubject(header, sequence)
    checkPayload(header, sequence, in: transaction)
  }

  private mutating func checkOrder(_ header: EventHeader, _ sequence: SequenceNumber) {
    let identity = header.identity
    let counter = nextCounter[identity.device, default: 0]
    if identity.counter != counter {
      fault(
        "events \(sequence)", "counter \(counter) of device \(identity.device)",
        "counter \(identity.counter)")
    }
    nextCounter[identity.device] = identity.counter + 1
    if let last = lastStamp[identity.device], header.stamp <= last {
      fault("events \(sequence)", "a stamp above \(last)", "\(header.stamp)")
    }
    lastStamp[identity.device] = header.stamp

    let isFirst = header.commit == identity.counter
    let continues = openCommit.map { $0 == (identity.device, header.commit) } ?? false
    if !isFirst && !continues {
      fault(
        "events \(sequence)", "an event of the commit before it, or the first of its own",
        "one of commit \(header.commit) of device \(identity.device)")
    }
    openCommit = (identity.device, header.commit)

    if let run = runs.last, run.first.device == identity.device,
      run.endCounter == identity.counter, run.endSequence == sequence
    {
      runs[runs.count - 1].count += 1
    } else {
      runs.append(IdentityRun(first: identity, sequence: sequence, count: 1))
    }
  }

  private mutating func checkSubject(_ header: EventHeader, _ sequence: SequenceNumber) {
    if header.kind.concernsObject {
      historyCount += 1
      if header.entity.isEmpty { fault("events \(sequence)", "an entity's name", "none") }
    } else if !header.entity.isEmpty || header.object != .zero {
      fault(
        "events \(sequence)", "no entity and no object", "\(header.entity) \(header.object)")
    }
    if header.kind == .erased { erased.insert(header.object) }
    if header.kind == .condensed { condensed[header.object] = sequence }
    if !header.seen.isEmpty {
      let devices = header.seen.map(\.device)
      if devices != devices.sorted() || Set(devices).count != devices.count
        || devices.contains(header.identity.device)
      {
        fault("events \(sequence)", "`seen` of other devices, each once, in order", "\(devices)")
      }
    }
  }

  private mutating func checkPayload(
    _ header: EventHeader, _ sequence: SequenceNumber,
    in transaction: borrowing ReadTransaction
  ) {
    do {
      guard let bytes = try log.payloadBytes(at: sequence, in: transaction) else {
        missing[header.object, default: []].append(sequence)
        return
      }
      let digest = SHA256.digest(of: bytes)
      if digest != header.digest {
        fault(
          "payloads \(sequence)", "digest \(header.digest.hexadecimal)",
          "digest \(digest.hexadecimal)")
        return
      }
      let payload = try EventPayload(decoding: bytes.span)
      for (_, value) in payload.values {
        if case .content(let content) = value { contents.insert(content) }
      }
    } catch {
      fault("payloads \(sequence)", "a payload of format 1", "\(error)")
    }
  }

  private func checkExtraPayloads(
    _ size: UInt64, in transaction: borrowing ReadTransaction
  ) throws {
    var cursor = try transaction.beginCursor(in: log.payloads)
    var onRow = try cursor.first()
    while onRow {
      let key = cursor.keyBytes()
      if key.count != 8 || key.bigEndian(at: 0) >= size {
        fault("payloads \(key.hexadecimal)", "a sequence of the log", "no event stands there")
      }
      onRow = try cursor.next()
    }
  }

  private func checkMissingPayloads() {
    for (object, sequences) in missing {
      if erased.contains(object) { continue }
      for sequence in sequences.sorted() where sequence >= condensed[object] ?? .first {
        fault(
          "payloads \(sequence)", "a payload, or an event that erases object \(object)", "neither")
      }
    }
  }

  // MARK: - What is filed beside the events

  private func checkIdentity(in transaction: borrowing ReadTransaction) throws {
    do {
      let stored = try log.runs(in: transaction)
      let expected = runs.sorted { $0.first < $1.first }
      if stored == expected { return }
      for run in Set(expected).symmetricDifference(stored).sorted(by: { $0.first < $1.first }) {
        let isExpected = expected.contains(run)
        let text = "a run of \(run.count) from sequence \(run.sequence)"
        fault(
          "identity \(run.first.device) \(run.first.counter)", isExpected ? text : "no run",
          isExpected ? "no such run" : text)
      }
    } catch {
      fault("identity", "runs of events", "\(error)")
    }
  }

  private func checkHistory(
    _ size: UInt64, in transaction: borrowing ReadTransaction
  ) throws {
    var cursor = try transaction.beginCursor(in: log.history)
    var onRow = try cursor.first()
    var count = 0
    while onRow {
      let key = cursor.keyBytes()
      let place = "history \(key.hexadecimal)"
      if key.count != 24 {
        fault(place, "a key of 24 bytes", "\(key.count)")
      } else {
        let sequence = SequenceNumber(key.bigEndian(at: 16))
        let object = ObjectID(bytes: key[..<16])
        // A header that cannot be read has its own fault.
        if sequence.rawValue >= size {
          fault(place, "a sequence below \(size)", "\(sequence)")
        } else if let header = try? log.header(at: sequence, in: transaction),
          header.object != object || !header.kind.concernsObject
        {
          fault(place, "object \(header.object)", "object \(object.map(String.init) ?? "none")")
        }
        if !cursor.valueBytes().isEmpty { fault(place, "no value", "one") }
      }
      count += 1
      onRow = try cursor.next()
    }
    if count != historyCount { fault("history", "\(historyCount) rows", "\(count)") }
  }

  private func checkMerkleRows(
    _ size: UInt64, in transaction: borrowing ReadTransaction
  ) throws {
    let count = try transaction.count(of: log.merkle)
    if count != merkleCount { fault("merkle", "\(merkleCount) rows", "\(count)") }
    let heads = try transaction.count(of: log.head)
    if heads != 1 { fault("head", "one row", "\(heads)") }
  }

  private func checkBlobs(in transaction: borrowing ReadTransaction) throws {
    var sizes: [[UInt8]: UInt64] = [:]
    var digest: [UInt8] = []
    var hash = SHA256()
    var chunks: UInt32 = 0
    var size: UInt64 = 0
    var isWhole = true
    func close() {
      guard !digest.isEmpty else { return }
      // What was broken off while it was written lacks its first chunk, and nothing refers to it.
      guard isWhole else { return }
      if hash.finish().bytes != digest {
        fault("blobs \(digest.hexadecimal)", "content of this digest", hash.finish().hexadecimal)
      }
      sizes[digest] = size
    }
    var cursor = try transaction.beginCursor(in: log.blobs)
    var onRow = try cursor.first()
    while onRow {
      let key = cursor.keyBytes()
      let bytes = cursor.valueBytes()
      if key.count != 36 {
        fault("blobs \(key.hexadecimal)", "a key of 36 bytes", "\(key.count)")
      } else {
        let number = key[32...].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        if Array(key[..<32]) != digest {
          close()
          digest = Array(key[..<32])
          hash = SHA256()
          chunks = 0
          size = 0
          isWhole = true
        }
        if number != chunks || (chunks > 0 && size % UInt64(EventLog.blobChunkByteCount) != 0) {
          isWhole = false
        }
        hash.update(bytes)
        size += UInt64(bytes.count)
        chunks += 1
      }
      onRow = try cursor.next()
    }
    close()
    let empty = SHA256.digest(of: [UInt8]()).bytes
    for content in contents {
      let found = content.digest == empty ? 0 : sizes[content.digest]
      if found != content.size {
        fault(
          "blobs \(content.digest.hexadecimal)", "\(content.size) bytes",
          found.map { "\($0)" } ?? "not all of it")
      }
    }
  }
}
