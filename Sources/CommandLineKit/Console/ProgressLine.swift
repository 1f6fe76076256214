/// How far a work is: what, how much, how fast, and how long it will take.
///
/// A pure value: it is told the time and says what to show. Nothing is shown in the first half
/// second, and then at most ten times a second.
public struct ProgressLine: Sendable {
  let isShown: Bool
  private let what: String
  private let unit: String
  private let total: Int?
  private let began: Duration
  private var nextLine: Duration

  init(_ what: String, unit: String, total: Int?, began: Duration, isShown: Bool) {
    self.what = what
    self.unit = unit
    self.total = total
    self.began = began
    self.isShown = isShown
    nextLine = began + .milliseconds(500)
  }

  /// The line to show at `now`, or `nil` where it is too early for another.
  mutating func line(done: Int, at now: Duration, width: Int) -> String? {
    guard now >= nextLine else { return nil }
    nextLine = now + .milliseconds(100)
    let seconds =
      Double((now - began).components.seconds)
      + Double((now - began).components.attoseconds) / 1e18
    let rate = seconds > 0 ? Double(done) / seconds : 0
    var parts: [String] = []
    if let total, total > 0 {
      let percent = min(100, done * 100 / total)
      parts.append("\(what): \(done.grouped) of \(total.grouped) \(unit) (\(percent) %)")
    } else {
      parts.append("\(what): \(done.grouped) \(unit)")
    }
    parts.append("\(Int(rate).grouped)/s")
    if let total, rate > 0, done < total {
      parts.append("\(Self.time(Double(total - done) / rate)) left")
    }
    // The last column stays free: some terminals wrap as soon as it is written.
    return parts.joined(separator: ", ").truncated(toWidth: max(1, width - 1))
  }

  private static func time(_ seconds: Double) -> String {
    guard seconds < 360_000 else { return "days" }
    let whole = Int(seconds.rounded(.up))
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return whole < 3600
      ? "\(whole / 60):\(two(whole % 60))"
      : "\(whole / 3600):\(two(whole / 60 % 60)):\(two(whole % 60))"
  }
}

extension Int {
  /// The digits in groups of three, parted by narrow blanks as ISO 80000-1 asks: for people.
  public var grouped: String {
    let digits = String(magnitude)
    var text = self < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text += "\u{202F}" }
      text.append(digit)
    }
    return text
  }
}
