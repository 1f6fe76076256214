/// Reads the rows of a table (RFC 4180), and what spreadsheets make of it: other separators, quotes within
/// cells that are not quoted, any line ends.
struct CSVParser {
  /// A row and where it begins.
  struct Row {
    /// The cells, as they were before they were quoted.
    var cells: [[UInt8]]
    /// The line, from 1.
    var line: Int
    /// Whether the text ends within quotes.
    var isCutOff = false
  }

  /// The byte between cells.
  let separator: UInt8
  private var place: Int
  private var line = 1

  private static let quote = UInt8(ascii: "\"")

  /// Begins at a place.
  init(from start: Int, separator: UInt8) {
    place = start
    self.separator = separator
  }

  /// The next row; nil behind the last.
  ///
  /// A line without anything in it is none.
  mutating func next(in text: Span<UInt8>) -> Row? {
    while place < text.count, text[place] == UInt8(ascii: "\n") || text[place] == UInt8(ascii: "\r")
    {
      endLine(in: text)
    }
    guard place < text.count else { return nil }
    var row = Row(cells: [], line: line)
    while true {
      row.cells.append(cell(in: text, &row.isCutOff))
      guard place < text.count else { return row }
      if text[place] == separator {
        place += 1
        if place == text.count { row.cells.append([]) }
        if place == text.count { return row }
      } else {
        endLine(in: text)
        return row
      }
    }
  }

  private mutating func cell(in text: Span<UInt8>, _ isCutOff: inout Bool) -> [UInt8] {
    var cell: [UInt8] = []
    if place < text.count, text[place] == Self.quote {
      place += 1
      while true {
        guard place < text.count else {
          isCutOff = true
          return cell
        }
        let byte = text[place]
        if byte == Self.quote {
          place += 1
          guard place < text.count, text[place] == Self.quote else { break }
        } else if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
          // Line ends within a cell are line feeds, as in all texts.
          endLine(in: text)
          cell.append(UInt8(ascii: "\n"))
          continue
        }
        cell.append(byte)
        place += 1
      }
    }
    while place < text.count, text[place] != separator, text[place] != UInt8(ascii: "\n"),
      text[place] != UInt8(ascii: "\r")
    {
      cell.append(text[place])
      place += 1
    }
    return cell
  }

  private mutating func endLine(in text: Span<UInt8>) {
    let isPair =
      text[place] == UInt8(ascii: "\r") && place + 1 < text.count
      && text[place + 1] == UInt8(ascii: "\n")
    place += isPair ? 2 : 1
    line += 1
  }
}
