extension Bitmap {
  /// The picture as sixels, which a terminal of the VT340's family draws where its cursor stands.
  ///
  /// 216 colours, six steps of each primary, mixed by ordered dithering; pixels that cover less than half
  /// are left as the terminal is. DEC STD 070 §9 and the VT330/VT340 manual, chapter 14.
  ///
  /// - Complexity: O(pixels · colours of a band).
  public var sixels: String {
    var text = "\u{1B}P0;1;0q\"1;1;\(width);\(height)"
    let indices = colorIndices
    let used = Set(indices).subtracting([Self.transparent]).sorted()
    for index in used {
      let red = index / 36
      let green = index / 6 % 6
      let blue = index % 6
      text += "#\(index);2;\(red * 20);\(green * 20);\(blue * 20)"
    }
    for top in stride(from: 0, to: height, by: 6) {
      let rows = top..<min(top + 6, height)
      let colors = Set(indices[(rows.lowerBound * width)..<(rows.upperBound * width)])
        .subtracting([Self.transparent]).sorted()
      var isFirst = true
      for color in colors {
        if !isFirst { text += "$" }
        isFirst = false
        text += "#\(color)"
        text += band(of: color, rows, indices)
      }
      text += "-"
    }
    return text + "\u{1B}\\"
  }

  /// What no colour has.
  private static let transparent = -1

  /// One line of six rows in one colour: a sign for each column, runs of them counted.
  private func band(of color: Int, _ rows: Range<Int>, _ indices: [Int]) -> String {
    var text = ""
    var sign: UInt8 = 0
    var count = 0
    func end() {
      let character = Character(UnicodeScalar(63 + sign))
      text += count > 3 ? "!\(count)\(character)" : String(repeating: character, count: count)
    }
    for column in 0..<width {
      var bits: UInt8 = 0
      for row in rows where indices[row * width + column] == color {
        bits |= 1 << UInt8(row - rows.lowerBound)
      }
      if bits != sign, count > 0 {
        end()
        count = 0
      }
      sign = bits
      count += 1
    }
    // What is empty up to the edge need not be told.
    if sign != 0 { end() }
    return text
  }

  /// The colour of each pixel among the 216.
  private var colorIndices: [Int] {
    // Bayer's matrix of four by four: thresholds in sixteenths.
    let thresholds = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]
    var indices: [Int] = []
    indices.reserveCapacity(width * height)
    for row in 0..<height {
      for column in 0..<width {
        let place = (row * width + column) * 4
        guard pixels[place + 3] >= 128 else {
          indices.append(Self.transparent)
          continue
        }
        let threshold = thresholds[row % 4 * 4 + column % 4]
        // A step is 51; what lies between two steps is rounded up where the threshold lets it.
        func step(_ value: UInt8) -> Int { min(5, (Int(value) * 16 + threshold * 51) / (51 * 16)) }
        indices.append(
          step(pixels[place]) * 36 + step(pixels[place + 1]) * 6 + step(pixels[place + 2]))
      }
    }
    return indices
  }
}
