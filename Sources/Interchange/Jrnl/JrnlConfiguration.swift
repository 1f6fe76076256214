internal import YAML

/// Reads jrnl's configuration: which journals there are, and where.
public struct JrnlConfiguration: Sendable {
  /// A journal of the configuration.
  public struct Journal: Hashable, Sendable {
    /// Its name.
    public var name: String
    /// Its path as it is written, in which `~` and variables may stand.
    public var path: String
    /// Whether it is said to be encrypted.
    public var isEncrypted: Bool
  }

  /// The journals, in their order.
  public var journals: [Journal]

  /// Reads a configuration; nil where the text is none.
  ///
  /// jrnl 2 and later write YAML; the JSON of jrnl 1 is YAML too.
  ///
  /// - Parameter text: The text, in UTF-8.
  public init?(_ text: [UInt8]) {
    guard let value = try? YAMLParser.parse(text), let pairs = value["journals"]?.pairs else {
      return nil
    }
    let isEncrypted = Self.isTrue(value["encrypt"])
    journals = pairs.compactMap { pair in
      if let path = pair.value.text {
        return Journal(name: pair.key, path: path, isEncrypted: isEncrypted)
      }
      guard let path = pair.value["journal"]?.text else { return nil }
      return Journal(
        name: pair.key, path: path,
        isEncrypted: pair.value["encrypt"].map(Self.isTrue) ?? isEncrypted)
    }
    if journals.isEmpty { return nil }
  }

  private static func isTrue(_ value: YAMLValue?) -> Bool {
    ["true", "yes", "on"].contains(value?.text?.lowercased() ?? "")
  }
}
