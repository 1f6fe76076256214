internal import JSON

/// What a source seems to be.
public enum FormatGuess: Hashable, Sendable {
  /// A diary of another program.
  case diary(DiaryFormat)
  /// A log of Daybook.
  case log
}

extension ImportSource {
  private static let startByteCount = 1 << 16

  /// The format that the source has, told by its names and by how it begins; nil where it is none that is
  /// known.
  public func guess() throws -> FormatGuess? {
    if isFolder { return try folderGuess().map { .diary($0) } }
    guard let file = files.first else { return nil }
    return try file.guess(try file.start(Self.startByteCount))
  }

  /// Where JSON ends that is cut off; nil where the source is whole, or no JSON.
  ///
  /// - Complexity: Linear in the source; nothing of it is kept.
  public func endOfCutOffJSON() throws -> SourcePlace? {
    guard !isFolder, let file = files.first else { return nil }
    return try file.withBytes { source in
      let text = SourceText(source)
      return text.withBytes(of: source) { bytes in
        var place = text.start
        while place < bytes.count, bytes[place] <= 0x20 { place += 1 }
        guard SourceFile.isJSON(bytes, from: place) else { return nil }
        var records = JSONRecords(bytes, from: place)
        while records.next(in: bytes) != nil {}
        return records.isCutOff ? SourcePlace(path: file.path, line: bytes.lineCount) : nil
      }
    }
  }

  private func folderGuess() throws -> DiaryFormat? {
    func ending(_ ending: String) -> [SourceFile] {
      files.filter { $0.name.lowercased().hasSuffix(ending) }
    }
    if !ending(".doentry").isEmpty || name.hasSuffix(".dayone") { return .dayOneClassic }
    // One that cannot be read is listed when it is its turn; another may tell the format.
    var failure: (any Error)?
    for file in ending(".json").prefix(20) {
      do {
        if case .diary(let format)? = try file.guess(try file.start(Self.startByteCount)) {
          return format
        }
      } catch {
        failure = failure ?? error
      }
    }
    let texts = ending(".txt")
    if texts.contains(where: { RedNotebook.month(ofPath: $0.path) != nil }) { return .redNotebook }
    if texts.contains(where: { JrnlFolder.day(ofPath: $0.path) != nil }) { return .jrnl }
    if !ending(".md").isEmpty || !ending(".markdown").isEmpty { return .markdown }
    if !ending(".csv").isEmpty || !ending(".tsv").isEmpty { return .csv }
    if let failure { throw failure }
    return nil
  }
}

extension SourceFile {
  /// The format of a file that begins so.
  fileprivate func guess(_ start: [UInt8]) throws -> FormatGuess? {
    let source = SourceText(start.span)
    return source.withBytes(of: start.span) { bytes in
      guess(bytes.extracting(source.start..<bytes.count))
    }
  }

  private func guess(_ bytes: Span<UInt8>) -> FormatGuess? {
    let name = name.lowercased()
    if RedNotebook.month(ofPath: path) != nil, RedNotebook.isMonth(bytes) {
      return .diary(.redNotebook)
    }
    if name.hasSuffix(".md") || name.hasSuffix(".markdown") { return .diary(.markdown) }
    if name.hasSuffix(".doentry") { return .diary(.dayOneClassic) }
    var place = 0
    while place < bytes.count, bytes[place] <= 0x20 { place += 1 }
    let first = place < bytes.count ? bytes[place] : 0
    if first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
      let format = Self.json(bytes, from: place)
    {
      return format
    }
    if Self.isJSON(bytes, from: place) { return nil }
    if name.hasSuffix(".csv") || name.hasSuffix(".tsv") || CSVDiary.isTable(bytes) {
      return .diary(.csv)
    }
    if MarkdownDiary.hasFrontMatter(bytes) { return .diary(.markdown) }
    return .diary(.jrnl)
  }

  /// Whether a text begins as JSON of records does, and as no header of jrnl.
  fileprivate static func isJSON(_ bytes: Span<UInt8>, from start: Int) -> Bool {
    guard start < bytes.count else { return false }
    if bytes[start] == UInt8(ascii: "{") { return true }
    guard bytes[start] == UInt8(ascii: "[") else { return false }
    var place = start + 1
    while place < bytes.count, bytes[place] <= 0x20 { place += 1 }
    guard place < bytes.count else { return true }
    return [UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\"")].contains(bytes[place])
  }

  /// The format of JSON that begins so, told by the names of its first record.
  private static func json(_ bytes: Span<UInt8>, from place: Int) -> FormatGuess? {
    var lineEnd = place
    while lineEnd < bytes.count, bytes[lineEnd] != UInt8(ascii: "\n") { lineEnd += 1 }
    if let line = try? JSONParser.parse(bytes.extracting(place..<lineEnd)),
      line["header"] != nil || line["blob"] != nil
    {
      return .log
    }
    let start = bytes.extracting(place..<bytes.count)
    func has(_ name: String) -> Bool { start.contains("\"\(name)\"") }
    // A line that is longer than what was looked at is one of a log with large texts.
    if lineEnd == bytes.count, has("blob") || has("header") && has("digest") { return .log }
    if has("creationDate") || has("metadata") && has("entries") { return .diary(.dayOne) }
    if has("content"), has("date"), has("title") { return .diary(.tuiJournal) }
    if has("entries"), has("title") && has("body") || has("tags") { return .diary(.jrnlJSON) }
    if has("entries"), has("version") { return .diary(.tuiJournal) }
    return nil
  }
}

extension Span<UInt8> {
  /// Whether the bytes of a text stand anywhere in these.
  func contains(_ text: String) -> Bool {
    let wanted = Array(text.utf8)
    guard let first = wanted.first, wanted.count <= count else { return wanted.isEmpty }
    for place in 0...(count - wanted.count) where self[place] == first {
      var offset = 1
      while offset < wanted.count, self[place + offset] == wanted[offset] { offset += 1 }
      if offset == wanted.count { return true }
    }
    return false
  }
}
