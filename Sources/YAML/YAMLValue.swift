/// What a YAML document holds: texts, as they stand, in sequences and mappings.
///
/// Nothing is guessed of a text: `no`, `1.0` and `2023-01-01` are what they say. Who knows what is wanted
/// of it converts it.
public enum YAMLValue: Hashable, Sendable {
  /// A text; `isPlain` where neither quotes nor a block mark it as one.
  case scalar(String, isPlain: Bool)
  /// Values in their order.
  case sequence([YAMLValue])
  /// Keys with their values, in their order.
  case mapping([Pair])

  /// A key and its value.
  public struct Pair: Hashable, Sendable {
    /// The key's text; of a key that is no text, nothing.
    public var key: String
    /// The value.
    public var value: YAMLValue
    /// The line on which the key stands, from 1.
    public var line: Int

    /// Makes a pair.
    public init(key: String, value: YAMLValue, line: Int) {
      self.key = key
      self.value = value
      self.line = line
    }
  }

  /// The text of a scalar, whatever it says.
  public var text: String? {
    if case .scalar(let text, _) = self { text } else { nil }
  }

  /// Whether nothing is meant: a plain scalar that is empty, `~` or `null` (YAML 1.1).
  public var isNull: Bool {
    guard case .scalar(let text, isPlain: true) = self else { return false }
    return ["", "~", "null", "Null", "NULL"].contains(text)
  }

  /// The elements of a sequence.
  public var elements: [YAMLValue]? {
    if case .sequence(let elements) = self { elements } else { nil }
  }

  /// The pairs of a mapping.
  public var pairs: [Pair]? {
    if case .mapping(let pairs) = self { pairs } else { nil }
  }

  /// The value of a mapping's key.
  public subscript(key: String) -> YAMLValue? {
    pairs?.first { $0.key == key }?.value
  }
}

/// Where and why a text is not YAML.
public struct YAMLError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line, from 1.
  public var line: Int
  /// What is wrong, as libyaml says it.
  public var reason: String

  /// The line and the reason.
  public var description: String { "line \(line): \(reason)" }
}
