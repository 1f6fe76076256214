internal import Daybook
public import Model

/// Writes a diary as a page that any browser shows, now and in twenty years: it loads nothing, and reads
/// without scripts.
///
/// Entries stand in sections by year and month, from old to new, below a calendar of the year in which days
/// that have more are darker. Media are in the page, or, in a folder, beside it. Where scripts run, entries can
/// be searched.
public struct HTMLWriter: EntryWriter {
  /// What must be known before the first entry.
  public struct Overview: Sendable {
    /// How many entries each day has, by its text, `2026-11-30`.
    public var days: [String: Int] = [:]
    /// How many entries each tag has.
    public var tags: [String: Int] = [:]

    /// Of no entries.
    public init() {}

    /// Counts an entry.
    ///
    /// - Parameter entry: The entry.
    public mutating func add(_ entry: ExportedEntry) {
      days[RFC3339Parts(entry.time).date, default: 0] += 1
      for tag in entry.tags { tags[tag, default: 0] += 1 }
    }
  }

  /// What the format could not say so far.
  public private(set) var losses = ExportLosses()
  private let title: String
  private let overview: Overview
  private var hasBegun = false
  private var year: String?
  private var month: String?
  private var day: String?
  /// The media to be written beside the page, each once.
  private var media: [String: ContentReference] = [:]

  /// Media beyond this are not put into a page.
  private static let embeddedByteCount: UInt64 = 64 << 20

  /// Begins a page.
  ///
  /// - Parameters:
  ///   - title: What it is called.
  ///   - overview: What is to come.
  public init(title: String, overview: Overview) {
    self.title = title
    self.overview = overview
  }

  /// Writes an entry behind those before it; false where the format cannot hold it.
  ///
  /// - Parameters:
  ///   - entry: The entry.
  ///   - output: Where it goes.
  ///   - content: Reads the contents of its media.
  public mutating func append(
    _ entry: ExportedEntry, to output: any EntryOutput, _ content: ContentReader
  ) throws -> Bool {
    try begin(output)
    losses.add(entry, lacking: [])
    let parts = RFC3339Parts(entry.time)
    try put(opening(of: parts) + head(of: entry, parts) + HTMLText.html(entry.text), output)
    for medium in entry.media { try write(medium, output, content) }
    var html = ""
    let given = entry.givenTags.filter { !entry.text.lowercased().contains($0.lowercased()) }
    if !given.isEmpty {
      html += "<ul class=\"tags\">"
      for tag in given { html += "<li><span class=\"tag\">\(HTMLText.escaped(tag))</span></li>" }
      html += "</ul>\n"
    }
    try put(html + "</article>\n", output)
    return true
  }

  /// Writes what stands behind the last entry.
  ///
  /// - Parameters:
  ///   - output: Where it goes.
  ///   - content: Reads the contents of media.
  public mutating func finish(_ output: any EntryOutput, _ content: ContentReader) throws {
    try begin(output)
    try put((month == nil ? "" : "</section>\n") + (year == nil ? "" : "</section>\n"), output)
    try put(HTMLPage.foot, output)
    for (name, reference) in media.sorted(by: { $0.key < $1.key }) {
      try output.begin("media/\(name)")
      if try !content(reference, { try output.write($0) }) {
        losses.add("contents of media that are not whole in the journal")
      }
    }
  }

  private func put(_ html: String, _ output: any EntryOutput) throws {
    try output.write(Array(html.utf8))
  }

  // MARK: - The page

  private mutating func begin(_ output: any EntryOutput) throws {
    guard !hasBegun else { return }
    hasBegun = true
    if output.isFolder { try output.begin("index.html") }
    let days = overview.days.keys.sorted()
    let count = overview.days.values.reduce(0, +)
    var html = HTMLPage.head(title: title)
    html += "<header>\n<h1>\(HTMLText.escaped(title))</h1>\n<p class=\"sum\">"
    html += count == 1 ? "1 entry" : "\(count) entries"
    if let first = days.first, let last = days.last {
      html += " · \(first)" + (first == last ? "" : " to \(last)")
    }
    html += "</p>\n"
    let years = Set(days.map { Self.year(of: $0) }).sorted()
    if years.count > 1 {
      html += "<nav aria-label=\"Years\">"
      for year in years { html += "<a href=\"#y\(year)\">\(year)</a> " }
      html += "</nav>\n"
    }
    let tags = overview.tags.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    if !tags.isEmpty {
      html += "<details><summary>Tags (\(tags.count))</summary><ul class=\"tags\">"
      for (tag, count) in tags {
        html +=
          "<li><span class=\"tag\">\(HTMLText.escaped(tag))</span> <small>\(count)</small></li>"
      }
      html += "</ul></details>\n"
    }
    html += "</header>\n<form id=\"find\" role=\"search\" hidden><input type=\"search\" name=\"q\" "
    html +=
      "placeholder=\"Search\" aria-label=\"Search\" autocomplete=\"off\"><output></output></form>\n<main>\n"
    try put(html, output)
  }

  /// What stands above an entry that is the first of its year or month.
  private mutating func opening(of parts: RFC3339Parts) -> String {
    var html = ""
    let year = Self.year(of: parts.date)
    let month = String(parts.date.dropLast(3))
    if month != self.month {
      if self.month != nil { html += "</section>\n" }
      if year != self.year {
        if self.year != nil { html += "</section>\n" }
        html += "<section class=\"year\" id=\"y\(year)\">\n<h2>\(year)</h2>\n"
        if let number = Int(year) { html += HTMLCalendar.html(year: number, days: overview.days) }
        self.year = year
      }
      let name = HTMLCalendar.name(ofMonth: Int(month.suffix(2)) ?? 0)
      html += "<section id=\"m\(month)\">\n<h3>\(name) \(year)</h3>\n"
      self.month = month
    }
    return html
  }

  private mutating func head(of entry: ExportedEntry, _ parts: RFC3339Parts) -> String {
    var html = "<article id=\"e\(entry.id)\">\n"
    if parts.date != day {
      html += "<a id=\"d\(parts.date)\"></a>"
      day = parts.date
    }
    html += "<p class=\"when\"><a href=\"#e\(entry.id)\"><time datetime=\"\(parts.date)"
    if !entry.isAllDay { html += "T\(parts.time)\(parts.offset)" }
    html += "\">\(Self.shown(parts.date))"
    if !entry.isAllDay { html += ", \(parts.time.prefix(5))" }
    html += "</time></a>"
    if entry.isStarred { html += " <span class=\"star\" title=\"starred\">★</span>" }
    for name in ["place", "weather"] {
      if let text = entry.string(name) { html += " · \(HTMLText.escaped(text))" }
    }
    if let mood = entry.int("mood") { html += " · mood \(mood)" }
    return html + "</p>\n"
  }

  /// `Mon 30 Nov 2026`.
  private static func shown(_ date: String) -> String {
    let numbers = date.suffix(5).split(separator: "-").compactMap { Int64($0) }
    let year = Self.year(of: date)
    guard numbers.count == 2, let yearNumber = Int64(year) else { return date }
    let names = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    let day = CivilDay(year: yearNumber, month: numbers[0], day: numbers[1])
    let month = HTMLCalendar.name(ofMonth: Int(numbers[0])).prefix(3)
    return "\(names[HTMLCalendar.weekday(day)]) \(numbers[1]) \(month) \(year)"
  }

  private static func year(of date: String) -> String { String(date.dropLast(6)) }

  // MARK: - Media

  /// Types that every browser shows.
  private static let pictures: Set = [
    "image/jpeg", "image/png", "image/gif", "image/webp", "image/avif", "image/svg+xml",
    "image/bmp",
  ]

  private mutating func write(
    _ medium: ExportedMedium, _ output: any EntryOutput, _ content: ContentReader
  ) throws {
    let name = medium.string("caption") ?? medium.string("name") ?? ""
    guard let reference = medium.content, let fileName = medium.fileName else {
      losses.add("media without content")
      return try put(
        "<figure><figcaption>\(HTMLText.escaped(name)) (missing)</figcaption></figure>\n", output)
    }
    guard output.isFolder || reference.size <= Self.embeddedByteCount else {
      losses.add("media of more than 64 MiB, which only a folder can hold")
      return try put(
        "<figure><figcaption>\(HTMLText.escaped(name)) (too large for the page)</figcaption></figure>\n",
        output)
    }
    let (before, after) = Self.element(medium, named: name)
    try put("<figure>\(before)", output)
    if output.isFolder {
      media[fileName] = reference
      try put("media/\(fileName)", output)
    } else {
      try put("data:\(HTMLText.escaped(medium.mimeType));base64,", output)
      try writeBase64(reference, output, content)
    }
    let caption = name.isEmpty ? "" : "<figcaption>\(HTMLText.escaped(name))</figcaption>"
    try put("\(after)\(caption)</figure>\n", output)
  }

  /// What stands before and behind the address of a medium.
  private static func element(
    _ medium: ExportedMedium, named name: String
  ) -> (before: String, after: String) {
    let label = HTMLText.escaped(name)
    switch medium.kind {
    case .image where pictures.contains(medium.mimeType):
      var size = ""
      if let width = medium.int("width"), let height = medium.int("height") {
        size = " width=\"\(width)\" height=\"\(height)\""
      }
      return ("<img alt=\"\(label)\" loading=\"lazy\" decoding=\"async\"\(size) src=\"", "\">")
    case .audio: return ("<audio controls preload=\"none\" src=\"", "\"></audio>")
    case .video: return ("<video controls preload=\"none\" src=\"", "\"></video>")
    default: return ("<a download=\"\(label)\" href=\"", "\">\(label.isEmpty ? "File" : label)</a>")
    }
  }

  private mutating func writeBase64(
    _ reference: ContentReference, _ output: any EntryOutput, _ content: ContentReader
  ) throws {
    // Three bytes make four letters, so that one or two wait for the next chunk.
    var rest: [UInt8] = []
    let isWhole = try content(reference) { bytes in
      rest += bytes
      let count = rest.count / 3 * 3
      try output.write(Array(Base64.encode(Array(rest[..<count])).utf8))
      rest.removeFirst(count)
    }
    try output.write(Array(Base64.encode(rest).utf8))
    if !isWhole { losses.add("contents of media that are not whole in the journal") }
  }
}
