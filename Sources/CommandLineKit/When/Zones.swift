/// The zones that a program knows: the one it runs in, and those with a name.
public struct Zones: Sendable {
  /// The zone of the wall clock.
  public let local: Zone
  /// What a person should be told about ``local``: that the one asked for is not known.
  public let note: String?
  /// Finds a zone by its IANA name.
  public let named: @Sendable (String) -> Zone?

  /// Makes a set of zones.
  public init(local: Zone, note: String? = nil, named: @escaping @Sendable (String) -> Zone?) {
    self.local = local
    self.note = note
    self.named = named
  }

  /// Only UTC, for programs that must not depend on the machine.
  public static let utc = Zones(local: .utc) { isUTC($0) ? Zone(offsetSeconds: 0, name: $0) : nil }

  /// Names of UTC that need no file.
  static func isUTC(_ name: String) -> Bool {
    ["UTC", "Etc/UTC", "GMT", "Etc/GMT", "Z"].contains(name)
  }

  /// Whether a name could be one of the zone database: no absolute path, no way out of it.
  static func isPlausible(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 255
      && name.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { part in
        !part.isEmpty && part.first != "." && part.first != "-"
          && part.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
              || "+-_.".utf8.contains(byte)
          }
      }
  }
}
