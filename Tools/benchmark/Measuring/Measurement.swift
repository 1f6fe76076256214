/// What is promised of a figure.
enum Target {
  case atMost(Double)
  case atLeast(Double)

  func isMet(by value: Double) -> Bool {
    switch self {
    case .atMost(let limit): value <= limit
    case .atLeast(let limit): value >= limit
    }
  }

  var text: String {
    switch self {
    case .atMost(let limit): "≤ \(limit.rounded(toDigits: 3))"
    case .atLeast(let limit): "≥ \(limit.rounded(toDigits: 3))"
    }
  }
}

/// One line of the report.
struct Measurement {
  /// What was measured.
  var name: String
  /// The unit of both figures.
  var unit: String
  /// The library's figure.
  var ours: Double
  /// That of the same work by bare calls, nil where there is none.
  var bare: Double?
  /// The figure that the target speaks of: a ratio of the two unless said otherwise.
  var ratio: Double?
  /// What is promised of the ratio.
  var target: Target?
  /// What a reader needs to know besides.
  var note = ""

  /// Compares two figures: the ratio is the library's to the bare one.
  init(
    _ name: String, unit: String, ours: Double, bare: Double? = nil, target: Target? = nil,
    note: String = ""
  ) {
    self.name = name
    self.unit = unit
    self.ours = ours
    self.bare = bare
    ratio = bare.map { ours / $0 }
    self.target = target
    self.note = note
  }

  /// Whether the target is met; nil where there is none.
  var isMet: Bool? {
    guard let ratio, let target else { return nil }
    return target.isMet(by: ratio)
  }

  /// The measurement in one line.
  var line: String {
    var line = "\(name): \(ours.rounded(toDigits: 4))"
    if let bare { line += " against \(bare.rounded(toDigits: 4))" }
    line += " \(unit)"
    if let ratio { line += ", ratio \(ratio.rounded(toDigits: 3))" }
    if let target { line += " (\(target.text)\(isMet == true ? "" : ", missed"))" }
    return note.isEmpty ? line : "\(line); \(note)"
  }
}

extension Double {
  /// The number with so many significant digits, and no more places than that needs.
  func rounded(toDigits digits: Int) -> String {
    guard self != 0, isFinite else { return isFinite ? "0" : "\(self)" }
    var scale = 1.0
    var places = digits - 1
    let size = magnitude
    while size / scale >= 10 {
      scale *= 10
      places -= 1
    }
    while size / scale < 1 {
      scale /= 10
      places += 1
    }
    places = Swift.max(places, 0)
    var factor = 1.0
    for _ in 0..<places { factor *= 10 }
    let whole = (size * factor).rounded()
    let integer = Int64(whole / factor)
    var text = "\(integer)"
    if places > 0 {
      let fraction = "\(Int64(whole) - integer * Int64(factor))"
      text += "." + String(repeating: "0", count: places - fraction.count) + fraction
    }
    return (self < 0 ? "-" : "") + text
  }
}
