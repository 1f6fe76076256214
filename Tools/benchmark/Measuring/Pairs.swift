import Glibc

/// How long something took.
struct Time {
  /// By the clock, in seconds.
  var elapsed: Double
  /// On the processor, in seconds: what is left of a figure where a busy disk drowns it.
  var processor: Double

  /// Runs `body` and tells how long it took.
  static func of<R>(_ body: () throws -> R) rethrows -> (time: Time, result: R) {
    let clock = ContinuousClock()
    let processorStart = Glibc.clock()
    let start = clock.now
    let result = try body()
    let elapsed = start.duration(to: clock.now).inSeconds
    let processor = Double(Glibc.clock() - processorStart) / Double(CLOCKS_PER_SEC)
    return (Time(elapsed: elapsed, processor: processor), result)
  }
}

/// Two ways to do the same work, measured in turns.
///
/// The one that goes first changes from pair to pair, so that neither always finds the disk as the
/// other has left it.
struct Pairs {
  /// The library's times.
  private(set) var ours: [Time] = []
  /// Those of the bare calls.
  private(set) var bare: [Time] = []

  /// Measures `count` pairs; each closure does its work once and tells how long that took.
  init(_ count: Int, ours measureOurs: () throws -> Time, bare measureBare: () throws -> Time)
    rethrows
  {
    for turn in 0..<count {
      if turn.isMultiple(of: 2) {
        ours.append(try measureOurs())
        bare.append(try measureBare())
      } else {
        bare.append(try measureBare())
        ours.append(try measureOurs())
      }
    }
  }

  /// The medians in a unit of so many seconds; the ratio is that of the medians.
  func measurement(
    _ name: String, unit: String, seconds: Double, target: Target? = nil, note: String = ""
  ) -> Measurement {
    let notes = [
      "p95 \(ours.elapsed.quantile(0.95).text(per: seconds)) against "
        + bare.elapsed.quantile(0.95).text(per: seconds),
      processorNote(unit: unit, seconds: seconds), note,
    ]
    return Measurement(
      name, unit: unit, ours: ours.elapsed.median / seconds, bare: bare.elapsed.median / seconds,
      target: target, note: notes.filter { !$0.isEmpty }.joined(separator: "; "))
  }

  /// How many pieces of work a second are done, where each time is that of `count`.
  func rate(
    _ name: String, unit: String, of count: Int, target: Target? = nil, note: String = ""
  ) -> Measurement {
    let microsecond = 1e-6 * Double(count)
    let notes = [processorNote(unit: "µs", seconds: microsecond), note]
    return Measurement(
      name, unit: unit, ours: Double(count) / ours.elapsed.median,
      bare: Double(count) / bare.elapsed.median, target: target,
      note: notes.filter { !$0.isEmpty }.joined(separator: "; "))
  }

  private func processorNote(unit: String, seconds: Double) -> String {
    let (ours, bare) = (ours.processor.median, bare.processor.median)
    return "processor \(ours.text(per: seconds)) against \(bare.text(per: seconds)) \(unit), "
      + "\((ours / bare).rounded(toDigits: 3)) times"
  }
}

extension [Time] {
  var elapsed: [Double] { map(\.elapsed) }
  var processor: [Double] { map(\.processor) }
}

extension Double {
  fileprivate func text(per seconds: Double) -> String { (self / seconds).rounded(toDigits: 3) }
}

extension [Double] {
  /// The middle one; of an even number the mean of the two.
  var median: Double { quantile(0.5) }

  /// The mean.
  var mean: Double { isEmpty ? 0 : reduce(0, +) / Double(count) }

  /// The figure that so large a part of all is not above.
  func quantile(_ part: Double) -> Double {
    guard !isEmpty else { return 0 }
    let sorted = sorted()
    let place = part * Double(count - 1)
    let low = Int(place)
    let high = Swift.min(low + 1, count - 1)
    return sorted[low] + (sorted[high] - sorted[low]) * (place - Double(low))
  }
}
