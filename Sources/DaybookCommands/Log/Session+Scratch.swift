import Daybook

extension Session {
  /// Lends a directory of its own, which is gone afterwards.
  func withScratchDirectory(_ body: (String) throws -> Void) throws {
    let directory = surroundings.variable("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    let name = ObjectID(high: surroundings.random.next(), low: surroundings.random.next()).hexadecimal
    let path = "\(directory)/daybook-\(name)"
    try Files.makeDirectory(path)
    defer {
      for file in (try? Files.names(in: path)) ?? [] { try? Files.remove("\(path)/\(file)") }
    }
    try body(path)
  }
}
