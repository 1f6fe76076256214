import EventLog
import LMDB
import MerkleTree
import Model

/// Which events of a recovered log verify, and in which way.
///
/// A header has no digest of its own: it verifies where the tree says so, by a node above it that was
/// stored and is the one recomputed from headers, or by a payload whose digest it names and a row of
/// `history` that names its object. A payload verifies by the digest in the header.
///
/// - ``taken``: the longest beginning of the log whose headers verify by the tree, in the order that
///   counters, commits and stamps demand. It can be taken over as it stands, and a checkpoint of a size
///   in it still proves. It ends before a definition of a model or a view whose payload does not verify,
///   since what comes after depends on it.
/// - ``loose``: events behind it that verify by their own payload. They cannot be taken over under their
///   counters, behind a gap; what they say counts.
struct LogJudgement {
  private(set) var taken: UInt64 = 0
  private(set) var loose: [SequenceNumber] = []
  /// Events in ``taken`` whose payload is missing or is not what the header says.
  private(set) var withoutPayload: [SequenceNumber] = []
  /// Content of which all bytes are there and verify, by digest.
  private(set) var contents: [[UInt8]: UInt64] = [:]
  /// The objects that an event has erased, and the last event that condensed one.
  private var erased: Set<ObjectID> = []
  private var condensed: [ObjectID: SequenceNumber] = [:]
  private let log: EventLog
  private let report: (AuditFault) -> Void

  init(
    _ log: EventLog, in transaction: borrowing ReadTransaction,
    progress: (MaintenanceProgress) -> Void, report: @escaping (AuditFault) -> Void
  ) throws {
    self.log = log
    self.report = report
    try judgeContents(in: transaction)
    try judgeHeaders(in: transaction, progress)
    try judgePayloads(in: transaction, progress)
    try judgeRest(in: transaction, progress)
  }

  // MARK: - Content

  private mutating func judgeContents(in transaction: borrowing ReadTransaction) throws {
    contents[SHA256.digest(of: [UInt8]()).bytes] = 0
    var digest: [UInt8] = []
    var hash = SHA256()
    var chunks: UInt64 = 0
    var size: UInt64 = 0
    var isWhole = true
    func close(_ contents: inout [[UInt8]: UInt64]) {
      if digest.isEmpty { return }
      if isWhole, hash.finish().bytes == digest {
        contents[digest] = size
      } else {
        report(
          AuditFault(
            place: "blobs \(digest.hexadecimal)", expected: "content of this digest",
            found: isWhole ? "other content" : "not all of it"))
      }
    }
    var cursor = try transaction.beginCursor(in: log.blobs)
    while try cursor.next() {
      let key = cursor.keyBytes()
      guard key.count == 36 else { continue }
      if Array(key[..<32]) != digest {
        close(&contents)
        digest = Array(key[..<32])
        (hash, chunks, size, isWhole) = (SHA256(), 0, 0, true)
      }
      let number = key[32...].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      if number != chunks { isWhole = false }
      let bytes = cursor.valueBytes()
      hash.update(bytes)
      size += UInt64(bytes.count)
      chunks += 1
    }
    close(&contents)
  }

  // MARK: - Headers

  private mutating func judgeHeaders(
    in transaction: borrowing ReadTransaction, _ progress: (MaintenanceProgress) -> Void
  ) throws {
    let head = try? log.head(in: transaction)
    let peaks = head.map(Self.ranges) ?? [:]
    let total = try transaction.count(of: log.events)
    var order = EventOrder()
    var tree = MerklePeaks()
    var verified: UInt64 = 0
    var sequence: UInt64 = 0
    while let bytes = try transaction.getBytes(at: sequence, in: log.events) {
      guard let header = try? EventLog.header(bytes), order.accepts(header) else { break }
      let leaf = Digest.leaf(bytes)
      if peaks[NodePlace(level: 0, index: sequence)] == leaf, verified == sequence {
        verified = sequence + 1
      }
      let log = log
      var reached = verified
      try tree.append(leaf: leaf) { level, index, digest in
        let place = NodePlace(level: level, index: index)
        let isStored =
          try level >= 6
          && transaction.getBytes(EventLog.merkleKey(level: level, index: index), in: log.merkle)
            == digest.bytes
        if index << UInt64(level) <= reached, isStored || peaks[place] == digest {
          reached = max(reached, (index + 1) << UInt64(level))
        }
      }
      verified = reached
      sequence += 1
      if sequence & 0xFFFF == 0 {
        progress(MaintenanceProgress(what: "headers", done: Int(sequence), total: total))
      }
    }
    taken = verified
    let size = head?.size ?? UInt64(total)
    if taken < size || head == nil {
      report(
        AuditFault(
          place: "events \(taken)", expected: "a header that the tree proves",
          found: sequence > taken
            ? "headers up to \(sequence - 1) that it does not prove" : "none that can be read"))
    }
  }

  private struct NodePlace: Hashable {
    var level: UInt8
    var index: UInt64
  }

  /// Where the peaks of a tree stand.
  private static func ranges(_ head: MerklePeaks) -> [NodePlace: Digest] {
    var places: [NodePlace: Digest] = [:]
    var begin: UInt64 = 0
    var rest = head.peaks[...]
    for level in (UInt8(0)..<64).reversed() where head.size >> UInt64(level) & 1 == 1 {
      guard let digest = rest.popFirst() else { break }
      places[NodePlace(level: level, index: begin >> UInt64(level))] = digest
      begin += 1 << UInt64(level)
    }
    return places
  }

  // MARK: - Payloads

  private mutating func judgePayloads(
    in transaction: borrowing ReadTransaction, _ progress: (MaintenanceProgress) -> Void
  ) throws {
    for number in 0..<taken {
      let sequence = SequenceNumber(number)
      let header = try log.header(at: sequence, in: transaction)
      if let reason = try flaw(of: sequence, header, in: transaction) {
        if !header.kind.concernsObject {
          report(
            AuditFault(
              place: "payloads \(sequence)", expected: "the definition that its header names",
              found: reason))
          taken = number
          break
        }
        withoutPayload.append(sequence)
      } else {
        note(header, at: sequence)
      }
      if number & 0xFFFF == 0 {
        progress(MaintenanceProgress(what: "payloads", done: Int(number), total: Int(taken)))
      }
    }
  }

  /// Why a payload cannot be used; nil where it can.
  private func flaw(
    of sequence: SequenceNumber, _ header: EventHeader, in transaction: borrowing ReadTransaction
  ) throws -> String? {
    guard let bytes = try log.payloadBytes(at: sequence, in: transaction) else { return "none" }
    let digest = SHA256.digest(of: bytes)
    if digest != header.digest { return "digest \(digest.hexadecimal)" }
    guard let payload = try? EventLog.payload(bytes) else { return "what is no payload" }
    for (name, value) in payload.values {
      if case .content(let content) = value, contents[content.digest] != content.size {
        return "content of `\(name)` that is not whole"
      }
    }
    return nil
  }

  private mutating func judgeRest(
    in transaction: borrowing ReadTransaction, _ progress: (MaintenanceProgress) -> Void
  ) throws {
    var flawed: [(sequence: SequenceNumber, object: ObjectID?, reason: String)] = []
    var cursor = try transaction.beginCursor(in: log.events)
    var key: [UInt8] = []
    key.append(bigEndian: taken)
    var onRow = try cursor.seek(atOrAfter: key)
    while onRow {
      let key = cursor.keyBytes()
      if key.count == 8 {
        let sequence = SequenceNumber(key.bigEndian(at: 0))
        let header = try? EventLog.header(cursor.valueBytes())
        if let reason = try flaw(ofLoose: sequence, header, in: transaction) {
          flawed.append((sequence, header?.object, reason))
        } else if let header {
          loose.append(sequence)
          note(header, at: sequence)
        }
      }
      onRow = try cursor.next()
    }
    for (sequence, object, reason) in flawed {
      // What is erased or condensed later has no payload, and lacks none.
      if let object, erased.contains(object) || condensed[object].map({ $0 > sequence }) ?? false {
        continue
      }
      report(
        AuditFault(
          place: "events \(sequence)", expected: "an event that verifies by itself",
          found: reason))
    }
  }

  private mutating func note(_ header: EventHeader, at sequence: SequenceNumber) {
    if header.kind == .erased { erased.insert(header.object) }
    if header.kind == .condensed { condensed[header.object] = sequence }
  }

  private func flaw(
    ofLoose sequence: SequenceNumber, _ header: EventHeader?,
    in transaction: borrowing ReadTransaction
  ) throws -> String? {
    guard let header else { return "no header of format 1" }
    if let reason = try flaw(of: sequence, header, in: transaction) {
      return "a payload: \(reason)"
    }
    let row = EventLog.historyKey(header.object, sequence)
    if try header.kind.concernsObject && !transaction.contains(row, in: log.history) {
      return "object \(header.object), of which `history` has no row for it"
    }
    return nil
  }
}

/// What the headers of a log must be, one behind the other.
private struct EventOrder {
  private var next: [DeviceID: UInt64] = [:]
  private var stamp: [DeviceID: UInt64] = [:]
  private var commit: (device: DeviceID, commit: UInt64)?

  /// Whether a header may stand behind those accepted so far.
  mutating func accepts(_ header: EventHeader) -> Bool {
    let identity = header.identity
    let isFirst = header.commit == identity.counter
    let continues = commit.map { $0 == (identity.device, header.commit) } ?? false
    guard identity.counter == next[identity.device, default: 0],
      stamp[identity.device].map({ header.stamp > $0 }) ?? true, isFirst || continues
    else { return false }
    next[identity.device] = identity.counter + 1
    stamp[identity.device] = header.stamp
    commit = (identity.device, header.commit)
    return true
  }
}
