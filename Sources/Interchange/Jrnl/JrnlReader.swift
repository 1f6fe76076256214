/// The reading of one file of jrnl's text.
struct JrnlReader {
  private let source: SourceText
  private let path: String
  private let undated: WallClock?
  private let format: JrnlFormat
  private let headers: JrnlHeaders
  private let hasCarriageReturns: Bool
  private let hasNULs: Bool
  private var keys = ImportKeys()
  private var report = ImportReport()
  private var scratch: [UInt8] = []

  /// Decides the headers of a file.
  ///
  /// - Parameters:
  ///   - bytes: The text, as `source` gives it; the same is to be passed to ``read(_:_:)``.
  ///   - source: What is known of it.
  init(
    _ bytes: Span<UInt8>, _ source: SourceText, path: String, undated: WallClock?,
    givenDay: WallClock?
  ) {
    let survey = JrnlSurvey(bytes, from: source.start)
    let format = JrnlFormat(of: survey, givenDay: givenDay)
    self.source = source
    self.path = path
    self.undated = undated ?? givenDay
    self.format = format
    hasCarriageReturns = survey.hasCarriageReturns
    hasNULs = survey.hasNULs
    headers = JrnlHeaders(of: survey, format: format, givenDay: givenDay)
  }

  /// Hands over each entry and returns the report.
  mutating func read<Failure: Error>(
    _ bytes: Span<UInt8>, _ body: (ImportedEntry) throws(Failure) -> Void
  ) throws(Failure) -> ImportReport {
    noteWholeSource()
    let list = headers.headers
    let firstDate = list.lazy.compactMap { [headers] in headers.date(of: $0) }.first
    var lastDate = firstDate ?? undated
    try readPreamble(bytes, upTo: list.first?.line.offset ?? bytes.count, firstDate, body)
    for (index, header) in list.enumerated() {
      let end = index + 1 < list.count ? list[index + 1].line.offset : bytes.count
      if let date = headers.date(of: header) {
        lastDate = date
        try readEntry(bytes, header, dated: date, upTo: end, body)
      } else {
        try readUndatable(bytes, header, dated: lastDate, upTo: end, body)
      }
    }
    for lookAlike in headers.lookAlikes {
      let (content, _) = UTF8Repair.text(of: bytes.extracting(lookAlike.content))
      doubt(lookAlike.line, "“\(content)” looks like a header and was kept as text")
    }
    sortDoubts()
    return report
  }

  // MARK: - Records

  private mutating func readEntry<Failure: Error>(
    _ bytes: Span<UInt8>, _ header: JrnlHeaders.Header, dated date: WallClock, upTo end: Int,
    _ body: (ImportedEntry) throws(Failure) -> Void
  ) throws(Failure) {
    let line = header.line.line
    let start = header.line.titleOffset
    let last = textEnd(from: start, to: end, in: bytes)
    let title = titleEnd(from: start, to: last, in: bytes)
    let star = star(ofTitle: start..<title, in: bytes)
    if let reason = reason(of: header.doubt) { doubt(line, reason) }
    if star == .attached {
      doubt(line, "the title ends in “*” without a blank before it: kept as text, not as a star")
    }
    if start == last { doubt(line, "a header without text") }
    var assumed: [Assumption] = []
    if format.isDayFirstAssumed, header.line.stamp.form.order == .yearLast {
      assumed.append(.dayMonthOrder)
    }
    let starred = star == .mark ? titleEndWithoutStar(start..<title, in: bytes)..<title : nil
    let text = text(bytes, in: start..<last, without: starred, line: line, &assumed)
    try handOver(
      text: text, date: date, ownDate: date, isStarred: star == .mark, line: line,
      assumed: assumed, body)
  }

  /// Reads an entry whose date is impossible; its header line is kept as its first.
  private mutating func readUndatable<Failure: Error>(
    _ bytes: Span<UInt8>, _ header: JrnlHeaders.Header, dated date: WallClock?, upTo end: Int,
    _ body: (ImportedEntry) throws(Failure) -> Void
  ) throws(Failure) {
    let (written, _) = UTF8Repair.text(
      of: bytes.extracting(header.line.dateOffset..<header.line.dateEnd))
    let line = header.line.line
    let what = "“\(written)” is no date and time that calendar and clock have"
    guard let date else { return leave(line, "\(what), and no other header dates it") }
    doubt(line, "\(what): kept with its header as an entry of \(date), like its neighbour")
    var assumed: [Assumption] = [.date]
    let start = afterMark(header.line.offset, in: bytes)
    let last = textEnd(from: start, to: end, in: bytes)
    let text = text(bytes, in: start..<last, without: nil, line: line, &assumed)
    try handOver(
      text: text, date: date, ownDate: nil, isStarred: false, line: line, assumed: assumed, body)
  }

  /// Reads what stands before the first header.
  private mutating func readPreamble<Failure: Error>(
    _ bytes: Span<UInt8>, upTo end: Int, _ firstDate: WallClock?,
    _ body: (ImportedEntry) throws(Failure) -> Void
  ) throws(Failure) {
    var start = source.start
    var line = 1
    var place = start
    while place < end, isBlankOrLineEnd(bytes[place]) {
      if JrnlLine.isLineEnd(bytes[place]) {
        let isPair =
          bytes[place] == UInt8(ascii: "\r") && place + 1 < end
          && bytes[place + 1] == UInt8(ascii: "\n")
        if isPair { place += 1 }
        line += 1
        start = place + 1
      }
      place += 1
    }
    guard place < end else { return }
    guard let date = undated ?? firstDate else {
      return leave(
        line,
        JrnlText.isEncrypted(bytes)
          ? "a journal that jrnl encrypted: let jrnl read it, as by "
            + "“jrnl --format text | daybook import --as jrnl -”"
          : "text without a date: no line is a header that jrnl writes")
    }
    doubt(line, "text before the first header: kept as an entry of \(date)")
    var assumed: [Assumption] = [.date]
    let text = text(
      bytes, in: start..<textEnd(from: start, to: end, in: bytes), without: nil, line: line,
      &assumed)
    try handOver(
      text: text, date: date, ownDate: nil, isStarred: false, line: line, assumed: assumed, body)
  }

  private mutating func handOver<Failure: Error>(
    text: String, date: WallClock, ownDate: WallClock?, isStarred: Bool, line: Int,
    assumed: [Assumption], _ body: (ImportedEntry) throws(Failure) -> Void
  ) throws(Failure) {
    report.read += 1
    try body(
      ImportedEntry(
        text: text, time: .clock(date, zone: nil), isStarred: isStarred,
        place: SourcePlace(path: path, line: line), assumed: assumed,
        importKey: keys.key(date: ownDate, text: text)))
  }

  // MARK: - Text

  /// The text of a range whose line ends are line feeds, without the bytes of a star.
  private mutating func text(
    _ bytes: Span<UInt8>, in range: Range<Int>, without star: Range<Int>?, line: Int,
    _ assumed: inout [Assumption]
  ) -> String {
    let decoded: (text: String, repair: UTF8Repair?)
    if hasCarriageReturns || star != nil {
      scratch.removeAll(keepingCapacity: true)
      scratch.reserveCapacity(range.count)
      appendLines(range.lowerBound..<(star?.lowerBound ?? range.upperBound), in: bytes)
      if let star { appendLines(star.upperBound..<range.upperBound, in: bytes) }
      decoded = UTF8Repair.text(of: scratch.span)
    } else {
      decoded = UTF8Repair.text(of: bytes.extracting(range))
    }
    if let repair = decoded.repair {
      assumed.append(.encoding)
      doubt(line + repair.linesBefore, "\(repair)")
    }
    if hasNULs {
      let count = decoded.text.utf8.count { $0 == 0 }
      if count > 0 { doubt(line, "NUL characters, kept in the text: \(count)") }
    }
    return decoded.text
  }

  private mutating func appendLines(_ range: Range<Int>, in bytes: Span<UInt8>) {
    let lineFeed = UInt8(ascii: "\n")
    for place in range {
      let byte = bytes[place]
      if byte != UInt8(ascii: "\r") {
        scratch.append(byte)
      } else if place + 1 == range.upperBound || bytes[place + 1] != lineFeed {
        scratch.append(lineFeed)
      }
    }
  }

  /// Where text ends that runs up to `end`, without the blank lines that part it from what follows.
  private func textEnd(from start: Int, to end: Int, in bytes: Span<UInt8>) -> Int {
    var last = end
    while last > start, isBlankOrLineEnd(bytes[last - 1]) { last -= 1 }
    guard last > start else { return start }
    // The blanks at the end of the last line are its own.
    while last < end, JrnlLine.isBlank(bytes[last]) { last += 1 }
    return last
  }

  private func titleEnd(from start: Int, to end: Int, in bytes: Span<UInt8>) -> Int {
    var place = start
    while place < end, !JrnlLine.isLineEnd(bytes[place]) { place += 1 }
    return place
  }

  private enum Star {
    case none
    case mark
    case attached
  }

  private func star(ofTitle title: Range<Int>, in bytes: Span<UInt8>) -> Star {
    let last = endWithoutBlanks(title, in: bytes)
    guard last > title.lowerBound, bytes[last - 1] == UInt8(ascii: "*") else { return .none }
    let isAlone = last - 1 == title.lowerBound || JrnlLine.isBlank(bytes[last - 2])
    return isAlone ? .mark : .attached
  }

  private func titleEndWithoutStar(_ title: Range<Int>, in bytes: Span<UInt8>) -> Int {
    max(title.lowerBound, endWithoutBlanks(title, in: bytes) - 2)
  }

  private func endWithoutBlanks(_ range: Range<Int>, in bytes: Span<UInt8>) -> Int {
    var last = range.upperBound
    while last > range.lowerBound, JrnlLine.isBlank(bytes[last - 1]) { last -= 1 }
    return last
  }

  private func isBlankOrLineEnd(_ byte: UInt8) -> Bool {
    JrnlLine.isBlank(byte) || JrnlLine.isLineEnd(byte)
  }

  private func afterMark(_ offset: Int, in bytes: Span<UInt8>) -> Int {
    bytes[offset] == 0xEF ? offset + 3 : offset
  }

  // MARK: - Notes

  private mutating func noteWholeSource() {
    let place = SourcePlace(path: path)
    for doubt in source.doubts {
      report.doubtful.append(ImportReport.Note(place: place, reason: doubt))
    }
    if format.isDayFirstAssumed {
      let order = format.isDayFirst ? "day before month" : "month before day"
      report.doubtful.append(
        ImportReport.Note(
          place: place, reason: "no date tells day from month; all were read with the \(order)"))
    }
  }

  private func reason(of doubt: JrnlHeaders.Doubt?) -> String? {
    switch doubt {
    case nil: nil
    case .lacksBlank: "no blank follows the bracket; read as a header"
    case .isNotSeparated: "no blank line stands before it; read as a header"
    case .hasNoTime: "a header without a time, unlike the others; read as an entry of the whole day"
    case .isOfAnotherDay: "the header names another day than the file, whose day was taken"
    }
  }

  private mutating func doubt(_ line: Int, _ reason: String) {
    report.doubtful.append(
      ImportReport.Note(place: SourcePlace(path: path, line: line), reason: reason))
  }

  private mutating func leave(_ line: Int, _ reason: String) {
    report.read += 1
    report.left.append(
      ImportReport.Note(place: SourcePlace(path: path, line: line), reason: reason))
  }

  /// Orders doubts by line; those of one line stay as they are.
  private mutating func sortDoubts() {
    report.doubtful = report.doubtful.enumerated().sorted { first, second in
      (first.element.place.line ?? 0, first.offset) < (
        second.element.place.line ?? 0, second.offset
      )
    }.map(\.element)
  }
}
