import EventLog
import LMDB
import Model
import Predicates
import TextIndex
import Views

/// The objects that can match a predicate by the words of their texts, as text indexes tell.
public struct TextCandidates: Sendable {
  /// The attributes whose indexes were searched, each as its entity and its name.
  public let attributes: [String]
  /// How many objects there are: all that match are among them.
  public let count: Int
  /// The texts that have the words, by object and then in the order of the log.
  private let documents: [TextDocument]
  /// A bit for some of the digits of each object's identity: it tells most others at one look.
  private let filter: [UInt64]
  /// What rules out objects by the texts that are in the log; nil where it must be asked of the
  /// objects.
  private let sieve: TextSieve?
  private let name: [UInt8]

  /// Bits of the filter for each object at the least, so that one in so many others is taken for one.
  private static let bitsPerObject = 16

  /// Gathers candidates.
  ///
  /// - Parameters:
  ///   - documents: The texts, in any order.
  ///   - sieve: What rules out objects of which none of the texts passes.
  fileprivate init(attributes: [String], documents: [TextDocument], sieve: TextSieve?) {
    self.attributes = attributes
    self.sieve = sieve
    name = sieve.map { Array($0.property.utf8) } ?? []
    let sorted = documents.sorted {
      ($0.object, $0.sequence) < ($1.object, $1.sequence)
    }
    self.documents = sorted
    var bitCount = 64
    while bitCount < sorted.count * Self.bitsPerObject { bitCount *= 2 }
    var filter = [UInt64](repeating: 0, count: bitCount / 64)
    var count = 0
    for (place, document) in sorted.enumerated() {
      if place > 0, sorted[place - 1].object == document.object { continue }
      count += 1
      let bit = Self.bit(of: document.object, among: bitCount)
      filter[bit >> 6] |= 1 << UInt64(bit & 63)
    }
    self.filter = filter
    self.count = count
  }

  private static func bit(of id: ObjectID, among count: Int) -> Int {
    // The high bits of a product hold something of every bit (Fibonacci hashing, Knuth, TAOCP 6.4).
    let product = (id.high ^ id.low) &* 0x9E37_79B9_7F4A_7C15
    return Int(product >> 32) & (count - 1)
  }

  /// The texts of an object; none where it is not among the candidates.
  private func documents(of id: ObjectID) -> Range<Int> {
    let bit = Self.bit(of: id, among: filter.count * 64)
    guard filter[bit >> 6] >> UInt64(bit & 63) & 1 != 0 else { return 0..<0 }
    var low = 0
    var high = documents.count
    while low < high {
      let middle = (low + high) / 2
      if documents[middle].object < id { low = middle + 1 } else { high = middle }
    }
    var end = low
    while end < documents.count, documents[end].object == id { end += 1 }
    return low..<end
  }

  /// What is known of an object.
  enum Standing {
    case notAmong
    /// It is among them, but none of its texts lets it match.
    case ruledOut
    case candidate
  }

  /// Tells what is known of an object.
  ///
  /// - Parameter payloads: Reads texts that have the words.
  /// - Complexity: O(1) for most that are not among the candidates, O(log n) for others.
  func standing(of id: ObjectID, _ payloads: inout PayloadReader) throws -> Standing {
    let range = documents(of: id)
    return range.isEmpty ? .notAmong : try standing(ofDocuments: range, &payloads)
  }

  private func standing(
    ofDocuments range: Range<Int>, _ payloads: inout PayloadReader
  ) throws -> Standing {
    guard let sieve else { return .candidate }
    for place in range {
      let isRuledOut = try payloads.test(textUnder: name, at: documents[place].sequence) {
        sieve.rulesOut($0)
      }
      if isRuledOut != true { return .candidate }
    }
    return .ruledOut
  }

  /// Calls `body` for each object in the order of identities until it returns false.
  func forEach(
    _ payloads: inout PayloadReader,
    _ body: (ObjectID, Standing, inout PayloadReader) throws -> Bool
  ) throws {
    var start = 0
    while start < documents.count {
      let id = documents[start].object
      var end = start + 1
      while end < documents.count, documents[end].object == id { end += 1 }
      let standing = try standing(ofDocuments: start..<end, &payloads)
      guard try body(id, standing, &payloads) else { return }
      start = end
    }
  }
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
    var sieve = asked.predicate?.textSieve
    var blocks: [[TextDocument]] = []
    for parts in alternatives {
      guard let (attribute, query) = query(for: parts, among: searched),
        let index = try TextIndex(attribute, in: transaction)
      else { return nil }
      attributes.insert("\(attribute.entity).\(attribute.name)")
      // A text that was found in one attribute tells nothing of another, nor under another name.
      if attribute.name != sieve?.property || !attribute.isNamedAsEver { sieve = nil }
      var looked = 0
      var found = 0
      var isFrequent = false
      try index.forEachBlock(matching: query, in: transaction) { count, candidates in
        looked += count
        found += candidates.count
        blocks.append(candidates)
        isFrequent =
          looked >= Self.sampleSize && Double(found) > Double(looked) * Self.frequentPart
        return !isFrequent
      }
      if isFrequent { return nil }
    }
    // The newest came first; identities rise with the log where they were made here.
    return TextCandidates(
      attributes: attributes.sorted(), documents: blocks.reversed().flatMap { $0 }, sieve: sieve)
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
