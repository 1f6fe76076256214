import FileSystem

/// What the system tells in files under /proc.
enum ProcessFile {
  /// The bytes that this process has given to write calls so far.
  static var bytesWritten: Int { get throws { try field("wchar", of: "/proc/self/io") ?? 0 } }

  /// The kibibytes of memory that a process has written to; nil where it has ended.
  ///
  /// Not what the system calls private: the pages of a program that runs once are that, too.
  static func privateMemory(of process: Int32) -> Int? {
    (try? field("Anonymous", of: "/proc/\(process)/smaps_rollup")) ?? nil
  }

  static func lines(of path: String) throws -> [Substring] {
    String(decoding: try Files.read(path), as: UTF8.self).split(separator: "\n")
  }

  private static func field(_ name: String, of path: String) throws -> Int? {
    for line in try lines(of: path) where line.hasPrefix("\(name):") {
      return line.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    }
    return nil
  }
}

/// The file systems that are mounted.
enum MountTable {
  /// The device and type of the file system that holds an absolute path.
  static func fileSystem(of path: String) -> (device: String, type: String)? {
    var best: (point: String, device: String, type: String)?
    for line in (try? ProcessFile.lines(of: "/proc/self/mounts")) ?? [] {
      let words = line.split(separator: " ").map(String.init)
      guard words.count > 2 else { continue }
      let point = words[1]
      let holds = point == "/" || path == point || path.hasPrefix(point + "/")
      if holds && point.count >= best?.point.count ?? 0 { best = (point, words[0], words[2]) }
    }
    return best.map { ($0.device, $0.type) }
  }
}

/// The machine that a run was made on: without it no figure says anything.
struct Machine {
  var processor: String
  var processorCount: Int
  var memoryGibibytes: Int
  var kernel: String
  var fileSystem: String
  /// The load average over a minute as the run began and as it ended.
  var load: [String]

  init(directory: String) {
    let cpu = (try? ProcessFile.lines(of: "/proc/cpuinfo")) ?? []
    let models = cpu.filter { $0.hasPrefix("model name") }
    processor =
      models.first?.split(separator: ":").last
      .map { $0.split(separator: " ").joined(separator: " ") } ?? "unknown processor"
    processorCount = max(models.count, 1)
    let memory = (try? ProcessFile.lines(of: "/proc/meminfo"))?.first
    let kibibytes = memory?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    memoryGibibytes = (kibibytes + 1 << 19) >> 20
    kernel =
      (try? ProcessFile.lines(of: "/proc/sys/kernel/osrelease"))?.first.map(String.init) ?? ""
    let mounted = MountTable.fileSystem(of: directory)
    fileSystem = mounted.map { "\($0.type) on \($0.device)" } ?? "unknown file system"
    load = [Self.loadAverage]
  }

  mutating func noteEnd() { load.append(Self.loadAverage) }

  private static var loadAverage: String {
    (try? ProcessFile.lines(of: "/proc/loadavg"))?.first?.split(separator: " ").first
      .map(String.init) ?? "?"
  }

  var line: String {
    "\(processorCount) × \(processor), \(memoryGibibytes) GiB, Linux \(kernel), \(fileSystem), "
      + "load \(load.joined(separator: " → "))"
  }
}
