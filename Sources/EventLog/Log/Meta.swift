import CBOR
public import LMDB
public import MerkleTree
public import Model

/// What a journal says of itself: the rows of the database `meta`.
public struct Meta: Sendable, Hashable {
  /// The version of the format.
  public var format: UInt64
  /// Who the journal is: 16 random bytes, made once; copies have the same.
  public var journal: ObjectID
  /// Who writes here.
  ///
  /// A copy takes another.
  public var device: DeviceID
  /// SHA-256 of the machine's id and the environment file's device and inode number.
  public var place: Digest
  /// When it was made, microseconds since 1970.
  public var created: Int64
  /// The environment that has replaced this one, nil in the one in use.
  public var moved: String?
  /// Rows that this build does not know, encoded: kept, and part of the check.
  public var others: [String: [UInt8]]

  /// Describes a new journal.
  public init(journal: ObjectID, device: DeviceID, place: Digest, created: Int64) {
    format = EventLog.format
    self.journal = journal
    self.device = device
    self.place = place
    self.created = created
    moved = nil
    others = [:]
  }

  /// The rows without the check, encoded, by name.
  var rows: [String: [UInt8]] {
    func encoded(_ write: (inout CBORWriter) -> Void) -> [UInt8] {
      var writer = CBORWriter()
      write(&writer)
      return writer.bytes
    }
    var rows = others
    rows["format"] = encoded { $0.unsigned(format) }
    rows["journal"] = encoded { $0.identity(journal) }
    rows["device"] = encoded { $0.identity(device.bits) }
    rows["place"] = encoded { $0.bytes(place.bytes) }
    rows["created"] = encoded { $0.int(created) }
    rows["moved"] = moved.map { name in encoded { $0.text(name) } }
    return rows
  }

  /// SHA-256 of the CBOR map of all rows but the check itself.
  static func check(of rows: [String: [UInt8]]) -> Digest {
    var writer = CBORWriter()
    writer.map(count: rows.count)
    for (name, row) in rows.sorted(by: { CBORKeyOrder.precedes($0.key, $1.key) }) {
      writer.text(name)
      writer.encoded(row.span)
    }
    return SHA256.digest(of: writer.bytes)
  }
}

extension EventLog {
  /// The name of the environment that has replaced this one, nil in the one in use.
  ///
  /// Costs one read.
  public func moved(in transaction: borrowing ReadTransaction) throws -> String? {
    try Self.moved(meta, in: transaction)
  }

  static func moved(
    _ meta: Database, in transaction: borrowing ReadTransaction
  ) throws -> String? {
    try transaction.get(Array("moved".utf8), in: meta) { row in
      try decode(row, in: "meta", key: "moved") { bytes in
        var cursor = CBORCursor()
        return try cursor.text(in: bytes)
      }
    }
  }

  /// Everything that the journal says of itself, checked.
  ///
  /// - Throws: `EventLogError.unknownFormat` for a journal of a later format, `.damaged` where a row
  ///   is missing, is not what it should be, or where the check does not match.
  public func meta(in transaction: borrowing ReadTransaction) throws -> Meta {
    var rows = try metaRows(in: transaction)
    func field<T>(
      _ name: String, _ read: (inout CBORCursor, Span<UInt8>) throws -> T
    ) throws -> T {
      guard let row = rows.removeValue(forKey: name) else {
        throw EventLogError.damaged(database: "meta", key: name, reason: "the row is missing")
      }
      return try Self.decode(row, in: "meta", key: name) { bytes in
        var cursor = CBORCursor()
        let value = try read(&cursor, bytes)
        try cursor.expectEnd(of: bytes)
        return value
      }
    }
    let format = try field("format") { try $0.unsigned(in: $1) }
    guard format == Self.format else {
      throw EventLogError.unknownFormat(found: String(format))
    }
    let check = try field("check") { try $0.digest(in: $1) }
    let found = Meta.check(of: try metaRows(in: transaction).filter { $0.key != "check" })
    guard found == check else {
      throw EventLogError.damaged(
        database: "meta", key: "check",
        reason: "expected \(found.hexadecimal), found \(check.hexadecimal)")
    }
    var meta = Meta(
      journal: try field("journal") { try $0.identity(in: $1) },
      device: DeviceID(try field("device") { try $0.identity(in: $1) }),
      place: try field("place") { try $0.digest(in: $1) },
      created: try field("created") { try $0.int(in: $1) })
    if rows["moved"] != nil { meta.moved = try field("moved") { try $0.text(in: $1) } }
    meta.others = rows
    return meta
  }

  /// Who the journal is, where that row can be read, whatever the others say; else nil.
  package func journal(in transaction: borrowing ReadTransaction) throws -> ObjectID? {
    guard let row = try transaction.getBytes(Array("journal".utf8), in: meta) else { return nil }
    var cursor = CBORCursor()
    return try? cursor.identity(in: row.span)
  }

  /// The rows of `meta` as they are stored.
  func metaRows(in transaction: borrowing ReadTransaction) throws -> [String: [UInt8]] {
    var rows: [String: [UInt8]] = [:]
    try transaction.withCursor(in: meta) { cursor in
      var found = try cursor.first()
      while found {
        rows[String(decoding: cursor.keyBytes(), as: UTF8.self)] = cursor.valueBytes()
        found = try cursor.next()
      }
    }
    return rows
  }

  /// Writes what a journal says of itself, with its check.
  public func write(_ values: Meta, in transaction: borrowing WriteTransaction) throws {
    let rows = values.rows
    var check = CBORWriter()
    check.bytes(Meta.check(of: rows).bytes)
    for (name, row) in rows.sorted(by: { $0.key < $1.key }) {
      try transaction.put(Array(name.utf8), row, in: meta)
    }
    try transaction.put(Array("check".utf8), check.bytes, in: meta)
  }

  /// Runs a decoder over bytes, and says where they stand if they are not what they should be.
  static func decode<T>(
    _ row: RawSpan, in database: String, key: @autoclosure () -> String,
    _ body: (Span<UInt8>) throws -> T
  ) throws -> T {
    do {
      return try row.withElements { try body($0) }
    } catch let error as CBORError {
      throw EventLogError.damaged(database: database, key: key(), reason: error.description)
    }
  }

  static func decode<T>(
    _ bytes: [UInt8], in database: String, key: @autoclosure () -> String,
    _ body: (Span<UInt8>) throws -> T
  ) throws -> T {
    do {
      return try body(bytes.span)
    } catch let error as CBORError {
      throw EventLogError.damaged(database: database, key: key(), reason: error.description)
    }
  }
}
