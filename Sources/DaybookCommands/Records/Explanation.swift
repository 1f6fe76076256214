import Daybook
import JSON

extension FetchPlan {
  /// Writes the plan and what carrying it out took as a JSON object.
  ///
  /// - Parameters:
  ///   - work: What was done.
  ///   - writer: Takes the object.
  func write(_ work: FetchWork, to writer: inout JSONWriter) {
    writer.beginObject()
    switch source {
    case .view(let rows):
      writer.member("source", "view")
      writer.member("view", rows.view.name)
      writer.member("reversed", rows.isReversed)
      if !rows.isWhole { writer.member("ranges", rows.ranges.count) }
    case .named: writer.member("source", "named")
    case .unique(let constraint, _):
      writer.member("source", "unique")
      writer.member("properties")
      writer.beginArray()
      for property in constraint.properties { writer.write(property) }
      writer.endArray()
    case .texts: writer.member("source", "texts")
    case .objects: writer.member("source", "objects")
    }
    if let among { writer.member("among", among.count) }
    writer.member("candidates", candidateCount)
    writer.member("filter")
    if let filter { writer.write(filter.text) } else { writer.writeNull() }
    writer.member("order", orderName)
    writer.member("read", work.candidatesRead)
    writer.member("found", work.matches)
    writer.member("words", description)
    writer.endObject()
  }

  private var orderName: String {
    switch order {
    case .asRead: "asRead"
    case .merged: "merged"
    case .sorted: "sorted"
    }
  }
}
