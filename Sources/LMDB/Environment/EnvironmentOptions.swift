extension Environment {
  /// How an environment is opened.
  public struct Options: Sendable {
    /// The most that the file may grow to.
    ///
    /// It is address space and costs neither memory nor disk; where the system refuses that much,
    /// half of it is tried, down to 1 GiB.
    public var mapSizeBytes: Int
    /// Room for named databases; more are made room for where the file has them already.
    public var maxDatabases: Int
    /// Read transactions that can be alive at once in all processes together.
    ///
    /// The first process that opens the environment decides for all.
    public var maxReaders: Int
    /// Whether only read transactions are possible.
    public var isReadOnly: Bool
    /// Whether the system reads ahead of what is asked for: good for reading everything in order
    /// from a cold disk, bad for single rows (16,000 pages instead of 46 were read for a command).
    public var readsAhead: Bool
    /// The mode of files that are created.
    public var fileMode: UInt32
    /// False only for scratch files that nobody needs after a crash: commits are not synchronized
    /// with the disk, and a crash of the machine can leave the file unreadable.
    public var isDurable: Bool
    /// Called once for a write that has waited two seconds for another writer, on another thread.
    public var onWait: (@Sendable () -> Void)?
    /// How long a write waits before `onWait` is called, in milliseconds.
    package var waitMilliseconds = 2000

    /// Makes the options of a durable environment of up to 1 TiB.
    public init(
      mapSizeBytes: Int = 1 << 40, maxDatabases: Int = 128, maxReaders: Int = 510,
      isReadOnly: Bool = false, readsAhead: Bool = false, fileMode: UInt32 = 0o600,
      isDurable: Bool = true, onWait: (@Sendable () -> Void)? = nil
    ) {
      self.mapSizeBytes = mapSizeBytes
      self.maxDatabases = maxDatabases
      self.maxReaders = maxReaders
      self.isReadOnly = isReadOnly
      self.readsAhead = readsAhead
      self.fileMode = fileMode
      self.isDurable = isDurable
      self.onWait = onWait
    }
  }
}
