import CBOR
import FileSystem
import LMDB

extension JournalDirectory {
  /// The path of the environment in use, found without opening any: for one that may be damaged.
  ///
  /// - Returns: nil where there is none.
  public func unopenedEnvironment() throws -> String? {
    let names = try environmentNames()
    // A damaged `current` says nothing; the chain begins at the first.
    let current = (try? currentName()) ?? nil
    guard var name = current.flatMap({ names.contains($0) ? $0 : nil }) ?? names.first else {
      return nil
    }
    // A name that is followed once is not followed again.
    var visited: Set<String> = [name]
    while let next = try movedName(in: name), names.contains(next), visited.insert(next).inserted {
      name = next
    }
    return filePath(name)
  }

  private func movedName(in name: String) throws -> String? {
    var moved: String?
    _ = try PageWalk(path: filePath(name)).forEachRow(of: "meta") { key, value in
      guard key.array == Array("moved".utf8) else { return }
      moved = try? EventLog.decode(value, in: "meta", key: "moved") { bytes in
        var cursor = CBORCursor()
        return try cursor.text(in: bytes)
      }
    }
    return moved
  }
}
