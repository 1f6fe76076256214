import CommandLineKit

/// How many of something: a whole number from 0.
struct Count: ArgumentValue, Hashable {
  /// The number.
  let number: Int

  /// Counts so many.
  init(_ number: Int) {
    self.number = number
  }

  /// Reads decimal digits.
  init(argument: String) throws(InvalidArgument) {
    number = Int(clamping: try UInt64(argument: argument))
  }

  /// Decimal digits; none for nothing, which needs no telling.
  var argumentText: String? { number == 0 ? nil : String(number) }
}

/// A size of the log: `40`, or `@40` as where a moment could stand.
struct LogSize: ArgumentValue, Hashable {
  /// How many events.
  let events: UInt64

  /// Reads decimal digits, with or without the sign of a size before them.
  init(argument: String) throws(InvalidArgument) {
    let digits = argument.hasPrefix("@") ? String(argument.dropFirst()) : argument
    do {
      events = try UInt64(argument: digits)
    } catch {
      throw InvalidArgument(
        "\(argument.quoted) is not a size of the log",
        mend: "write a whole number, such as 40 or @40")
    }
  }
}
