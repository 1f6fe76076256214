extension ModelRenames {
  /// The renames that take these back: all data goes on under the name that it had before.
  ///
  /// Where the model has given a former name to something new, that has to make room. Its data is set
  /// aside, under a name that no model can declare because a control character is in it; the inverse of
  /// the inverse brings it back.
  ///
  /// - Parameters:
  ///   - model: The model that is left, in which these renames are done.
  ///   - mark: What tells the names set aside here from those set aside elsewhere.
  public func inverse(leaving model: ModelFile, mark: String) -> ModelRenames {
    func inverse(_ renames: [String: String], isDeclared: (String) -> Bool) -> [String: String] {
      var inverse: [String: String] = [:]
      for (old, new) in renames { inverse[new] = old }
      for old in renames.keys where inverse[old] == nil && isDeclared(old) {
        inverse[old] = "\(old)\u{1F}\(mark)"
      }
      return inverse
    }
    var taken = ModelRenames()
    taken.entities = inverse(entities) { model.entities[$0] != nil }
    for (entity, renames) in properties {
      let lineage = model.lineage(of: entity).compactMap { model.entities[$0] }
      taken.properties[taken.newName(ofEntity: entity)] = inverse(renames) { property in
        lineage.contains {
          $0.attributes[property] != nil || $0.relationships[property] != nil
        }
      }
    }
    return taken
  }
}
