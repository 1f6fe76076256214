import Foundation

/// A directory of its own for one test, removed when the value goes.
public final class TemporaryDirectory: Sendable {
  /// The absolute path, without a slash at its end.
  public let path: String

  /// Makes an empty directory.
  public init() throws {
    path =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("daybook-test-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  /// The path of a file in it.
  public func file(_ name: String) -> String { "\(path)/\(name)" }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }
}
