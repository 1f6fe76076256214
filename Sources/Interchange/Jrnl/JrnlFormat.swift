/// How a source writes its headers, decided once from all lines that could be one.
///
/// A line by itself does not tell a header from a remark in brackets, nor a day from a month. The source as
/// a whole does: jrnl writes every header in one form, with a blank line before it.
struct JrnlFormat {
  /// The forms that headers have, the likeliest first; none where nothing can be a header.
  private(set) var forms: [DateStamp.Form] = []
  /// The form of the same date without a time, where headers have times: such a header is taken only in
  /// its place and in doubt.
  private(set) var dayForm: DateStamp.Form?
  /// Of `03/04/2026`, whether 3 is the day.
  private(set) var isDayFirst = true
  /// Whether nothing in the source told which is the day.
  private(set) var isDayFirstAssumed = false
  /// Whether headers follow a blank line, with few exceptions.
  private(set) var separatesEntries = false
  /// Whether headers follow one another without blank lines, as jrnl never writes them.
  private(set) var isDense = false

  /// Decides.
  ///
  /// - Parameter givenDay: The day that the source is named after; only then are times alone headers.
  init(of survey: JrnlSurvey, givenDay: WallClock?) {
    let tallies = Self.tallies(of: survey.candidates, givenDay: givenDay)
    let bracketed = tallies.filter(\.form.isBracketed)
    let bare = tallies.filter { !$0.form.isBracketed && $0.form.hasTime }
    // Text of jrnl 1 has no brackets, and begins with a header. A log kept in the bodies of newer text
    // may have more lines that begin with a time than there are entries.
    let isBare =
      !bare.isEmpty
      && (bracketed.isEmpty || (survey.beginsBare && Self.count(bare) > Self.count(bracketed)))
    let ranked = (isBare ? bare : bracketed).sorted { $0.weight > $1.weight }
    guard let first = ranked.first else { return }
    forms = [first.form]
    let all = Self.count(ranked)
    for tally in ranked.dropFirst() {
      let standsApart = tally.separated * 5 >= tally.count * 4
      let isOfSameDate =
        tally.form.order == first.form.order && tally.form.separator == first.form.separator
      switch (first.form.hasTime, tally.form.hasTime) {
      case (true, true), (false, false):
        // A second form is that of another part of the source, if its lines stand as headers stand
        // and are more than a few.
        if tally.count >= 3, tally.count * 20 >= all, standsApart { forms.append(tally.form) }
      case (false, true):
        // Among days, a time makes a line more of a header, not less.
        if isOfSameDate, standsApart { forms.append(tally.form) }
      case (true, false):
        if isOfSameDate, !isBare { dayForm = tally.form }
      }
    }
    let headers = survey.candidates.filter { forms.contains($0.stamp.form) }
    // jrnl sorts, so that the right order runs upwards.
    let order = DayMonthOrder(of: headers.map(\.stamp), givenDay: givenDay, isSorted: true)
    isDayFirst = order.isDayFirst
    isDayFirstAssumed = order.isAssumed
    let separated = headers.dropFirst().count { $0.isSeparated }
    let others = headers.count - 1 - separated
    separatesEntries = others * 2 <= separated + 1
    isDense = others > separated + 1
  }

  // MARK: - Forms

  private struct Tally {
    var form: DateStamp.Form
    var count = 0
    var separated = 0

    /// What speaks for a form: how often it stands where jrnl puts headers, and that it has a time.
    var weight: Int { (3 * separated + count) * (form.hasTime ? 2 : 1) }
  }

  private static func tallies(of candidates: [JrnlLine.Candidate], givenDay: WallClock?) -> [Tally]
  {
    // There are few forms; the last one met is nearly always the next.
    var tallies: [Tally] = []
    var last = 0
    for candidate in candidates {
      let form = candidate.stamp.form
      guard form.order != .none || givenDay != nil else { continue }
      if last >= tallies.count || tallies[last].form != form {
        last = tallies.firstIndex { $0.form == form } ?? tallies.count
        if last == tallies.count { tallies.append(Tally(form: form)) }
      }
      tallies[last].count += 1
      if candidate.isSeparated { tallies[last].separated += 1 }
    }
    return tallies
  }

  private static func count(_ tallies: [Tally]) -> Int {
    tallies.reduce(0) { $0 + $1.count }
  }
}
