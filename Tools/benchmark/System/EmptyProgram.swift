import LMDB

/// The program that whole commands are compared with: linked with the same libraries, it starts, makes
/// one durable commit of one row or none, and ends.
enum EmptyProgram {
  case ends
  case commits(path: String)

  private static let word = "--empty-program"

  /// The words that start it.
  static func words(committingTo path: String? = nil) -> [String] {
    ["/proc/self/exe", word] + (path.map { [$0] } ?? [])
  }

  init?(_ arguments: [String]) {
    guard arguments.count > 1, arguments[1] == Self.word else { return nil }
    self = arguments.count > 2 ? .commits(path: arguments[2]) : .ends
  }

  func run() {
    guard case .commits(let path) = self else { return }
    do {
      let environment = try Environment.open(at: path, creating: true)
      try environment.write { transaction in
        let rows = try transaction.database(named: "rows")
        let last = try transaction.reading.count(of: rows)
        try transaction.append(at: UInt64(last), [UInt8](repeating: 0, count: 480), in: rows)
      }
      print("committed")
    } catch {
      StandardError.write("\(error)\n")
    }
  }
}
