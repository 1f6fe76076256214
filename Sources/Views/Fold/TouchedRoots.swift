import LMDB
import Model
import Objects
import Predicates

extension View {
  /// The objects whose rows the commit at hand may touch: those of the view's own entity that it
  /// touches, and those from which what the view reads leads to an object that it touches.
  ///
  /// A hero leaves a view because its team was renamed: from the team, the references that the view
  /// follows are walked back to the heroes, as they were and as they are.
  ///
  /// - Returns: Identities, ascending.
  func touchedRoots(
    _ state: borrowing WorkingState, base: borrowing ReadTransaction
  ) throws -> [ObjectID] {
    var own: [ObjectID] = []
    var last: (entity: String, isShown: Bool) = ("", false)
    func isShown(_ object: StoredObject?) -> Bool {
      guard let object else { return false }
      if object.entity != last.entity { last = (object.entity, family.contains(object.entity)) }
      return last.isShown
    }
    for touched in state.touched where isShown(touched.before) || isShown(touched.after) {
      own.append(touched.id)
    }
    if pathsToOthers.isEmpty { return own.sorted() }
    var roots = Set(own)
    for path in pathsToOthers {
      for touched in state.touched {
        let id = touched.id
        guard let entity = (touched.after ?? touched.before)?.entity else { continue }
        for depth in path.hops.indices.dropFirst()
        where path.hops[depth].family.contains(entity) && path.reads(touched, at: depth) {
          for side in [WorkingState.Side.before, .after] {
            roots.formUnion(try path.roots(of: id, at: depth, side, state, base: base))
          }
        }
      }
    }
    return roots.sorted()
  }
}

/// A path of relationships that a view follows from its own objects to others.
struct RelationshipPath: Sendable, Hashable {
  /// One entity on the path, and what is read of its objects.
  struct Hop: Sendable, Hashable {
    /// The entity and its sub-entities.
    var family: Set<String>
    /// The property that is read there: the next relationship, or at the end a value.
    var property: String
    /// The relationship that leads from the hop before to this one, nil at the root.
    var arrival: Relationship?
  }

  /// The entities from the root on.
  var hops: [Hop]

  /// Whether the property read at `depth` may differ over the commit.
  func reads(_ touched: WorkingState.Touched, at depth: Int) -> Bool {
    let property = hops[depth].property
    guard let before = touched.before, let after = touched.after else { return true }
    // What is kept at the other end shows in neither's own values.
    if before.values[property] == nil && after.values[property] == nil { return true }
    return before.values[property] != after.values[property]
  }

  /// The root objects from which the path leads to an object at `depth`.
  func roots(
    of id: ObjectID, at depth: Int, _ side: WorkingState.Side,
    _ state: borrowing WorkingState, base: borrowing ReadTransaction
  ) throws -> Set<ObjectID> {
    var reached: Set<ObjectID> = [id]
    for hop in hops[1...depth].reversed() {
      guard let relationship = hop.arrival else { continue }
      var sources: Set<ObjectID> = []
      for id in reached {
        sources.formUnion(
          try state.origins(of: id, through: relationship, side, in: base))
      }
      reached = sources
    }
    return reached
  }
}

extension View {
  /// What the predicate, the sort keys and the section read: all that a row's key depends on.
  var keyReads: Set<PropertyRead> {
    var reads: Set<PropertyRead> = []
    if let predicate { reads.formUnion(predicate.reads) }
    if let section { reads.formUnion(section.reads) }
    for descriptor in sort { reads.formUnion(descriptor.expression.reads) }
    return reads
  }

  /// The paths that the predicate, the sort keys, the section and the derived attributes follow to
  /// other objects.
  var relationshipPaths: Set<RelationshipPath> {
    var reads = keyReads
    for entity in family {
      for (_, expression) in projection.derived[entity] ?? [] { reads.formUnion(expression.reads) }
    }
    return Set(reads.compactMap { path(of: $0) })
  }

  private func path(of read: PropertyRead) -> RelationshipPath? {
    guard let first = read.path.first else { return nil }
    let model = projection.model
    var hops = [RelationshipPath.Hop(family: family, property: first.relationship)]
    for (index, hop) in read.path.enumerated() {
      guard let relationship = model.entity(hop.entity)?.relationships[hop.relationship] else {
        return nil
      }
      let property =
        index + 1 < read.path.count ? read.path[index + 1].relationship : read.property
      hops.append(
        RelationshipPath.Hop(
          family: model.family(of: relationship.target), property: property, arrival: relationship))
    }
    return RelationshipPath(hops: hops)
  }
}
