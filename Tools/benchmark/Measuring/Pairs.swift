/// Two ways to do the same work, measured in turns.
///
/// The one that goes first changes from pair to pair, so that neither always finds the disk as the
/// other has left it.
struct Pairs {
  /// The library's figures.
  private(set) var ours: [Double] = []
  /// Those of the bare calls.
  private(set) var bare: [Double] = []

  /// Measures `count` pairs; each closure does its work once and tells its figure.
  init(
    _ count: Int, ours measureOurs: (Int) throws -> Double, bare measureBare: (Int) throws -> Double
  ) rethrows {
    for turn in 0..<count {
      if turn.isMultiple(of: 2) {
        ours.append(try measureOurs(turn))
        bare.append(try measureBare(turn))
      } else {
        bare.append(try measureBare(turn))
        ours.append(try measureOurs(turn))
      }
    }
  }

  /// The medians as a measurement; the ratio is that of the medians.
  func measurement(
    _ name: String, unit: String, scale: Double = 1, target: Target? = nil, note: String = ""
  ) -> Measurement {
    let spread = "p95 \((ours.quantile(0.95) * scale).rounded(toDigits: 3)) against "
      + "\((bare.quantile(0.95) * scale).rounded(toDigits: 3))"
    return Measurement(
      name, unit: unit, ours: ours.median * scale, bare: bare.median * scale, target: target,
      note: note.isEmpty ? spread : "\(spread); \(note)")
  }
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

/// How many seconds `body` takes.
func seconds<R>(_ body: () throws -> R) rethrows -> (seconds: Double, result: R) {
  let clock = ContinuousClock()
  let start = clock.now
  let result = try body()
  return (start.duration(to: clock.now).inSeconds, result)
}
