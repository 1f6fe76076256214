import Interchange
import TestSupport
import Testing

@Suite struct JrnlTextTests {
  // MARK: - Text

  @Test func `text is the title and the body as they stand`() {
    let reading = Reading(
      """
      [2024-05-01 07:30] Up early
          indented, with C:\\new\\notes

      a paragraph  \ntrailing blanks above


      [2024-05-02 09:00]   three blanks

      body after a blank line
      """)
    #expect(
      reading.texts == [
        "Up early\n    indented, with C:\\new\\notes\n\na paragraph  \ntrailing blanks above",
        "  three blanks\n\nbody after a blank line",
      ])
    #expect(reading.dates == ["2024-05-01T07:30", "2024-05-02T09:00"])
    #expect(reading.entries.map(\.place.description) == ["journal.txt:1", "journal.txt:8"])
    #expect(reading.report == report(read: 2))
  }

  @Test func `a text of nothing is no record`() {
    for text in ["", "\n", " \n\t\r\n", "\u{FEFF}", "\u{FEFF}\n"] {
      let reading = Reading(text)
      #expect(reading.entries.isEmpty)
      #expect(reading.report == ImportReport())
    }
  }

  @Test func `a header without text is an entry and doubtful`() {
    let reading = Reading("[2024-05-01 07:30] \n\n[2024-05-02 07:30] x\n\n[2024-05-03 07:30]   \n")
    #expect(reading.texts == ["", "x", ""])
    #expect(reading.doubtfulLines == [1, 5])
  }

  @Test func `equal entries and equal minutes keep the order of the file`() {
    let reading = Reading(
      "[2019-08-24 20:30] B\n\n[2019-08-24 20:30] A\n\n[2019-08-23 20:30] before\n\n"
        + "[2019-08-24 20:30] same\ntext\n\n[2019-08-24 20:30] same\ntext\n\n[2019-08-24 20:30] C\n"
    )
    #expect(reading.texts == ["B", "A", "before", "same\ntext", "same\ntext", "C"])
    #expect(Set(reading.keys).count == 6)
    #expect(reading.report == report(read: 6))
  }

  @Test(arguments: [
    ("[2021-01-01 10:00] One\r\nbody\r\n\r\n[2021-01-02 10:00] Two\r\nbody\r\n", [1, 4]),
    ("[2021-01-01 10:00] One\rbody\r\r[2021-01-02 10:00] Two\rbody\r", [1, 4]),
    ("[2021-01-01 10:00] One\r\nbody\n\r\n[2021-01-02 10:00] Two\rbody\n", [1, 4]),
    ("[2021-01-01 10:00] One\nbody\n\r\r\n[2021-01-02 10:00] Two\r\nbody", [1, 5]),
  ])
  func `line ends become line feeds`(text: String, lines: [Int]) {
    let reading = Reading(text)
    #expect(reading.texts == ["One\nbody", "Two\nbody"])
    #expect(reading.entries.map(\.place.line) == lines)
    #expect(reading.report == report(read: 2))
  }

  @Test func `other separators end no line`() {
    let body =
      "first\u{2028}[2021-01-09 10:00] no\u{2029}[2021-01-10 10:00] no\u{85}[2021-01-11 10:00] no"
      + "\u{B}[2021-01-12 10:00] no\u{C}[2021-01-13 10:00] no"
    let reading = Reading("[2021-01-01 10:00] One\n\(body)\n")
    #expect(reading.texts == ["One\n\(body)"])
    #expect(reading.report == report(read: 1))
  }

  @Test func `joiners, marks and directions stay as they are, to the byte`() {
    let titles = [
      "👩‍👩‍👦 picnic 🏳️‍🌈 🇪🇺! 👍🏽", "יום טוב — שלום", "Z͑ͫ̓a cafe\u{301}", "lone \u{200D} joiner",
      "\u{202E}evil\u{202C} ok",
    ]
    let text = titles.enumerated().map { "[2024-06-0\($0.offset + 1) 10:00] \($0.element)\nx\n" }
      .joined(separator: "\n")
    let reading = Reading(text)
    #expect(reading.texts.map { Array($0.utf8) } == titles.map { Array("\($0)\nx".utf8) })
  }

  // MARK: - Stars

  @Test(arguments: [
    ("Plain", "Plain", false, false), ("Marked *", "Marked", true, false),
    ("Blanks behind * \t", "Blanks behind", true, false),
    ("We rated it 5*", "We rated it 5*", false, true),
    ("**bold**", "**bold**", false, true), ("*", "", true, false), ("two  *", "two ", true, false),
    ("* item", "* item", false, false), ("5* *", "5*", true, false),
  ])
  func `a star is the last word of the title`(
    title: String, text: String, isStarred: Bool, isDoubtful: Bool
  ) {
    let reading = Reading("[2024-05-01 07:30] \(title)\nbody *\n")
    #expect(reading.texts == ["\(text)\nbody *"])
    #expect(reading.entries.map(\.isStarred) == [isStarred])
    #expect(reading.report.doubtful.isEmpty == !isDoubtful)
  }

  @Test func `a star alone behind the bracket is a star`() {
    let reading = Reading("[2024-05-01 07:30]*\nbody\n")
    #expect(reading.texts == ["\nbody"])
    #expect(reading.entries.map(\.isStarred) == [true])
  }

  @Test func `a star in a file of CR LF is found`() {
    let reading = Reading("[2024-05-01 07:30] Marked *\r\nbody\r\n")
    #expect(reading.texts == ["Marked\nbody"])
    #expect(reading.entries[0].isStarred)
  }

  // MARK: - What stands before the first header

  @Test func `undated text before the first header becomes an entry of the first date`() {
    let reading = Reading(
      "\n[2017]\nWill, draft\n\ncall about the roof\n\n[2019-04-22 23:50] Late\nwords\n")
    #expect(reading.texts == ["[2017]\nWill, draft\n\ncall about the roof", "Late\nwords"])
    #expect(reading.dates == ["2019-04-22T23:50", "2019-04-22T23:50"])
    #expect(reading.entries.map(\.assumed) == [[.date], []])
    #expect(reading.entries.map(\.place.line) == [2, 7])
    #expect(reading.report.read == 2)
    #expect(reading.doubtfulLines == [2])
  }

  @Test func `the caller may date what is undated`() {
    let day = WallClock(year: 2000, month: 1, day: 2)
    let reading = Reading("loose\n\n[2019-04-22 23:50] Late\n", undated: day)
    #expect(reading.dates == ["2000-01-02", "2019-04-22T23:50"])
    #expect(Reading("loose\n", undated: day).texts == ["loose"])
  }

  @Test func `a file without headers is left, not stored as one entry`() {
    let reading = Reading("a letter\n\n[x] done\n[Tuesday] lunch\n")
    #expect(reading.entries.isEmpty)
    #expect(reading.report.read == 1)
    #expect(reading.report.left.map(\.place.description) == ["journal.txt:1"])
    #expect(reading.report.handedOver == 0)
  }

  @Test func `an encrypted journal is left with what to do`() {
    for start in ["gAAAAABk", "JRNLv3\u{0}\u{1c}"] {
      let reading = Reading("\(start)abc")
      #expect(reading.entries.isEmpty)
      #expect(reading.report.left.count { $0.reason.contains("jrnl --format text") } == 1)
    }
  }

  // MARK: - Impossible dates

  @Test func `dates that do not exist are neither mended nor lost`() {
    let headers = [
      "2020-02-29 08:00", "2000-02-29 08:00", "2019-02-29 08:00", "1900-02-29 08:00",
      "2020-08-32 08:00", "2021-13-01 08:00", "2021-03-01 24:00", "2016-12-31 23:59:60",
      "2021-03-01 09:60", "0000-03-01 09:00", "2021-00-01 09:00", "2021-01-00 09:00",
    ]
    let reading = Reading(
      headers.enumerated().map { "[\($0.element)] e\($0.offset)\nbody \($0.offset)\n\n" }.joined())
    #expect(
      reading.dates
        == ["2020-02-29T08:00"] + Array(repeating: "2000-02-29T08:00", count: headers.count - 1))
    #expect(reading.texts.prefix(2) == ["e0\nbody 0", "e1\nbody 1"])
    for (index, header) in headers.enumerated().dropFirst(2) {
      #expect(reading.texts[index] == "[\(header)] e\(index)\nbody \(index)")
      #expect(reading.entries[index].assumed == [.date])
    }
    #expect(reading.doubtfulLines == (2..<headers.count).map { 1 + 3 * $0 })
    #expect(reading.report.read == headers.count)
    #expect(reading.report.left.isEmpty)
  }

  @Test func `an impossible date at the start takes the next date, and without any is left`() {
    let reading = Reading("\u{FEFF}[2019-02-29 08:00] a *\n\n[2019-03-01 08:00] b\n")
    #expect(reading.dates == ["2019-03-01T08:00", "2019-03-01T08:00"])
    #expect(reading.texts == ["[2019-02-29 08:00] a *", "b"])
    let lonely = Reading("[2019-02-29 08:00] a\n\n[2019-02-30 08:00] b\n")
    #expect(lonely.entries.isEmpty)
    #expect(lonely.report.read == 2)
    #expect(lonely.report.left.map(\.place.line) == [1, 3])
  }

  @Test func `far years are kept`() {
    let dates = [
      "1969-12-31T23:59", "1970-01-01T00:00", "1898-08-01T10:00", "1900-02-28T12:00",
      "0099-05-05T12:00", "2038-01-19T03:14:08", "2106-02-07T06:28:16", "9999-12-31T23:59",
    ]
    let text = dates.map { "[\($0.split(separator: "T").joined(separator: " "))] x\ny\n\n" }
      .joined()
    #expect(Reading(text).dates == dates)
    #expect(Reading(text).report == report(read: dates.count))
  }

  // MARK: - Encodings

  @Test func `files of every encoding give the same entries`() {
    let text =
      "[2023-03-03 08:00] Käffchen\nmit Öl und Essig – fertig\n\n[2023-03-04 08:00] Zweiter\nTag 🙂\n"
    let expected = Reading(text)
    #expect(expected.texts == ["Käffchen\nmit Öl und Essig – fertig", "Zweiter\nTag 🙂"])
    for isLittle in [true, false] {
      for mark in [true, false] {
        let reading = Reading(SourceTextTests.utf16(text.utf16, isLittle: isLittle, mark: mark))
        #expect(reading.entries == expected.entries)
        #expect(reading.report.doubtful.count == (mark ? 0 : 1))
      }
      #expect(Reading(SourceTextTests.utf32(text, isLittle: isLittle)).entries == expected.entries)
    }
    let marked = Reading([0xEF, 0xBB, 0xBF] + Array(text.utf8))
    #expect(marked.entries == expected.entries)
    #expect(marked.report == report(read: 2))
  }

  @Test func `a bad byte is the matter of one record`() {
    let bytes =
      Array("[2023-03-03 08:00] Käse\nx\n\n[2023-03-04 08:00] title\nCaf".utf8) + [0xE9]
      + Array("\n\n[2023-03-05 08:00] – last\n".utf8)
    let reading = Reading(bytes)
    #expect(reading.texts == ["Käse\nx", "title\nCafé", "– last"])
    #expect(reading.entries.map(\.assumed) == [[], [.encoding], []])
    #expect(reading.doubts == ["5: bytes that are no UTF-8, read as Windows-1252: 1"])
  }

  @Test func `NULs are kept and said`() {
    let reading = Reading("[2023-03-03 08:00] a\0b\n\n[2023-03-04 08:00] c\n")
    #expect(reading.texts == ["a\0b", "c"])
    #expect(reading.doubtfulLines == [1])
  }

  @Test func `files joined by hand have a mark in their midst`() {
    let reading = Reading("\u{FEFF}[2023-03-03 08:00] a\n\n\u{FEFF}[2023-03-04 08:00] b\n")
    #expect(reading.texts == ["a", "b"])
    #expect(reading.report == report(read: 2))
  }

  // MARK: - Size

  @Test(.timeLimit(.minutes(1)))
  func `long lines cost what their length costs`() {
    let long = String(repeating: "x", count: 1 << 20)
    let tags = (1...200_000).map { "@tag\($0)" }.joined(separator: " ")
    let brackets = String(repeating: "[", count: 1 << 20)
    let open = String(repeating: "[2024-11-11 11:11\n", count: 50_000)
    let reading = Reading(
      "[2024-11-11 11:11] \(long) needle\nbody\n\n[2024-11-11 11:12] tags\n\(tags)\n\n"
        + "[2024-11-11 11:13] \(brackets)\n\(open)")
    #expect(reading.texts[0] == "\(long) needle\nbody")
    #expect(reading.texts[1] == "tags\n\(tags)")
    #expect(reading.texts[2] == "\(brackets)\n\(open)".dropLast())
    #expect(reading.report == report(read: 3))
  }

  @Test(.timeLimit(.minutes(1)))
  func `many entries are read in order`() {
    var text = ""
    for index in 0..<20_000 {
      text += "[\(1964 + index / 336)-\(1 + index / 28 % 12)-\(1 + index % 28) \(index % 24):"
      text += "\(10 + index % 50)] Entry \(index)\nline\nneedle-\(index) @t\(index % 97)\n\n"
    }
    let reading = Reading(text)
    #expect(reading.report == report(read: 20_000))
    for index in stride(from: 0, to: 20_000, by: 997) {
      #expect(
        reading.texts[index] == "Entry \(index)\nline\nneedle-\(index) @t\(index % 97)")
      #expect(reading.entries[index].place.line == 1 + 4 * index)
    }
    #expect(Set(reading.keys).count == 20_000)
  }

  @Test func `what the taker throws ends the reading`() {
    struct Enough: Error {}
    var taken = 0
    let text = "[2023-03-03 08:00] a\n\n[2023-03-04 08:00] b\n\n[2023-03-05 08:00] c\n"
    #expect(throws: Enough.self) {
      _ = try JrnlText.read(Array(text.utf8).span, path: "x") { _ throws(Enough) in
        taken += 1
        if taken == 2 { throw Enough() }
      }
    }
    #expect(taken == 2)
  }

  // MARK: - Laws

  /// Lines of all kinds, in any order: each source line is found again in the entry that covers it, and
  /// what no entry covers is blank.
  @Test(arguments: UInt64(1)...60)
  func `no line is lost and none is invented`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<30 {
      let lines = (0..<random.below(30)).map { _ in Self.line(&random) }
      let ends = ["\n", "\r\n", "\r"]
      let source = lines.map { $0 + ends[random.below(3)] }.joined()
      // A bare CR before an LF would be one line end; the oracle below reads the text as it is.
      let oracle = Self.lines(of: source)
      let reading = Reading(source, undated: WallClock(year: 2001, month: 2, day: 3))
      #expect(reading.report.left.isEmpty)
      #expect(reading.report.read == reading.entries.count)
      var covered = Set<Int>()
      for entry in reading.entries {
        guard let line = entry.place.line else {
          Issue.record("an entry without a line")
          continue
        }
        let text = entry.text.split(separator: "\n", omittingEmptySubsequences: false)
        for (offset, part) in text.enumerated() {
          #expect(covered.insert(line + offset).inserted)
          let whole = oracle[line + offset - 1]
          if offset > 0 || entry.assumed.contains(.date) {
            #expect(whole == String(part))
          } else {
            #expect(
              Self.trimmed(whole).hasSuffix(Self.trimmed(part + (entry.isStarred ? " *" : ""))))
          }
        }
      }
      for (index, line) in oracle.enumerated() where !covered.contains(index + 1) {
        #expect(Self.trimmed(line).isEmpty)
      }
    }
  }

  /// Bytes of all kinds: nothing crashes, and the counts add up.
  @Test(arguments: UInt64(1)...60)
  func `any bytes are read`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let pieces =
      ["[", "]", "2020", "-", "01", "/", ".", ":", "10", " ", "\n", "\r", "AM", "T", "+", "*"]
      .map { Array($0.utf8) } + [
        [0], [0xFF], [0xFE], [0xEF, 0xBB, 0xBF], [0xE2, 0x80, 0xAF], [0xD8],
      ]
    for _ in 0..<300 {
      let bytes = (0..<random.below(60)).flatMap { _ in pieces[random.below(pieces.count)] }
      let reading = Reading(bytes)
      #expect(reading.report.read == reading.entries.count + reading.report.left.count)
      #expect(reading.entries.allSatisfy { $0.date.isValid })
      #expect(Set(reading.keys).count == reading.entries.count)
    }
  }

  static func line(_ random: inout SplitMix64) -> String {
    let lines = [
      "", "", "", " ", "\t", "words", "  indented words  ", "[x] done", "[Tuesday] lunch", "*",
      "title *",
      "[2020-01-01 10:00] quoted", "[2020-01-01] day", "[10.20.30] ver", "2020-01-01 10:00 bare",
      "2020-01-01 was a Wednesday", "[2019-02-29 10:00] never", "[01.02.2020 10:00] numbers",
      "[10:00] time", "[2020-01-01 10:00]no blank", "[2020-01-01 10:00](link)",
      "[2020-01-01 10:00]",
      "\u{2028}[2020-01-01 10:00] no line",
    ]
    if random.below(3) == 0 {
      return "[20\(10 + random.below(30))-0\(1 + random.below(9))-1\(random.below(10)) "
        + "1\(random.below(10)):\(10 + random.below(50))] entry"
        + ["", " *", "5*"][random.below(3)]
    }
    return lines[random.below(lines.count)]
  }

  static func lines(of text: String) -> [String] {
    var lines: [[UInt8]] = [[]]
    var isAfterReturn = false
    for byte in text.utf8 {
      if byte == 13 || (byte == 10 && !isAfterReturn) {
        lines.append([])
      } else if byte != 10 {
        lines[lines.count - 1].append(byte)
      }
      isAfterReturn = byte == 13
    }
    return lines.map { String(decoding: $0, as: UTF8.self) }
  }

  static func trimmed(_ text: some StringProtocol) -> String {
    var bytes = Array(text.utf8)
    while let last = bytes.last, last == 32 || last == 9 { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func report(read: Int) -> ImportReport {
    var report = ImportReport()
    report.read = read
    return report
  }
}
