import Synchronization

extension Zones {
  /// The zones of this machine: `$TZ`, else `/etc/localtime`; files of `$TZDIR`, else
  /// `/usr/share/zoneinfo`.
  ///
  /// `$TZ` may be a name, with or without a colon before it, the path of a TZif file, or a POSIX
  /// rule; empty means UTC. Where it is none of these, or nothing can be read, the zone is UTC and
  /// ``note`` says so.
  ///
  /// Foundation has all this too, but loading it takes several times as long as a whole command
  /// (7 to 9 ms against 2), and a diary is started dozens of times a day. Files are read when
  /// they are asked for, each once.
  public static func system(variable: (String) -> String? = Terminal.variable) -> Zones {
    let askedDirectory = variable("TZDIR") ?? ""
    let directory = askedDirectory.isEmpty ? "/usr/share/zoneinfo" : askedDirectory

    let known = KnownZones()
    @Sendable func named(_ name: String) -> Zone? {
      guard isPlausible(name) else { return nil }
      return known.zone(name) {
        read("\(directory)/\(name)", as: name)
          ?? (isUTC(name) ? Zone(offsetSeconds: 0, name: name) : nil)
      }
    }

    guard let asked = variable("TZ") else {
      return Zones(local: localtime(in: directory) ?? .utc, named: named)
    }
    let text = asked.hasPrefix(":") ? String(asked.dropFirst()) : asked
    if text.isEmpty { return Zones(local: .utc, named: named) }
    var local = named(text)
    if local == nil, text.hasPrefix("/") {
      local = read(text, as: name(ofFile: text, in: directory))
    }
    if local == nil { local = Zone(posixRule: text) }
    return Zones(
      local: local ?? .utc,
      note: local == nil ? "the time zone TZ=\(text.quoted) is not known; times are in UTC" : nil,
      named: named)
  }

  private static func localtime(in directory: String) -> Zone? {
    let link = "/etc/localtime"
    let path = SystemFile.resolvedPath(link) ?? link
    if let name = name(ofFile: path, in: directory) { return read(path, as: name) }
    guard let zone = read(link, as: nil) else { return nil }
    // A copy instead of a link: Debian writes the name beside it. It counts if the file agrees.
    let named = SystemFile.bytes(at: "/etc/timezone", limit: 1024).flatMap { bytes -> Zone? in
      let name = String(decoding: bytes.prefix { $0 > 0x20 }, as: UTF8.self)
      return isPlausible(name) ? read("\(directory)/\(name)", as: name) : nil
    }
    guard let named, named == zone.named(named.name) else { return zone }
    return named
  }

  private static func read(_ path: String, as name: String?) -> Zone? {
    // The largest file of the database has 4 KiB.
    SystemFile.bytes(at: path, limit: 1 << 20).flatMap { Zone(name: name, tzif: $0) }
  }

  /// The name of a zone by the place of its file.
  private static func name(ofFile path: String, in directory: String) -> String? {
    for root in ["\(directory)/", "/usr/share/zoneinfo/"] where path.hasPrefix(root) {
      let name = String(path.dropFirst(root.count))
      return isPlausible(name) ? name : nil
    }
    return nil
  }
}

/// Zones that have been asked for, with those that are not there: an import asks for the same few
/// thousands of times.
private final class KnownZones: Sendable {
  private let zones = Mutex<[String: Zone?]>([:])

  func zone(_ name: String, read: () -> Zone?) -> Zone? {
    zones.withLock { zones in
      if let zone = zones[name] { return zone }
      let zone = read()
      zones[name] = .some(zone)
      return zone
    }
  }
}
