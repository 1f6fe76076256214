import EventLog
import FileSystem
import Model
public import Objects

/// Changes that wait, in a file without a name, for the commit that they belong to.
///
/// What reads a long source can take its time, without the journal's lock and without holding all that it
/// has read in memory; the commit then takes them one by one:
///
///     let spool = try ChangeSpool(in: journal.directory.path)
///     for entry in source { try spool.append(.insert(id, entity: "entry", values: entry)) }
///     try journal.commit(request) { try spool.next() }
///
/// The file is gone with the value, or with the process.
public final class ChangeSpool {
  /// How many changes have been put in.
  public private(set) var count = 0

  private let file: FileStream
  private var output: [UInt8] = []
  /// How many bytes have been written to the file.
  private var written = 0
  private var input: [UInt8] = []
  /// Where the next change begins in ``input``.
  private var place = 0
  /// Where the next bytes are read from.
  private var offset = 0

  private static let bufferByteCount = 1 << 18

  /// Makes an empty spool.
  ///
  /// - Parameter directory: Where the file is made.
  public init(in directory: String) throws {
    file = try FileStream.temporary(in: directory)
  }

  /// Puts a change behind those that are there.
  ///
  /// - Parameter change: The change, which is not looked at.
  /// - Throws: `FileError` where the disk is full.
  public func append(_ change: Change) throws {
    switch change {
    case .insert(let id, let entity, let values): try append(0, id, entity, values)
    case .update(let id, let values): try append(1, id, "", values)
    case .delete(let id): try append(2, id, "", PropertyValues())
    }
    count += 1
    if output.count >= Self.bufferByteCount { try flush() }
  }

  /// Begins again with the first change.
  public func rewind() {
    input.removeAll(keepingCapacity: true)
    place = 0
    offset = 0
  }

  /// The next change; nil behind the last.
  ///
  /// - Throws: `FileError` where the disk cannot be read.
  public func next() throws -> Change? {
    if !output.isEmpty { try flush() }
    guard let head = try take(1)?.first else { return nil }
    let id = ObjectID(high: try number(8), low: try number(8))
    let entity = String(decoding: try take(Int(number(8))) ?? [], as: UTF8.self)
    // As another log's payload comes, so does this; its salt is the change's id.
    let bytes = try take(Int(number(8))) ?? []
    let values = try EventLog.payload(Array(bytes)).values
    switch head {
    case 0: return .insert(id, entity: entity, values: values)
    case 1: return .update(id, values: values)
    default: return .delete(id)
    }
  }

  private func append(
    _ kind: UInt8, _ id: ObjectID, _ entity: String, _ values: PropertyValues
  ) throws {
    let payload = try EventLog.bytes(of: EventPayload(salt: id, values: values))
    output.append(kind)
    output.append(bigEndian: id.high)
    output.append(bigEndian: id.low)
    output.append(bigEndian: UInt64(entity.utf8.count))
    output += entity.utf8
    output.append(bigEndian: UInt64(payload.count))
    output += payload
  }

  private func flush() throws {
    try file.write(output)
    written += output.count
    output.removeAll(keepingCapacity: true)
  }

  private func number(_ width: Int) throws -> UInt64 {
    (try take(width) ?? []).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// The next bytes; nil at the end.
  private func take(_ count: Int) throws -> ArraySlice<UInt8>? {
    while input.count - place < count {
      input.removeFirst(place)
      place = 0
      let part = try file.read(max(Self.bufferByteCount, count - input.count), at: offset)
      if part.isEmpty { return nil }
      offset += part.count
      input += part
    }
    defer { place += count }
    return input[place..<place + count]
  }
}
