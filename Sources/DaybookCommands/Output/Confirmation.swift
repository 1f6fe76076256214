import CommandLineKit
import Daybook

extension Session {
  /// Shows a person which records something is about to be done to, and asks.
  ///
  /// - Parameters:
  ///   - records: The records; the first ten are shown, and the rest counted.
  ///   - verb: What would be done, with a capital.
  ///   - destination: Where to, if anywhere.
  func isConfirmed(
    _ records: [Record], _ verb: String, to destination: String? = nil
  ) throws -> Bool {
    let style = console.errorStyle
    let room = max(20, console.width - 12)
    for record in records.prefix(10) {
      console.writeError(
        "  \(style.yellow(record.id.shortText))  \(record.headline.truncated(toWidth: room))")
    }
    if records.count > 10 {
      console.writeError("  … and \((records.count - 10).grouped) more")
    }
    let place = destination.map { " to \($0.terminalSafe)" } ?? ""
    let answer = try console.readLine(
      prompt: "\(verb) these \(records.count.grouped) records\(place)? [y/N] ")
    return ["y", "yes"].contains(answer?.lowercased())
  }
}
