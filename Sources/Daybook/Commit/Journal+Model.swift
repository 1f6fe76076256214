import EventLog
import LMDB
public import Model
import Objects
public import Views

extension Journal {
  /// Merges a model file into the model, or makes it the whole of it.
  ///
  /// - Parameters:
  ///   - file: The declarations.
  ///   - replacing: Whether what the file does not name goes; built-in entities stay.
  ///   - request: When, by whom, and what is asked of the commit.
  /// - Returns: The commit; empty where the model says the same already.
  /// - Throws: `ModelError` where the file does not hold together, `JournalError.modelBreaksObjects`
  ///   with the objects that stand in the way, `.modelBreaksView` with the view.
  /// - Complexity: O(objects of the entities that change in a way that could break them); renames and
  ///   changed relationships rebuild the projections, O(events).
  public func applyModel(
    _ file: ModelFile, replacing: Bool = false, _ request: CommitRequest
  ) throws -> Commit {
    try transact(request) { context, device, salts, transaction in
      let old = context.history.model
      let (model, renames) = try old.merging(file, replacing: replacing)
      var writer = try CommitWriter(
        context, request, device: device, salts: salts, in: transaction.reading)
      try writer.check(request, in: transaction.reading)
      if model.jsonText == old.jsonText {
        return Commit(from: writer.from, to: writer.from, recorded: request.recorded)
      }
      // Derived attributes are checked before anything is written.
      let projection = try RowProjection(model)
      let difference = ModelDifference(from: old, to: model, renames: renames)
      let event = try writer.append(
        ChangeResolver.Draft(
          kind: .modelChanged, entity: "", object: .zero,
          values: ModelChange(model: model.jsonText).values),
        in: transaction)
      try ModelHistory.file(event, in: context.models, transaction)
      var names = context.history.names
      names.append(
        renames, stamp: event.header.stamp, identity: event.header.identity)
      let store = context.store.with(model: model, names: names)
      let commit = try writer.finish(in: transaction)

      let isAnew = difference.changesProjections || !renames.isEmpty
      if isAnew {
        try checkObjects(difference, store, context.log, in: transaction.reading)
        do {
          try store.rebuild(from: context.log, isJudged: true, in: transaction)
        } catch let duplicate as DuplicateValues {
          throw JournalError.modelBreaksObjects(
            complaint: "\(duplicate.constraint.owner)."
              + "\(duplicate.constraint.properties.joined(separator: "+")) is to be unique, and "
              + "these have the same",
            objects: [duplicate.first, duplicate.second])
        }
      }
      var catalog = try ViewCatalog(
        context.catalog.store, projection: projection, in: transaction.reading)
      if let (name, error) = catalog.broken.sorted(by: { $0.key < $1.key })
        .first(where: { context.catalog.broken[$0.key] == nil })
      {
        throw JournalError.modelBreaksView(name: name, reason: "\(error)")
      }
      if isAnew { catalog.expire() }
      for item in catalog.stale {
        try catalog.rebuild(
          item.view.name, store: store, log: context.log, spillingTo: self.scratchDirectory,
          in: transaction)
      }
      let fresh = try JournalContext(context.environment, reusing: nil, in: transaction.reading)
      try fresh.buildTextIndexes(anew: isAnew, in: transaction)
      try fresh.dropTextIndexes(in: transaction)
      return commit
    }
  }

  /// Refuses a model that stored objects would break, with those objects.
  private func checkObjects(
    _ difference: ModelDifference, _ store: ObjectStore, _ log: EventLog,
    in transaction: borrowing ReadTransaction
  ) throws {
    let breaking = difference.breaking
    if breaking.isEmpty { return }
    let state = WorkingState(store, log: log)
    var complaint: String?
    var objects: [ObjectID] = []
    var broken: String?
    // Of several complaints the first is told, with every object that it is about; a sub-entity's
    // objects have their parent's complaint.
    func note(_ rule: String, of entity: String, _ id: ObjectID) {
      if broken == nil {
        broken = rule
        complaint = entity + rule
      }
      if broken == rule { objects.append(id) }
    }
    try store.forEachFolded(of: log, in: transaction) { folded in
      let object = folded.object
      guard let entity = store.model.entity(object.entity) else {
        note(
          " would go, and there are objects of it", of: "the entity `\(object.entity)`", object.id)
        return
      }
      for entry in object.values where entity.property(entry.name) == nil {
        note(
          ".\(entry.name) would go, and these objects have a value for it", of: entity.name,
          object.id)
      }
      guard breaking[object.entity] != nil else { return }
      var values = PropertyValues()
      for entry in object.values where entity.property(entry.name) != nil {
        values[entry.name] = try state.resolve(entry.value, base: transaction, log: transaction)
      }
      for error in entity.validate(values) {
        note(".\(error.property) \(error.complaint)", of: entity.name, object.id)
      }
      for relationship in entity.relationships.values where relationship.storage == .stored {
        for target in values[relationship.name]?.identities ?? [] {
          let found = try store.object(target, in: transaction)?.entity
          if found.map({ store.model.family(of: relationship.target).contains($0) }) != true {
            note(
              ".\(relationship.name) refers to an object of another entity", of: entity.name,
              object.id)
          }
        }
      }
    }
    if let complaint {
      throw JournalError.modelBreaksObjects(complaint: complaint, objects: objects)
    }
  }

  /// Defines a view, or drops it.
  ///
  /// - Parameters:
  ///   - name: A name of 1 to 100 bytes without control characters or slashes.
  ///   - definition: What it shows; nil drops it.
  ///   - request: When, by whom, and what is asked of the commit.
  /// - Throws: `ViewError`, or `PredicateError` where the definition does not fit the model.
  public func defineView(
    _ name: String, _ definition: ViewDefinition?, _ request: CommitRequest
  ) throws -> Commit {
    if name == ViewDefinition.byDayName { throw ViewError.builtIn(name) }
    if name.isEmpty || name.utf8.count > 100 {
      throw ViewError.badName(name, reason: "it must have 1 to 100 bytes")
    }
    if name.unicodeScalars.contains(where: { $0.value < 0x20 || $0 == "/" || $0.value == 0x7F }) {
      throw ViewError.badName(name, reason: "it has a control character or a slash")
    }
    return try transact(request) { context, device, salts, transaction in
      if let definition {
        if context.catalog.items[name] != nil || context.catalog.broken[name] != nil {
          throw ViewError.viewExists(name)
        }
        _ = try View(name: name, definition, projection: context.projection)
      } else if context.catalog.broken[name] == nil {
        _ = try context.catalog.item(name)
      }
      var writer = try CommitWriter(
        context, request, device: device, salts: salts, in: transaction.reading)
      try writer.check(request, in: transaction.reading)
      let event = try writer.append(
        ChangeResolver.Draft(
          kind: .viewChanged, entity: "", object: .zero,
          values: ViewStore.values(name: name, definition: definition)),
        in: transaction)
      try context.catalog.store.file(event, in: transaction)
      try refreshViews(&context, in: transaction)
      return try writer.finish(in: transaction)
    }
  }

  /// Reads the views anew, builds those that have no rows, and drops the rows of those that are gone.
  ///
  /// - Parameter anew: Whether all are built anew, as where data goes on under other names.
  func refreshViews(
    _ context: inout JournalContext, anew: Bool = false, in transaction: borrowing WriteTransaction
  ) throws {
    let former = context.catalog
    context.catalog = try ViewCatalog(
      former.store, projection: context.projection, in: transaction.reading)
    if anew { context.catalog.expire() }
    for item in context.catalog.stale {
      try context.catalog.rebuild(
        item.view.name, store: context.store, log: context.log, spillingTo: scratchDirectory,
        in: transaction)
    }
    for name in former.names where context.catalog.items[name] == nil {
      if let database = former.items[name]?.index?.database { try transaction.drop(database) }
    }
  }
}

extension ModelDifference {
  /// Whether objects, references or unique values may have to be filed anew, or could break.
  var changesProjections: Bool {
    changes.values.joined().contains { change in
      switch change {
      case .added, .propertyAdded, .derivedChanged, .relaxed, .defaultChanged, .targetWidened,
        .deleteRuleChanged:
        false
      default: true
      }
    }
  }
}
