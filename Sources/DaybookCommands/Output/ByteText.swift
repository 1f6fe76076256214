extension BinaryInteger {
  /// So many bytes for people, in units of a thousand (SI), as file managers show them: `2.3 MB`.
  var byteText: String {
    if self < 1000 { return self == 1 ? "1 byte" : "\(self) bytes" }
    var value = Double(self) / 1000
    var units = ["kB", "MB", "GB", "TB", "PB", "EB"][...]
    while value >= 999.5, units.count > 1 {
      value /= 1000
      units.removeFirst()
    }
    let tenths = Int((value * 10).rounded())
    let number =
      value < 99.95 && tenths % 10 != 0
      ? "\(tenths / 10).\(tenths % 10)" : "\(Int(value.rounded()))"
    return "\(number) \(units.first ?? "")"
  }
}
