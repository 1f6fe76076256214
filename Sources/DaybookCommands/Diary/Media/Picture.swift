import CommandLineKit
import Daybook
import MerkleTree
import Pictures

/// A medium that a terminal may be able to draw.
struct Picture {
  private let content: ContentReference
  private let mimeType: String
  private let width: Int?

  /// The most bytes that are sent to a terminal for one picture.
  private static let limitBytes: UInt64 = 16 << 20

  /// Takes the picture of a medium; nil where it is none, or too large.
  init?(_ medium: Record) {
    guard case .string(let mimeType)? = medium.values["mimeType"],
      let content = medium.mediumContent, content.size <= Self.limitBytes
    else { return nil }
    self.content = content
    self.mimeType = mimeType
    if case .int(let width)? = medium.values["width"] {
      self.width = Int(width)
    } else {
      width = nil
    }
  }

  /// Draws it where the terminal can; else nothing is written, since name, type and size have been.
  func draw(from snapshot: borrowing Snapshot, in session: Session) throws {
    guard let terminal = session.console.pictures, terminal.draws(mimeType) else { return }
    let bytes = try snapshot.bytes(of: content, from: 0, count: Int(content.size))
    // What is damaged is told by the audit, and is not shown to a terminal.
    guard bytes.count == Int(content.size), SHA256.digest(of: bytes).bytes == content.digest else {
      return
    }
    // A cell is about eight pixels wide; a picture that is wider than the terminal is made to fit.
    let columns = min(session.console.width, 100)
    if terminal == .sixel {
      guard let bitmap = Bitmap(png: bytes) else { return }
      // Sixels are pixels: a picture fills no more than most of a screen.
      let fitted = bitmap.fitted(
        intoWidth: columns * 8, height: max(6, session.console.height - 6) * 16)
      return try session.console.writeLine(fitted.sixels)
    }
    let isWide = width.map { $0 / 8 > columns } ?? true
    let sequence = terminal.sequence(
      base64: Base64.encode(bytes), byteCount: bytes.count, columns: isWide ? columns : nil)
    if let sequence { try session.console.write(sequence) }
  }
}
