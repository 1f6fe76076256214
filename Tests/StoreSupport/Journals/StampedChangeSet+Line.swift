public import Daybook

extension StampedChangeSet {
  /// The change set on one line, with all that it says but the values of its rows, of which it has
  /// the versions.
  public var line: String {
    var parts = ["\(view)", "\(from)", "\(to)", "\(recorded)", "\(sections)", "\(rows)"]
    for section in changeSet.deletedSections { parts.append("-\(section.index):\(section.name)") }
    for section in changeSet.insertedSections { parts.append("+\(section.index):\(section.name)") }
    for row in changeSet.rows {
      let old = row.oldPath.map { "\($0.section).\($0.row)" } ?? ""
      let new = row.newPath.map { "\($0.section).\($0.row)" } ?? ""
      let version = records[row.id].map { "\($0.version)/\($0.values.count)" } ?? ""
      parts.append("\(row.kind)\(old)>\(new)=\(row.id)@\(version)")
    }
    return parts.joined(separator: " ")
  }
}

extension ChangeSet.RowChange {
  fileprivate var kind: String {
    switch self {
    case .delete: "d"
    case .move: "m"
    case .insert: "i"
    case .update: "u"
    }
  }
}
