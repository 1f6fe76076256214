/// The headers of a source: the lines that begin its entries.
struct JrnlHeaders {
  /// One header.
  struct Header {
    var line: JrnlLine.Candidate
    /// What is to be said of it, besides that its date may be none.
    var doubt: Doubt?
  }

  /// Why a header could be read otherwise.
  enum Doubt {
    case lacksBlank
    case isNotSeparated
    case hasNoTime
    case isOfAnotherDay
  }

  private(set) var headers: [Header] = []
  /// The lines that look like headers and are none.
  private(set) var lookAlikes: [JrnlLine.LookAlike]
  /// The day that the source is named after.
  private let givenDay: WallClock?
  private let isDayFirst: Bool

  /// Picks the headers of a survey.
  ///
  /// A line of the right form is no header if it neither follows a blank line, as those of its source do,
  /// nor fits in time between the headers around it: that is a quotation.
  init(of survey: consuming JrnlSurvey, format: JrnlFormat, givenDay: WallClock?) {
    self.givenDay = givenDay
    isDayFirst = format.isDayFirst
    lookAlikes = survey.lookAlikes
    let candidates = survey.candidates
    let isBare = format.forms.first.map { !$0.isBracketed } ?? false
    var lastDate: WallClock?
    var nextSure = 0
    for (index, candidate) in candidates.enumerated() {
      let form = candidate.stamp.form
      let date = writtenDate(of: candidate)
      let isOfAnotherDay =
        givenDay.map { given in date.map { $0.dayNumber != given.dayNumber } ?? false } ?? false
      var isInOrder = false
      if let date, !isOfAnotherDay {
        // The next line that is surely a header, if there is one.
        nextSure = max(nextSure, index + 1)
        while nextSure < candidates.count, !isSure(candidates[nextSure], in: format) {
          nextSure += 1
        }
        let following = nextSure < candidates.count ? writtenDate(of: candidates[nextSure]) : nil
        isInOrder = Self.isOrdered(lastDate, date, following)
      }
      let isHeader: Bool
      if format.forms.contains(form) {
        isHeader = candidate.isSeparated || !format.separatesEntries || isInOrder
      } else if form == format.dayForm {
        isHeader = candidate.isSeparated && isInOrder
      } else {
        isHeader = false
      }
      guard isHeader else {
        // jrnl takes neither six characters or fewer nor lines without brackets for a date.
        let range = candidate.dateOffset..<candidate.dateEnd
        if form.isBracketed, range.count > 6, !candidate.lacksBlank {
          let content = range.lowerBound - 1..<range.upperBound + 1
          lookAlikes.append(JrnlLine.LookAlike(line: candidate.line, content: content))
        } else if !form.isBracketed, isBare {
          lookAlikes.append(JrnlLine.LookAlike(line: candidate.line, content: range))
        }
        continue
      }
      var doubt: Doubt?
      if isOfAnotherDay {
        doubt = .isOfAnotherDay
      } else if candidate.lacksBlank {
        doubt = .lacksBlank
      } else if form == format.dayForm {
        doubt = .hasNoTime
      } else if !candidate.isSeparated, !format.isDense, format.separatesEntries || !isInOrder {
        doubt = .isNotSeparated
      }
      headers.append(Header(line: candidate, doubt: doubt))
      if let date, !isOfAnotherDay { lastDate = date }
    }
  }

  /// When a header is, by its date and the day of its source; nil where calendar or clock have no such time.
  func date(of header: Header) -> WallClock? {
    var date = writtenDate(of: header.line)
    if let givenDay {
      date?.year = givenDay.year
      date?.month = givenDay.month
      date?.day = givenDay.day
    }
    return date
  }

  private func writtenDate(of candidate: JrnlLine.Candidate) -> WallClock? {
    candidate.stamp.date(isDayFirst: isDayFirst, on: givenDay)
  }

  private func isSure(_ candidate: JrnlLine.Candidate, in format: JrnlFormat) -> Bool {
    candidate.isSeparated && format.forms.contains(candidate.stamp.form)
      && writtenDate(of: candidate) != nil
  }

  /// Whether a date runs on from the one before to the one after, to the day where it has no time.
  private static func isOrdered(_ before: WallClock?, _ date: WallClock, _ after: WallClock?)
    -> Bool
  {
    if date.hasTime {
      return !(before.map { date.isEarlier(than: $0) } ?? false)
        && !(after.map { $0.isEarlier(than: date) } ?? false)
    }
    return (before.map { $0.dayNumber <= date.dayNumber } ?? true)
      && (after.map { date.dayNumber <= $0.dayNumber } ?? true)
  }
}
