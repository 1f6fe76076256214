import EventLog
import LMDB
import Model
import Objects
import Predicates
import Views

extension Snapshot {
  /// Carries out a plan for a page of the answer.
  package func page(by plan: FetchPlan, _ request: FetchRequest) throws -> Fetched<ListPage> {
    var plan = plan
    var work = FetchWork()
    let page: ListPage
    if case .view(let rows) = plan.source, plan.isExact {
      page = try self.page(of: rows, plan.asked, request)
      work.matches = rows.count
      work.candidatesRead = page.sections.reduce(0) { $0 + $1.rows.count }
    } else if case .sorted = plan.order {
      page = try sortedPage(by: plan, request, &work)
    } else if let read = try readPage(by: plan, request, &work) {
      page = read
    } else {
      // The rows that match lie too far apart.
      plan = plan.lookingAtCandidates
      page = try sortedPage(by: plan, request, &work)
    }
    return Fetched(answer: page, plan: plan, work: work)
  }

  /// Carries out a plan for the number of rows.
  package func count(by plan: FetchPlan) throws -> Fetched<Int> {
    var work = FetchWork()
    if case .view(let rows) = plan.source, plan.filter == nil {
      work.matches = rows.count
    } else {
      var counter = MatchFilter(filter: plan.filter, visitor: MatchCounter())
      try visitCandidates(of: plan, &counter)
      work = counter.work
    }
    return Fetched(answer: work.matches, plan: plan, work: work)
  }

  // MARK: - Pages

  /// A page of rows that are the answer: only those of the page are read, and its sections' counts.
  private func page(
    of rows: RowSelection, _ asked: View, _ request: FetchRequest
  ) throws -> ListPage {
    var page = ListPage(
      sections: [], rowCount: rows.count, sectionCount: try rows.sectionCount(in: transaction))
    if !asked.isSectioned && rows.count == 0 {
      page.sections.append((SectionInfo(index: 0, name: "", numberOfObjects: 0), []))
      return page
    }
    var left = max(request.limit, 0)
    var place = max(request.offset, 0)
    guard left > 0 else { return page }
    var current: (section: RowList.Section, rows: [ObjectID])?
    func close() throws {
      guard let (section, ids) = current else { return }
      let first = try section.firstRow.map { try rows.view.identity(ofRow: $0) }
      page.sections.append(
        (
          SectionInfo(
            index: section.index,
            name: try first.map { try name(ofSectionWith: $0, in: asked) } ?? "",
            numberOfObjects: section.count), ids
        ))
      current = nil
    }
    try rows.forEachRow(from: place, in: transaction) { key in
      let key = key.array
      let id = try rows.view.identity(ofRow: key)
      if let section = current?.section, place >= section.start + section.count { try close() }
      if current == nil {
        current = (try rows.section(ofRow: key, in: transaction), [])
      }
      current?.rows.append(id)
      place += 1
      left -= 1
      return left > 0
    }
    try close()
    return page
  }

  /// A page of rows that come in order, or nearly so: read until it is full; nil where more rows would
  /// be passed by than it takes to look at all candidates instead.
  private func readPage(
    by plan: FetchPlan, _ request: FetchRequest, _ work: inout FetchWork
  ) throws -> ListPage? {
    var reader = MatchFilter(
      filter: plan.filter, work: work, visitor: PageReader(plan, request))
    try visitCandidates(of: plan, &reader)
    work = reader.work
    if reader.visitor.hasGivenUp { return nil }
    try reader.visitor.finish()
    let isWhole = reader.visitor.isWhole
    let sectionCount = reader.visitor.builder.finish()
    return ListPage(
      sections: try sections(
        reader.visitor.builder.sections, of: plan.asked, rowCount: work.matches),
      rowCount: isWhole ? work.matches : nil,
      sectionCount: plan.asked.isSectioned ? isWhole ? sectionCount : nil : 1)
  }

  /// A page of rows that come in no order: all are looked at, those up to its end are kept.
  private func sortedPage(
    by plan: FetchPlan, _ request: FetchRequest, _ work: inout FetchWork
  ) throws -> ListPage {
    let asked = plan.asked
    var builder = PageBuilder(asked, offset: request.offset, limit: request.limit)
    work.matches = 0
    var sorter = MatchFilter(
      filter: plan.filter, work: work,
      visitor: PageSorter(view: asked, least: LeastKeys(capacity: builder.end)))
    try visitCandidates(of: plan, &sorter)
    work = sorter.work
    for key in sorter.visitor.least.removeAll() { try builder.add(key) }
    _ = builder.finish()
    let sizes = sorter.visitor.sizes
    var found = builder.sections
    if asked.isSectioned {
      let keys = sizes.keys.sorted { $0.lexicographicallyPrecedes($1) }
      var place = 0
      for index in found.indices {
        while place < keys.count, keys[place].lexicographicallyPrecedes(found[index].key) {
          place += 1
        }
        found[index].index = place
        found[index].count = sizes[found[index].key] ?? found[index].count
      }
    }
    return ListPage(
      sections: try sections(found, of: asked, rowCount: work.matches), rowCount: work.matches,
      sectionCount: asked.isSectioned ? sizes.count : 1)
  }

  private func sections(
    _ sections: [PageBuilder.Section], of view: View, rowCount: Int
  ) throws -> [(info: SectionInfo, rows: [ObjectID])] {
    if !view.isSectioned {
      // The one section is there, even with nothing in it; not where only the page is empty.
      guard sections.isEmpty, rowCount > 0 else {
        return [
          (
            SectionInfo(index: 0, name: "", numberOfObjects: rowCount),
            sections.first?.rows ?? []
          )
        ]
      }
      return []
    }
    return try sections.map { section in
      (
        SectionInfo(
          index: section.index, name: try name(ofSectionWith: section.first, in: view),
          numberOfObjects: section.count), section.rows
      )
    }
  }

  // MARK: - Candidates

  /// Lends the candidates of a plan to a visitor, in the order of their source, as long as it wants
  /// more.
  private func visitCandidates(
    of plan: FetchPlan, _ visitor: inout some CandidateVisitor
  ) throws {
    switch plan.source {
    case .view(let rows):
      if let among = plan.among {
        try visit(rows, among: among, &visitor)
      } else {
        try withReader { read in
          try rows.forEachRow(in: transaction) { key in
            guard visitor.wantsMore() else { return false }
            try visitor.take(rows.view.identity(ofRow: key), row: key.array, read)
            return true
          }
        }
      }
    case .named(let ids), .unique(_, let ids): try visit(ids, of: plan.asked, &visitor)
    case .texts(let candidates): try visit(candidates, of: plan.asked, &visitor)
    case .objects: try visitObjects(of: plan.asked, plan.filter?.textSieve, &visitor)
    }
  }

  private func withReader<R>(_ body: (Reader) throws -> R) throws -> R {
    try state.withReader(.after, base: transaction, log: transaction, body)
  }

  /// Lends those rows of a view to a visitor that are candidates.
  private func visit(
    _ rows: RowSelection, among candidates: TextCandidates, _ visitor: inout some CandidateVisitor
  ) throws {
    var payloads = try PayloadReader(context.log, in: transaction)
    let view = rows.view
    try withReader { read in
      try rows.forEachRow(in: transaction) { key in
        guard visitor.wantsMore() else { return false }
        let id = try view.identity(ofRow: key)
        switch try candidates.standing(of: id, &payloads) {
        case .notAmong: break
        case .ruledOut: visitor.pass()
        case .candidate: try visitor.take(id, row: key.array, read)
        }
        return true
      }
    }
  }

  /// Lends objects that are there and of a view's family to a visitor.
  private func visit(
    _ ids: [ObjectID], of view: View, _ visitor: inout some CandidateVisitor
  ) throws {
    try withReader { read in
      for id in ids {
        guard visitor.wantsMore() else { return }
        guard let entity = try entity(of: id), view.family.contains(entity) else { continue }
        try visitor.take(id, row: nil, read)
      }
    }
  }

  /// Lends candidates that are there and of a view's family to a visitor, in the order of identities.
  private func visit(
    _ candidates: TextCandidates, of view: View, _ visitor: inout some CandidateVisitor
  ) throws {
    let state = state
    var payloads = try PayloadReader(context.log, in: transaction)
    try withReader { read in
      try candidates.forEach(&payloads) { id, standing, payloads in
        guard visitor.wantsMore() else { return false }
        if case .ruledOut = standing {
          visitor.pass()
        } else if let object = try context.store.object(id, in: transaction),
          view.family.contains(object.entity)
        {
          try take(object, having: [], state, &payloads, read, &visitor)
        }
        return true
      }
    }
  }

  /// Lends each object of a view's family to a visitor, in the order of identities.
  ///
  /// Of the object itself, only what the view reads is decoded, and nothing where the sieve rules it out.
  private func visitObjects(
    of view: View, _ sieve: TextSieve?, _ visitor: inout some CandidateVisitor
  ) throws {
    let state = state
    let properties = view.propertiesRead
    // Of these an object without a value has none; what is kept with others is read as of any object.
    let kept = properties.subtracting(view.relationshipsShown)
    var payloads = try PayloadReader(context.log, in: transaction)
    try withReader { read in
      guard let sieve else {
        return try context.store.forEach(
          of: view.family, decoding: properties, in: transaction
        ) { object in
          guard visitor.wantsMore() else { return false }
          try take(object, having: kept, state, &payloads, read, &visitor)
          return true
        }
      }
      let name = Array(sieve.property.utf8)
      try context.store.forEach(
        of: view.family, decoding: properties, sifting: sieve.property, in: transaction
      ) { text, row in
        switch text {
        case .row(let range): sieve.rulesOut(row.extracting(range))
        case .payload(let sequence):
          try payloads.test(textUnder: name, at: sequence) { sieve.rulesOut($0) } ?? false
        }
      } _: { object in
        guard visitor.wantsMore() else { return false }
        if let object {
          try take(object, having: kept, state, &payloads, read, &visitor)
        } else {
          visitor.pass()
        }
        return true
      }
    }
  }

  /// Lends an object to a visitor: its own values are read from it, all else as of any object.
  ///
  /// - Parameter kept: Properties of which the object has no value where it shows none.
  private func take(
    _ object: StoredObject, having kept: Set<String>, _ state: WorkingState,
    _ payloads: inout PayloadReader, _ read: Reader, _ visitor: inout some CandidateVisitor
  ) throws {
    try visitor.take(object.id, row: nil) { id, property in
      guard id == object.id else { return try read(id, property) }
      if let value = object.values[property] {
        if case .payload(let sequence, let key) = value,
          let value = try payloads.value(under: key, at: sequence)
        {
          return value
        }
        return try state.resolve(value, base: transaction, log: transaction)
      }
      // A path may lead back to the object, and there read what else it has.
      return kept.contains(property) ? .null : try read(id, property)
    }
  }

  /// Sorts the objects that a view shows, where no rows on disk do.
  func scan(_ view: View) throws -> RowList {
    let plan = try plan(view, for: .page(end: .max))
    var collector = MatchFilter(filter: plan.filter, visitor: KeyCollector(view: view))
    try visitCandidates(of: plan, &collector)
    return try .sorted(collector.visitor.keys, of: view)
  }

  /// The name of the section whose first row is an object.
  private func name(ofSectionWith first: ObjectID, in view: View) throws -> String {
    let state = state
    return try state.withReader(.after, base: transaction, log: transaction) {
      try view.sectionName(of: first, $0)
    }
  }
}
