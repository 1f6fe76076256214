import ChangeSets
import StoreSupport
import Testing

@Suite struct ApplyingTests {
  private typealias Changes = ChangeSet<String>
  private let list = Notation.snapshot("A[a b] B[c]").list

  private func path(_ section: Int, _ row: Int) -> IndexPath {
    IndexPath(section: section, row: row)
  }

  @Test func `an empty change set leaves the list as it is`() throws {
    #expect(try Changes().applying(to: list) == list)
    #expect(try Changes().applying(to: []) == [])
  }

  @Test func `names come from the change set for new sections and from the list for others`() throws
  {
    let changes = Changes(
      deletedSections: [.init(index: 0, name: "A")],
      insertedSections: [.init(index: 1, name: "C"), .init(index: 2, name: "D")],
      rows: [
        .delete("b", at: path(0, 1)), .insert("x", at: path(0, 0)),
        .move("a", from: path(0, 0), to: path(1, 0)), .insert("y", at: path(2, 0)),
        .update("c", at: path(1, 0), to: path(0, 1)),
      ])
    #expect(try Notation.text(changes.applying(to: list)) == "B[x c] C[a] D[y]")
  }

  @Test func `a path outside the old list is refused`() {
    for outside in [path(0, 2), path(2, 0), path(-1, 0), path(0, -1)] {
      #expect(throws: ChangeSetError.noRow(outside)) {
        try Changes(rows: [.delete("a", at: outside)]).applying(to: list)
      }
      #expect(throws: ChangeSetError.noRow(outside)) {
        try Changes(rows: [.update("a", at: outside, to: path(0, 0))]).applying(to: list)
      }
    }
  }

  @Test func `another row at an old path is refused`() {
    #expect(throws: ChangeSetError.anotherRow(path(0, 1))) {
      try Changes(rows: [.move("a", from: path(0, 1), to: path(0, 0))]).applying(to: list)
    }
    #expect(throws: ChangeSetError.anotherRow(path(1, 0))) {
      try Changes(rows: [.update("a", at: path(1, 0), to: path(0, 0))]).applying(to: list)
    }
  }

  @Test func `a row claimed twice is refused`() {
    #expect(throws: ChangeSetError.noRow(path(0, 0))) {
      try Changes(rows: [
        .delete("a", at: path(0, 0)), .move("a", from: path(0, 0), to: path(1, 0)),
      ]).applying(to: list)
    }
    #expect(throws: ChangeSetError.noRow(path(0, 0))) {
      try Changes(rows: [
        .delete("a", at: path(0, 0)), .update("a", at: path(0, 0), to: path(0, 0)),
      ]).applying(to: list)
    }
  }

  @Test func `a path without a place in the new list is refused`() {
    for outside in [path(0, 3), path(2, 0), path(-1, 0), path(0, -1)] {
      #expect(throws: ChangeSetError.noPlace(outside)) {
        try Changes(rows: [.insert("x", at: outside)]).applying(to: list)
      }
    }
    #expect(throws: ChangeSetError.noPlace(path(0, 0))) {
      try Changes(rows: [.insert("x", at: path(0, 0)), .insert("y", at: path(0, 0))])
        .applying(to: list)
    }
  }

  @Test func `arrivals out of their canonical order are refused`() {
    #expect(throws: ChangeSetError.noPlace(path(0, 0))) {
      try Changes(rows: [.insert("y", at: path(0, 1)), .insert("x", at: path(0, 0))])
        .applying(to: list)
    }
  }

  @Test func `an update whose new path is of another row is refused`() {
    #expect(throws: ChangeSetError.noPlace(path(0, 1))) {
      try Changes(rows: [.update("a", at: path(0, 0), to: path(0, 1))]).applying(to: list)
    }
    #expect(throws: ChangeSetError.noPlace(path(1, 1))) {
      try Changes(rows: [.update("a", at: path(0, 0), to: path(1, 1))]).applying(to: list)
    }
  }

  @Test func `a section that is not there, or is named twice, is refused`() {
    #expect(throws: ChangeSetError.noSection(2)) {
      try Changes(deletedSections: [.init(index: 2, name: "C")]).applying(to: list)
    }
    #expect(throws: ChangeSetError.noSection(4)) {
      try Changes(insertedSections: [.init(index: 4, name: "C")]).applying(to: list)
    }
    #expect(throws: ChangeSetError.noSection(1)) {
      try Changes(
        insertedSections: [.init(index: 1, name: "C"), .init(index: 1, name: "D")]
      ).applying(to: list)
    }
  }

  @Test func `a deleted section with rows left is refused`() {
    #expect(throws: ChangeSetError.rowsRemain(section: 0)) {
      try Changes(
        deletedSections: [.init(index: 0, name: "A")], rows: [.delete("a", at: path(0, 0))]
      ).applying(to: list)
    }
  }

  @Test func `an error says which section or path does not fit`() {
    let errors: [(ChangeSetError, String)] = [
      (.noSection(7), "section 7"), (.noRow(path(1, 2)), "[1, 2]"),
      (.anotherRow(path(1, 2)), "[1, 2]"), (.rowsRemain(section: 7), "section 7"),
      (.noPlace(path(1, 2)), "[1, 2]"),
    ]
    for (error, place) in errors {
      #expect(error.description.contains(place))
      #expect(error.description.hasSuffix("."))
    }
  }
}
