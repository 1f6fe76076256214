/// A picture as rows of pixels, each four bytes: red, green, blue, and how much it covers.
public struct Bitmap: Sendable, Hashable {
  /// Pixels in a row.
  public let width: Int
  /// Rows.
  public let height: Int
  /// Four bytes for each pixel, row by row from the top.
  public let pixels: [UInt8]

  /// Takes pixels; nil where there are not as many as width and height say, or none.
  public init?(width: Int, height: Int, pixels: [UInt8]) {
    guard width > 0, height > 0, pixels.count == width * height * 4 else { return nil }
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// The picture made to fit into a frame, its proportions kept; one that fits stays as it is.
  ///
  /// Each pixel is the mean of those that it stands for.
  ///
  /// - Parameters:
  ///   - maximumWidth: The columns of the frame, 1 or more.
  ///   - maximumHeight: The rows of the frame, 1 or more.
  /// - Complexity: O(pixels of the picture).
  public func fitted(intoWidth maximumWidth: Int, height maximumHeight: Int) -> Bitmap {
    if width <= maximumWidth, height <= maximumHeight { return self }
    let scale = min(
      Double(maximumWidth) / Double(width), Double(maximumHeight) / Double(height))
    let columns = max(1, Int(Double(width) * scale))
    let rows = max(1, Int(Double(height) * scale))
    var fitted: [UInt8] = []
    fitted.reserveCapacity(columns * rows * 4)
    for row in 0..<rows {
      let top = row * height / rows
      let bottom = max(top + 1, (row + 1) * height / rows)
      for column in 0..<columns {
        let left = column * width / columns
        let right = max(left + 1, (column + 1) * width / columns)
        fitted += mean(left..<right, top..<bottom)
      }
    }
    return Bitmap(width: columns, height: rows, pixels: fitted) ?? self
  }

  /// The mean of a rectangle, colours weighted by how much they cover.
  private func mean(_ columns: Range<Int>, _ rows: Range<Int>) -> [UInt8] {
    var sums = (red: 0, green: 0, blue: 0, alpha: 0)
    for row in rows {
      for column in columns {
        let place = (row * width + column) * 4
        let alpha = Int(pixels[place + 3])
        sums.red += Int(pixels[place]) * alpha
        sums.green += Int(pixels[place + 1]) * alpha
        sums.blue += Int(pixels[place + 2]) * alpha
        sums.alpha += alpha
      }
    }
    guard sums.alpha > 0 else { return [0, 0, 0, 0] }
    return [
      UInt8(sums.red / sums.alpha), UInt8(sums.green / sums.alpha), UInt8(sums.blue / sums.alpha),
      UInt8(sums.alpha / (columns.count * rows.count)),
    ]
  }
}
