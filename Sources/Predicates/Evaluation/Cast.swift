import Model

extension CastType {
  /// Seconds from 1970-01-01 to 2001-01-01, from which Foundation counts.
  private static let referenceSeconds: Int64 = 978_307_200

  /// The value as one of this type; null where it has no such form.
  func cast(_ value: Value) -> Value {
    switch (self, value) {
    case (_, .null): .null
    case (_, .string(let text)): constant(of: text) ?? .null
    case (.number, .bool(let flag)): .int(flag ? 1 : 0)
    case (.number, .int), (.number, .double): value
    case (.number, .date(let moment)): .double(Self.seconds(of: moment))
    case (.string, .bool(let flag)): .string(flag ? "1" : "0")
    case (.string, .int(let number)): .string(String(number))
    case (.string, .double(let number)): .string(Self.text(of: number))
    case (.date, .int), (.date, .double), (.date, .bool):
      value.number.flatMap(Self.moment(ofSeconds:)).map(Value.date) ?? .null
    case (.date, .date), (.uuid, .uuid), (.data, .data), (.content, .content): value
    case (.string, _): Self.constantText(of: value).map { .string($0.text) } ?? .null
    default: .null
    }
  }

  private static func seconds(of moment: Moment) -> Double {
    // Whole seconds and their fraction apart, so that neither loses digits of the other.
    let (whole, fraction) = moment.microseconds.quotientAndRemainder(dividingBy: 1_000_000)
    return Double(whole - referenceSeconds) + Double(fraction) / 1_000_000
  }

  private static func moment(ofSeconds seconds: Double) -> Moment? {
    let microseconds = (seconds * 1_000_000).rounded()
    guard let sinceReference = Int64(exactly: microseconds) else { return nil }
    let (sum, overflows) = sinceReference.addingReportingOverflow(referenceSeconds * 1_000_000)
    return overflows ? nil : Moment(microseconds: sum)
  }

  /// As Foundation's `stringValue` has it: a whole number without its fraction.
  private static func text(of number: Double) -> String {
    if let whole = Int64(exactly: number), abs(number) < 0x1p53 { return String(whole) }
    return "\(number)"
  }
}
