import FileSystem
public import Model

extension Journal {
  /// Keeps the content of a file, and tells what the `medium` that names it says: `content`, `size`,
  /// `type`, `mimeType`, `name`, and `width`, `height` and `duration` where they are known.
  ///
  /// Whoever commits the medium adds `diaryEntry`, the entry that it belongs to.
  ///
  /// - Parameters:
  ///   - path: Where the file is.
  ///   - name: What it is called; nil: the last part of its path.
  ///   - progress: Is told how many bytes are done.
  /// - Throws: As ``storeContent(ofFileAt:progress:)``.
  public func storeMedium(
    ofFileAt path: String, named name: String? = nil,
    progress: (MaintenanceProgress) -> Void = { _ in }
  ) throws -> PropertyValues {
    let content = try storeContent(ofFileAt: path, progress: progress)
    return try mediumValues(of: content, named: name ?? path.lastPathComponent)
  }

  /// What a `medium` says that names content which is in the journal.
  ///
  /// - Parameters:
  ///   - content: What ``store(_:_:)`` has kept.
  ///   - name: What the file was called; "" for one without a name.
  public func mediumValues(
    of content: ContentReference, named name: String
  ) throws -> PropertyValues {
    let facts = try read { snapshot in
      try MediaFacts(size: content.size) { offset, count in
        try snapshot.bytes(of: content, from: offset, count: count)
      }
    }
    var values: PropertyValues = [
      "content": .content(content), "size": .int(Int64(clamping: content.size)),
      "type": .string(facts.type.kind.rawValue), "mimeType": .string(facts.type.mimeType),
    ]
    if !name.isEmpty { values["name"] = .string(name) }
    if let width = facts.width { values["width"] = .int(Int64(width)) }
    if let height = facts.height { values["height"] = .int(Int64(height)) }
    if let duration = facts.duration { values["duration"] = .double(duration) }
    return values
  }
}

extension String {
  /// What stands behind the last slash.
  fileprivate var lastPathComponent: String {
    split(separator: "/").last.map(String.init) ?? ""
  }
}
