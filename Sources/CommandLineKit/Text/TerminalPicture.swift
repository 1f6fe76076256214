/// A way in which terminals draw pictures between lines of text.
public enum PictureProtocol: Hashable, Sendable {
  /// kitty's, which Ghostty and Konsole speak too: PNG.
  case kitty
  /// The sixels of the VT340, which foot, mlterm, contour and Windows Terminal draw.
  case sixel
  /// iTerm2's, which WezTerm and mintty speak too: whatever the terminal's system can read.
  case iTerm2

  /// The one that a terminal says of itself it speaks; nil: none that is known.
  ///
  /// A multiplexer between the two passes none of them on.
  ///
  /// - Parameter variable: A variable of the environment.
  public init?(variable: (String) -> String?) {
    func has(_ name: String) -> Bool { !(variable(name) ?? "").isEmpty }
    if has("TMUX") || has("STY") { return nil }
    let program = variable("TERM_PROGRAM") ?? ""
    let terminal = variable("TERM") ?? ""
    if has("KITTY_WINDOW_ID") || terminal == "xterm-kitty" || program == "ghostty"
      || terminal == "xterm-ghostty" || has("KONSOLE_VERSION")
    {
      self = .kitty
    } else if program == "iTerm.app" || program == "WezTerm" || program == "mintty"
      || variable("LC_TERMINAL") == "iTerm2"
    {
      self = .iTerm2
    } else if has("WT_SESSION") || terminal.contains("sixel")
      || ["foot", "mlterm", "contour", "yaft"].contains(where: terminal.hasPrefix)
    {
      self = .sixel
    } else {
      return nil
    }
  }

  /// Whether pictures of an IANA media type can be drawn as they are.
  public func draws(_ mimeType: String) -> Bool {
    switch self {
    case .kitty, .sixel: mimeType == "image/png"
    case .iTerm2:
      ["image/png", "image/jpeg", "image/gif", "image/tiff", "image/bmp", "image/webp"]
        .contains(mimeType)
    }
  }

  /// What draws a picture where the cursor stands, and ends the line; nil for sixels, which are made of
  /// pixels and not of a file.
  ///
  /// - Parameters:
  ///   - base64: The content of its file in base 64.
  ///   - byteCount: How many bytes the file has.
  ///   - columns: The columns that it may fill; nil: it is shown in its own size.
  public func sequence(base64: String, byteCount: Int, columns: Int?) -> String? {
    switch self {
    case .sixel: nil
    case .kitty: Self.kitty(base64, columns)
    case .iTerm2:
      "\u{1B}]1337;File=inline=1;size=\(byteCount)"
        + (columns.map { ";width=\($0)" } ?? "") + ";preserveAspectRatio=1:\(base64)\u{7}\n"
    }
  }

  /// Payloads of at most 4096 bytes each; all but the last say that more follows.
  private static func kitty(_ base64: String, _ columns: Int?) -> String {
    var result = ""
    var rest = base64.utf8[...]
    var keys = "a=T,f=100,q=2" + (columns.map { ",c=\($0)" } ?? "") + ","
    repeat {
      let part = rest.prefix(4096)
      rest = rest.dropFirst(part.count)
      result += "\u{1B}_G\(keys)m=\(rest.isEmpty ? 0 : 1);\(Substring(part))\u{1B}\\"
      keys = ""
    } while !rest.isEmpty
    return result + "\n"
  }
}
