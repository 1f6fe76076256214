import Daybook
import Foundation
import TestSupport

/// Starts the others, kills some of them, and verifies what they leave.
struct Conductor {
  private let options: Options
  private let home: String
  private var random: SplitMix64
  private var rounds = 0
  private var kills = 0
  /// What each journal has seen: events that were acknowledged, erasures, replacements.
  private var seen: [String: (events: Int, erasures: Int, replacements: Int)] = [:]

  /// The events that a journal has before the next round starts with a new one.
  private static let eventLimit = 20_000

  init(_ options: Options) throws {
    self.options = options
    random = SplitMix64(seed: options.seed)
    let parent = options.directory ?? NSTemporaryDirectory()
    home = "\(parent)/daybook-crash-\(getpid())"
    try Files.makeDirectory(home)
  }

  mutating func run() throws {
    let start = Date()
    var journals = 0
    var arena: Arena?
    while Date().timeIntervalSince(start) < options.seconds {
      rounds += 1
      let current: Arena
      if let arena {
        current = arena
      } else {
        journals += 1
        current = Arena("\(home)/\(journals)")
        try makeJournal(in: current)
        arena = current
      }
      do {
        let remaining = options.seconds - Date().timeIntervalSince(start)
        try round(in: current, seconds: min(remaining, 1 + Double(random.below(30)) / 10))
        let size = try verify(current)
        if size > Self.eventLimit {
          try FileManager.default.removeItem(atPath: current.path)
          arena = nil
        }
      } catch {
        Crash.complain("round \(rounds), seed \(options.seed): \(error)\nleft in \(current.path)")
        exit(1)
      }
    }
    try FileManager.default.removeItem(atPath: home)
    let replacements = seen.values.reduce(0) { $0 + $1.replacements }
    let events = seen.values.reduce(0) { $0 + $1.events }
    let erasures = seen.values.reduce(0) { $0 + $1.erasures }
    print(
      "\(rounds) rounds, \(journals) journals, \(kills) kills, \(replacements) replacements, "
        + "\(events) acknowledged events, \(erasures) erasures: sound")
  }

  private mutating func makeJournal(in arena: Arena) throws {
    try Files.makeDirectory(arena.path)
    _ = try Journal.open(
      at: arena.journal,
      making: Journal.Seed(
        journal: ObjectID(high: random.next(), low: random.next()),
        device: ObjectID(high: random.next(), low: random.next()), created: now()))
  }

  // MARK: - A round

  private mutating func round(in arena: Arena, seconds: Double) throws {
    var processes: [Process] = []
    var roles: [Options.Role] = [.writer, .writer, .watcher, .watcher, .keeper]
    if rounds % 7 == 0 { roles.append(.keeper) }
    for role in roles { processes.append(try spawn(role, arena)) }
    let end = Date().addingTimeInterval(seconds)
    while Date() < end {
      usleep(UInt32(random.below(150_000)))
      let place = random.below(processes.count)
      let process = processes[place]
      if !process.isRunning { break }
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      kills += 1
      processes[place] = try spawn(roles[place], arena)
    }
    // Some rounds end by killing all, so that the verification finds what they leave.
    let endsByKilling = random.below(3) == 0
    try Files.write([], to: arena.stopFile)
    for (role, process) in zip(roles, processes) {
      if endsByKilling, role != .watcher { kill(process.processIdentifier, SIGKILL) }
    }
    let deadline = Date().addingTimeInterval(120)
    for (role, process) in zip(roles, processes) {
      while process.isRunning {
        if Date() > deadline {
          for process in processes { kill(process.processIdentifier, SIGKILL) }
          throw Violation("a \(role.rawValue) did not end")
        }
        usleep(5000)
      }
      let isKilled =
        endsByKilling && role != .watcher && process.terminationReason == .uncaughtSignal
      guard isKilled || (process.terminationReason == .exit && process.terminationStatus == 0)
      else {
        throw Violation(
          "a \(role.rawValue) ended with \(process.terminationReason == .exit ? "status" : "signal") "
            + "\(process.terminationStatus)")
      }
    }
    try Files.remove(arena.stopFile)
  }

  private mutating func spawn(_ role: Options.Role, _ arena: Arena) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = [
      "--role", role.rawValue, "--arena", arena.path, "--seed", "\(random.next() >> 1)",
    ]
    try process.run()
    return process
  }

  // MARK: - What must hold

  private mutating func verify(_ arena: Arena) throws -> UInt64 {
    let journal = try Journal.open(at: arena.journal)
    let names = try Files.names(in: arena.path).filter { $0.hasPrefix("acknowledged.") }
    var lost = 0
    var found = 0
    var erased: [ObjectID] = []
    let size = try journal.read { snapshot in
      for name in names {
        for line in try LineLog.lines(of: "\(arena.path)/\(name)") {
          let words = line.split(separator: " ")
          guard words.count == 2, let id = ObjectID(String(words[1])) else {
            throw Violation("\(name) has the line \(line)")
          }
          if words[0] == "erased" {
            erased.append(id)
            if try snapshot.record(id) != nil { throw Violation("\(id) was erased and is there") }
            continue
          }
          guard let sequence = UInt64(words[0]) else { throw Violation("\(name): \(line)") }
          if try sequence < snapshot.size,
            try snapshot.event(at: SequenceNumber(sequence)).header.object == id
          {
            found += 1
          } else {
            lost += 1
          }
        }
      }
      return try snapshot.size
    }
    if lost > 0 { throw Violation("\(lost) acknowledged events are not where they were") }
    // A writer of its own: what a kill has left is cleared away by the next write.
    _ = try journal.commit([], CommitRequest(&random))
    try searchFiles(of: arena, for: erased)
    let report = try Journal.audit(at: arena.journal)
    if let fault = report.faults.first {
      throw Violation("the audit has \(report.faults.count) faults, the first: \(fault)")
    }
    let line = String(decoding: try Files.read("\(arena.journal)/current"), as: UTF8.self)
    let number = JournalDirectory.number(of: String(line.dropLast())) ?? 1
    seen[arena.path] = (found, erased.count, Int(number) - 1)
    return size
  }

  private func searchFiles(of arena: Arena, for erased: [ObjectID]) throws {
    let tokens = Set(erased.map { Arena.token(of: $0) })
    if tokens.isEmpty { return }
    let prefix = Array("token".utf8)
    let count = Arena.token(of: .zero).utf8.count
    for name in try Files.names(in: arena.journal) {
      let bytes = try Files.read("\(arena.journal)/\(name)")
      var place = 0
      while place + count <= bytes.count {
        if bytes[place] == prefix[0], bytes[place..<place + prefix.count].elementsEqual(prefix) {
          let text = String(decoding: bytes[place..<place + count], as: UTF8.self)
          if tokens.contains(text) { throw Violation("\(name) still has \(text)") }
        }
        place += 1
      }
    }
  }
}
