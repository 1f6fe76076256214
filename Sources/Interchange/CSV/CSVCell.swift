/// Cells that a spreadsheet takes for text, whatever they begin with.
///
/// A cell that begins with `=`, `+`, `-`, `@`, a tab or a carriage return is a formula to it, and may run
/// commands. A quote before it says that it is text; and so that it can be taken off again, a cell
/// that begins with a quote and what looks guarded gets one too.
enum CSVCell {
  static let guardSign = UInt8(ascii: "'")

  static func isFormulaSign(_ byte: UInt8) -> Bool {
    "=+-@\t\r".utf8.contains(byte)
  }

  /// Appends a cell of text.
  static func append(_ text: String, to output: inout [UInt8]) {
    let bytes = text.utf8
    let first = bytes.first
    let isGuarded =
      first.map { first in
        isFormulaSign(first)
          || first == guardSign
            && (bytes.dropFirst().first.map { $0 == guardSign || isFormulaSign($0) } ?? false)
      } ?? false
    let isQuoted =
      isGuarded
      || bytes.contains {
        $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ";") || $0 < 0x20
      } || first == 0x20 || bytes.last == 0x20
    guard isQuoted else {
      output += bytes
      return
    }
    output.append(UInt8(ascii: "\""))
    if isGuarded { output.append(guardSign) }
    for byte in bytes {
      if byte == UInt8(ascii: "\"") { output.append(byte) }
      output.append(byte)
    }
    output.append(UInt8(ascii: "\""))
  }
}
