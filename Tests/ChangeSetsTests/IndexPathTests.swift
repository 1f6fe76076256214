import ChangeSets
import Testing

@Suite struct IndexPathTests {
  @Test func `paths are ordered by section, then by row`() {
    let ascending = [
      IndexPath(section: 0, row: 0), IndexPath(section: 0, row: 9), IndexPath(section: 1, row: 0),
      IndexPath(section: 1, row: 1), IndexPath(section: 2, row: 0),
    ]
    #expect(ascending.reversed().sorted() == ascending)
  }

  @Test func `a path reads as its two numbers`() {
    #expect(String(describing: IndexPath(section: 3, row: 14)) == "[3, 14]")
  }

  @Test func `a position is its section and its rank from the section's start`() {
    let position = RowPosition(rank: 12, section: 3, sectionStart: 10)
    #expect(position.path == IndexPath(section: 3, row: 2))
  }

  @Test func `a row change tells its id and the paths it has`() {
    let old = IndexPath(section: 0, row: 1)
    let new = IndexPath(section: 2, row: 3)
    let changes: [ChangeSet<String>.RowChange] = [
      .delete("d", at: old), .insert("i", at: new), .move("m", from: old, to: new),
      .update("u", at: old, to: new),
    ]
    #expect(changes.map(\.id) == ["d", "i", "m", "u"])
    #expect(changes.map(\.oldPath) == [old, nil, old, old])
    #expect(changes.map(\.newPath) == [nil, new, new, new])
  }
}
