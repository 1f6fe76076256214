import Collation
import JSON
import MerkleTree
import Model
import Predicates

extension View {
  /// The layout of rows and keys: raised whenever the bytes of one definition's rows change.
  private static let layout = 1

  /// A digest of everything that the view's rows follow from beside the log: the definition, the
  /// parts of the model it reads, the collator, and the layout of keys.
  var fingerprint: Digest {
    var parts = ["layout \(Self.layout)", definition.json.compactDescription]
    parts += Set(sort.map { $0.order.version } + [StringOrder.compare.version]).sorted()
    var entities = family
    for path in pathsToOthers { for hop in path.hops { entities.formUnion(hop.family) } }
    for name in entities.sorted() {
      if let entity = projection.model.entity(name) { parts.append(entity.signature) }
    }
    return SHA256.digest(of: Array(parts.joined(separator: "\u{0}").utf8))
  }
}

extension Entity {
  /// What an entity's values mean, as text: types, derivations, where references lie.
  fileprivate var signature: String {
    var parts = [name, parent ?? ""]
    parts += attributes.values.map { "\($0.name):\($0.type.rawValue)" }.sorted()
    parts += derived.values.map { "\($0.name)=\($0.expression)" }.sorted()
    parts += relationships.values.map {
      "\($0.owner).\($0.name)>\($0.target)\($0.isToMany ? "*" : "")<\($0.inverse ?? "")"
        + $0.storage.signature
    }.sorted()
    return parts.joined(separator: "\u{1}")
  }
}

extension Relationship.Storage {
  /// Where references lie, as text.
  fileprivate var signature: String {
    switch self {
    case .stored: "stored"
    case .inverse(let name): "inverse(relationship: \"\(name)\")"
    }
  }
}
