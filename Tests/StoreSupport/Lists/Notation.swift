public import ChangeSets

/// The short notation of the tables in these tests.
///
/// A list is `A[a1 a2] B[b1]`: names, and row ids in brackets; `[]` is the one section without a
/// name. A section's key is its name.
///
/// Changes are `-§1` and `+§0` for sections; `-[0,1] b`, `+[0,1] b`, `[0,1]→[0,2] b` (a move) and
/// `[0,1]=[0,2] b` (an update) for rows.
public enum Notation {
  /// The list that a text says.
  public static func snapshot(_ text: String) -> ListState<String> {
    ListState(
      text.split(separator: "]").map { part in
        let halves = part.split(separator: "[", omittingEmptySubsequences: false)
        let name = String(halves[0].drop { $0 == " " })
        return .init(
          key: name, name: name, rows: (halves.last ?? "").split(separator: " ").map(String.init))
      })
  }

  /// A list as text.
  public static func text(_ list: [Section<String>]) -> String {
    list.map { "\($0.name)[\($0.rows.joined(separator: " "))]" }.joined(separator: " ")
  }

  /// Ids with blanks between them.
  public static func ids(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }

  /// A path as text.
  public static func text(_ path: IndexPath) -> String { "[\(path.section),\(path.row)]" }

  /// A change set as text.
  public static func text<ID>(_ changes: ChangeSet<ID>) -> String {
    var parts: [String] = []
    parts += changes.deletedSections.map { "-§\($0.index)" }
    parts += changes.insertedSections.map { "+§\($0.index)" }
    parts += changes.rows.map { change in
      switch change {
      case .delete(let id, let old): "-\(text(old)) \(id)"
      case .insert(let id, let new): "+\(text(new)) \(id)"
      case .move(let id, let old, let new): "\(text(old))→\(text(new)) \(id)"
      case .update(let id, let old, let new): "\(text(old))=\(text(new)) \(id)"
      }
    }
    return parts.joined(separator: ", ")
  }

  /// The lists of a batch that are not empty: `reload`, sections, rows, `move`.
  public static func text(_ batch: TableBatch) -> String {
    func joined<T>(_ items: [T], _ text: (T) -> String) -> String {
      items.map(text).joined(separator: " ")
    }
    let lists = [
      ("reload ", joined(batch.reloadRows, text)),
      ("-§", joined(batch.deleteSections, String.init)),
      ("+§", joined(batch.insertSections, String.init)),
      ("-", joined(batch.deleteRows, text)),
      ("+", joined(batch.insertRows, text)),
      ("move ", joined(batch.moveRows) { "\(text($0.from))→\(text($0.to))" }),
    ]
    return lists.filter { !$0.1.isEmpty }.map { $0.0 + $0.1 }.joined(separator: ", ")
  }
}
