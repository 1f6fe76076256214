/// Marks text for a terminal, or leaves it as it is where styling is off.
public struct Style: Hashable, Sendable {
  /// Whether marks are written.
  public let isEnabled: Bool

  /// Makes a style that marks, or does not.
  public init(isEnabled: Bool) {
    self.isEnabled = isEnabled
  }

  /// Bold.
  public func bold(_ text: String) -> String { mark(text, 1, 22) }
  /// Dimmed: what matters less.
  public func dim(_ text: String) -> String { mark(text, 2, 22) }
  /// Slanted.
  public func italic(_ text: String) -> String { mark(text, 3, 23) }
  /// Underlined.
  public func underline(_ text: String) -> String { mark(text, 4, 24) }
  /// Foreground and background exchanged: found text.
  public func inverse(_ text: String) -> String { mark(text, 7, 27) }
  /// Red: faults.
  public func red(_ text: String) -> String { mark(text, 31, 39) }
  /// Green: what came.
  public func green(_ text: String) -> String { mark(text, 32, 39) }
  /// Yellow: warnings, stars.
  public func yellow(_ text: String) -> String { mark(text, 33, 39) }
  /// Blue.
  public func blue(_ text: String) -> String { mark(text, 34, 39) }
  /// Magenta.
  public func magenta(_ text: String) -> String { mark(text, 35, 39) }
  /// Cyan.
  public func cyan(_ text: String) -> String { mark(text, 36, 39) }

  /// Each mark ends with its own end and not with a reset, so that marks may stand within marks.
  private func mark(_ text: String, _ begin: Int, _ end: Int) -> String {
    isEnabled && !text.isEmpty ? "\u{1B}[\(begin)m\(text)\u{1B}[\(end)m" : text
  }
}
