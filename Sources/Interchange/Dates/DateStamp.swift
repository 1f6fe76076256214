/// A date, and perhaps a time, as a text spells it: the numbers, not yet checked, and their form.
struct DateStamp: Equatable {
  /// The order in which a header names the parts of its date.
  enum Order: UInt8 {
    /// `2026-11-30`, also with `/`, `.` or a month's name.
    case yearFirst
    /// `30.11.2026` or `11/30/2026`: which it is, the source as a whole must tell.
    case yearLast
    /// `30 November 2026`.
    case dayAndName
    /// `November 30, 2026`.
    case nameAndDay
    /// `14:05` alone, as in a file that is named after its day.
    case none
  }

  /// Which half of a day the hours are counted in.
  enum Half: UInt8 {
    /// Hours run from 0 to 23.
    case whole
    /// From 12 AM, midnight, to 11 AM.
    case morning
    /// From 12 PM, noon, to 11 PM.
    case afternoon
  }

  /// What headers of one format have in common.
  ///
  /// Seconds, halves, offsets and days of the week may come and go within one format: they do not make
  /// a line look more or less like a header.
  struct Form: Hashable {
    var order: Order
    /// The byte between the numbers of the date; a blank where the month is a name.
    var separator: UInt8
    var hasTime: Bool
    var isBracketed: Bool
  }

  var form = Form(order: .none, separator: UInt8(ascii: " "), hasTime: false, isBracketed: true)
  var hasSeconds = false
  var half = Half.whole
  var year: UInt16 = 0
  /// The month; of ``Order/yearLast``, the first number.
  var month: UInt8 = 0
  /// The day; of ``Order/yearLast``, the second number.
  var day: UInt8 = 0
  var hour: UInt8 = 0
  var minute: UInt8 = 0
  var second: UInt8 = 0
  var offsetSeconds: Int32?

  /// What it means, or nil where calendar or clock have no such time; nothing is ever carried over.
  func date(isDayFirst: Bool, on givenDay: WallClock? = nil) -> WallClock? {
    let isSwapped = form.order == .yearLast && isDayFirst
    var date = WallClock(
      year: Int(year), month: Int(isSwapped ? day : month), day: Int(isSwapped ? month : day))
    if form.order == .none {
      guard let givenDay else { return nil }
      date = WallClock(year: givenDay.year, month: givenDay.month, day: givenDay.day)
    }
    if form.hasTime {
      date.hasTime = true
      date.hasSeconds = hasSeconds
      date.minute = Int(minute)
      date.second = Int(second)
      date.offsetSeconds = offsetSeconds.map(Int.init)
      switch half {
      case .whole: date.hour = Int(hour)
      case .morning, .afternoon:
        guard (1...12).contains(hour) else { return nil }
        date.hour = Int(hour % 12) + (half == .afternoon ? 12 : 0)
      }
    }
    return date.isValid ? date : nil
  }
}
