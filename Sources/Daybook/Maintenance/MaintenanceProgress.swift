/// How far a long piece of work has come.
public struct MaintenanceProgress: Sendable {
  /// What is being done, in a few words.
  public var what: String
  /// How much of it is done.
  public var done: Int
  /// How much there is.
  public var total: Int

  /// Describes progress.
  public init(what: String, done: Int, total: Int) {
    self.what = what
    self.done = done
    self.total = total
  }
}
