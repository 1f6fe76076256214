/// Reads the text that jrnl keeps: `[2026-11-30 14:05] Title`, a body, a blank line, and so on.
///
/// - **Headers** are decided once for the whole source: a line is a header because its form
///   is that of the source's headers, never because its brackets could be understood as a date. Known are
///   year-month-day, day-month-year and month-day-year with `-`, `/` or `.`, English names of months, days
///   of the week, 24 and 12 hours, seconds, ISO 8601 with `T` and offset, and, for the day files of a folder,
///   the time alone. Text of jrnl 1, without brackets, is known by its first line. Lines that look like
///   headers and are none stay in the text of their entry and are listed as doubtful.
/// - **Text** is kept as it stands, except that line ends (LF, CR, CR LF) become line feeds and that blank
///   lines before the next header belong to no entry. U+2028, U+2029, U+0085, VT and FF end no line.
/// - **A star** is ` *` at the end of the title. It is taken off; the title as written is the text's first
///   line followed by ` *`. `5*` is a title's own and listed as doubtful, for jrnl takes it for a star.
/// - **Text before the first header** and **entries whose date no calendar or clock has** (29 February in
///   a common year, hour 24, second 60) become entries of their own, dated as their neighbour, which
///   ``ImportedEntry/assumed`` tells; the latter keep their header line in the text. Without a neighbour,
///   they are listed as left.
public enum JrnlText {
  /// Hands over each entry of a file in its order, and reports on the rest.
  ///
  /// - Parameters:
  ///   - source: The bytes of the file, in any encoding of ``SourceText``.
  ///   - path: What the file is called in places.
  ///   - givenDay: The day that the file is named after, whose headers need give no more than the time.
  ///   - undated: The date of what stands before the first header; that of the first entry where nil.
  ///   - body: Takes an entry.
  /// - Throws: What `body` throws; nothing is read after that.
  /// - Complexity: Linear in the file. Beyond the file, memory is that of one entry and of the places of
  ///   the headers.
  public static func read<Failure: Error>(
    _ source: Span<UInt8>, path: String, undated: WallClock? = nil, givenDay: WallClock? = nil,
    _ body: (ImportedEntry) throws(Failure) -> Void
  ) throws(Failure) -> ImportReport {
    let text = SourceText(source)
    return try text.withBytes(of: source) { bytes throws(Failure) in
      var reader = JrnlReader(bytes, text, path: path, undated: undated, givenDay: givenDay)
      return try reader.read(bytes, body)
    }
  }

  /// Whether a text begins as the journals that jrnl encrypts do.
  ///
  /// jrnl 2 to 4 put a mark before them; those of jrnl 1 are blocks of AES alone, which are no text.
  static func isEncrypted(_ bytes: Span<UInt8>) -> Bool {
    let isMarked = ["JRNLv3", "gAAAAA"].contains { mark in
      bytes.count > mark.utf8.count
        && zip(mark.utf8, 0...).allSatisfy { byte, place in bytes[place] == byte }
    }
    if isMarked { return true }
    guard bytes.count >= 32, bytes.count.isMultiple(of: 16) else { return false }
    let sample = min(bytes.count, 4096)
    var controls = 0
    for place in 0..<sample where bytes[place] < 0x20 && !(0x09...0x0D).contains(bytes[place]) {
      controls += 1
    }
    // Of random bytes, 27 of 256 are such.
    return controls * 20 > sample
  }
}
