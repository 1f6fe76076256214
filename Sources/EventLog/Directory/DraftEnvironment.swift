import FileSystem
public import LMDB

/// An environment that is being written as a whole, to take a place once it is complete.
///
/// It is written without a sync for each commit, and synced once at the end. A process has an
/// environment open once, so whoever opened it while it is written so would go on in that way: it is
/// open within one call, and nothing else may keep it.
public enum DraftEnvironment {
  /// Writes an environment and closes it.
  ///
  /// Where that fails, no file is left.
  ///
  /// - Parameters:
  ///   - path: Its path. What stands there is what an attempt that was broken off has left, and goes.
  ///   - options: How it is opened; it is not synchronized before its end.
  ///   - body: Fills it.
  /// - Precondition: `body` keeps neither the environment nor a transaction of it.
  public static func write(
    at path: String, _ options: Environment.Options, _ body: (Environment) throws -> Void
  ) throws {
    try remove(path)
    var options = options
    options.isDurable = false
    options.isReadOnly = false
    options.onWait = nil
    weak var kept: Environment?
    do {
      let environment = try Environment.open(at: path, options: options, creating: true)
      kept = environment
      try body(environment)
      try environment.synchronize()
    } catch {
      try? remove(path)
      throw error
    }
    precondition(kept == nil, "an environment that is not durable was kept open")
    // Nobody has it open, and the next to open it makes a lock file of its own.
    try Files.remove("\(path)-lock")
    try Files.synchronizeDirectory(Files.parent(of: path) ?? ".")
  }

  private static func remove(_ path: String) throws {
    try Files.remove(path)
    try Files.remove("\(path)-lock")
  }
}
