import LMDB
public import Model
import Predicates
import TextIndex
import Views

/// The objects that can match a predicate by the words of their texts, as text indexes tell.
public struct TextCandidates: Sendable {
  /// The attributes whose indexes were searched, each as its entity and its name.
  public let attributes: [String]
  /// The objects: all that match are among them.
  public let ids: Set<ObjectID>
}

extension Snapshot {
  /// The part of the documents beyond which to name candidates does not help: rows in any order then
  /// have matches enough.
  private static let frequentPart = 0.2
  /// How many documents tell how frequent candidates are.
  private static let sampleSize = 1024

  /// The objects that can match what is asked, by the words of their texts.
  ///
  /// - Returns: Nil where what is asked does not name words, where no index has them, and where they
  ///   are frequent.
  /// - Complexity: O(vocabulary + documents of the words).
  func textCandidates(of asked: View) throws -> TextCandidates? {
    guard let alternatives = asked.predicate?.textAlternatives else { return nil }
    let searched = context.searched.filter { $0.isAttribute(of: asked.definition.entity) }
    if searched.isEmpty { return nil }
    var attributes: Set<String> = []
    var ids: Set<ObjectID> = []
    for parts in alternatives {
      guard let (attribute, query) = query(for: parts, among: searched),
        let index = try TextIndex(attribute, in: transaction)
      else { return nil }
      attributes.insert("\(attribute.entity).\(attribute.name)")
      var looked = 0
      var found = 0
      var isFrequent = false
      try index.forEachBlock(matching: query, in: transaction) { count, candidates in
        looked += count
        found += candidates.count
        for candidate in candidates { ids.insert(candidate.object) }
        isFrequent =
          looked >= Self.sampleSize && Double(found) > Double(looked) * Self.frequentPart
        return !isFrequent
      }
      if isFrequent { return nil }
    }
    return TextCandidates(attributes: attributes.sorted(), ids: ids)
  }

  /// What the first attribute that parts are asked of is to be searched for.
  private func query(
    for parts: [TextPart], among searched: [SearchedAttribute]
  ) -> (SearchedAttribute, TextQuery)? {
    for attribute in searched {
      var query: TextQuery?
      for part in parts where part.property == attribute.name {
        let next = TextQuery(part.needle, part.folding)
        if query == nil { query = next } else { query?.formIntersection(next) }
      }
      if let query, !query.isEmpty { return (attribute, query) }
    }
    return nil
  }
}
