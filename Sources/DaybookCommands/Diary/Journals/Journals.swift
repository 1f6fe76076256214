import CommandLineKit
import Daybook
import JSON

/// Lists the journals that can be called by a name.
struct Journals: Command {
  static let name = "journals"
  static let summary = "Lists your journals"
  static let discussion = """
    Those are listed that lie beside the default one and are called by a name alone, and the one that \
    is in use, wherever it lies. A journal is made by the first entry: daybook --journal work add …
    """
  static let examples = [
    Example("daybook journals", "their names, entries and sizes"),
    Example("daybook journals --format jsonl", "for a script"),
  ]
  static let parameters: [Parameter<Self>] = []

  /// What is known of a journal.
  private struct Item {
    var name: String
    var path: String
    var isInUse: Bool
    var entries: Int?
    var bytes: UInt64?
    var last: Moment?
    /// Why it cannot be read.
    var fault: String?
  }

  func run(in session: Session) throws -> ExitCode {
    let items = try items(in: session)
    if session.isQuiet {
      for item in items { try session.console.writeLine(item.name) }
    } else if session.format.isMachine {
      try writeMachine(items, session)
    } else {
      try writeText(items, session)
    }
    return items.contains { $0.fault != nil } ? .found : .done
  }

  private func items(in session: Session) throws -> [Item] {
    let current = try session.journalPath()
    var items: [Item] = []
    for name in session.journalNames {
      items.append(item(name, try session.journalPath(named: name), current, session))
    }
    if !items.contains(where: \.isInUse), try Files.status(of: current)?.isDirectory == true {
      items.append(item(current, current, current, session))
    }
    return items
  }

  private func item(
    _ name: String, _ path: String, _ current: String, _ session: Session
  ) -> Item {
    let place = { (path: String) in (try? Files.status(of: path)).flatMap { $0 }.map(\.inode) }
    var item = Item(name: name, path: path, isInUse: place(path) == place(current))
    do {
      let journal = try Journal.open(
        at: path, session.readingOptions(of: path, readsAhead: false))
      try journal.read { snapshot in
        let view = try snapshot.view(ViewDefinition.byDayName)
        item.entries = try snapshot.rowCount(of: view)
        let first = try snapshot.page(of: view, limit: 1).sections.first?.rows.first
        item.last = try first.flatMap { try snapshot.record($0)?.creationTime }
      }
      item.bytes = UInt64(clamping: try journal.information().bytes)
    } catch {
      item.fault = CommandFailure(error).description
    }
    return item
  }

  private func writeText(_ items: [Item], _ session: Session) throws {
    let console = session.console
    let style = console.style
    if items.isEmpty {
      return session.note("there is no journal yet; 'daybook add' makes one")
    }
    let width = items.map(\.name.terminalSafe.displayWidth).max() ?? 0
    let counts = items.map { RowOperations.count($0.entries ?? 0, "entry", plural: "entries") }
    let countWidth = counts.map(\.displayWidth).max() ?? 0
    for (item, count) in zip(items, counts) {
      let mark = item.isInUse ? style.green("*") : " "
      let name = item.name.terminalSafe.padded(toWidth: width)
      if let fault = item.fault {
        try console.writeLine("\(mark) \(name)  \(style.red(fault))")
        continue
      }
      var line = "\(mark) \(item.isInUse ? style.bold(name) : name)  "
      line += count.padded(toWidth: countWidth)
      let size = item.bytes?.byteText ?? ""
      line += "  \(item.last == nil ? size : size.padded(toWidth: 9))"
      if let last = item.last {
        line += "  \(style.dim("last \(session.dates.day(last.dayText))"))"
      }
      try console.writeLine(line)
    }
  }

  private func writeMachine(_ items: [Item], _ session: Session) throws {
    var writer = JSONWriter()
    let isDocument = session.format == .json
    if isDocument {
      writer.beginObject()
      writer.member("journals")
      writer.beginArray()
    }
    for item in items {
      writer.beginObject()
      writer.member("name", item.name)
      writer.member("path", item.path)
      writer.member("inUse", item.isInUse)
      writer.member(ifPresent: "entries", item.entries)
      writer.member(ifPresent: "bytes", item.bytes)
      writer.member(ifPresent: "last", item.last?.rfc3339)
      writer.member(ifPresent: "fault", item.fault)
      writer.endObject()
      if !isDocument { writer.endLine() }
    }
    if isDocument {
      writer.endArray()
      writer.endObject()
      writer.endLine()
    }
    try session.console.write(bytes: writer.bytes)
  }
}

extension Session {
  /// The names of the journals beside the default one, in byte order.
  ///
  /// A directory that holds no journal is none.
  var journalNames: [String] {
    guard let directory = try? dataDirectory(),
      let names = try? Files.names(in: directory)
    else { return [] }
    return names.filter { name in
      !name.hasPrefix(".") && JournalDirectory("\(directory)/\(name)").holdsJournal
    }
  }
}
