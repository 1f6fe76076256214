import Daybook
import StoreSupport
import TestSupport
import Testing

/// Both ends of a relationship in a context: they say the same, before it is saved and afterwards, and
/// what is written is what was done.
@Suite struct ContextRelationshipTests {
  struct Author: TypedRecord, Equatable {
    static let entity = "author"
    var id = ObjectID.zero
    var name: String
    var books: [Reference<Book>] = []
  }

  struct Book: TypedRecord, Equatable {
    static let entity = "book"
    var id = ObjectID.zero
    var title: String
    var author: Reference<Author>?
    var place: Reference<Place>?
    var topics: [Reference<Topic>] = []
  }

  struct Place: TypedRecord, Equatable {
    static let entity = "place"
    var id = ObjectID.zero
    var name: String
    var book: Reference<Book>?
  }

  struct Topic: TypedRecord, Equatable {
    static let entity = "topic"
    var id = ObjectID.zero
    var name: String
    var books: [Reference<Book>] = []
  }

  static let model = """
    {"entities": {
      "author": {
        "attributes": {"name": {"type": "string"}},
        "relationships": {"books": {"to": "book", "many": true, "inverse": "author"}}},
      "book": {
        "attributes": {"title": {"type": "string"}},
        "relationships": {
          "author": {"to": "author", "inverse": "books"},
          "place": {"to": "place", "inverse": "book"},
          "topics": {"to": "topic", "many": true, "inverse": "books"}}},
      "place": {
        "attributes": {"name": {"type": "string"}},
        "relationships": {"book": {"to": "book", "inverse": "place"}}},
      "topic": {
        "attributes": {"name": {"type": "string"}},
        "relationships": {"books": {"to": "book", "many": true, "inverse": "topics"}}}}}
    """

  private func journal(_ seed: UInt64) throws -> (TestJournal, Committer) {
    let test = try TestJournal(seed: seed)
    _ = try test.journal.applyModel(ModelFile(parsing: Self.model), test.request())
    return (test, test.committer)
  }

  @Test(arguments: MergePolicy.allCases)
  func `a list that grew at the other end loses nothing when it is added to`(
    _ policy: MergePolicy
  ) throws {
    let (test, committer) = try journal(1)
    let context = Context(test.journal, by: committer, merging: policy)
    let author = try context.insert(Author(name: "A"))
    let first = try context.insert(Book(title: "1", author: Reference(author.id)))
    let second = try context.insert(Book(title: "2"))
    let third = try context.insert(Book(title: "3"))
    try context.save()
    second.author = Reference(author.id)
    try context.save()
    #expect(author.books == [Reference(first.id), Reference(second.id)])
    author.books.append(Reference(third.id))
    try context.save()
    let stored = try test.journal.object(author.id, as: Author.self)
    #expect(stored?.books.map(\.id) == [first.id, second.id, third.id])
    #expect(author.element == stored && !context.hasChanges && !context.hasNews)
  }

  @Test func `what was set at one end is taken back at the other`() throws {
    let (test, committer) = try journal(2)
    let context = Context(test.journal, by: committer)
    let author = try context.insert(Author(name: "A"))
    let book = try context.insert(Book(title: "1"))
    try context.save()
    author.books.append(Reference(book.id))
    try context.save()
    #expect(book.author == Reference(author.id))
    book.author = nil
    #expect(book.changedValues == ["author": .null] && author.changedValues == ["books": .null])
    #expect(try !context.save().isEmpty)
    #expect(try test.journal.object(book.id, as: Book.self)?.author == nil)
    #expect(author.books.isEmpty)
  }

  @Test func `each end shows what is set at the other, before it is saved`() throws {
    let (test, committer) = try journal(3)
    let context = Context(test.journal, by: committer)
    let ann = try context.insert(Author(name: "Ann"))
    let bob = try context.insert(Author(name: "Bob"))
    let book = try context.insert(Book(title: "1", author: Reference(ann.id)))
    try context.save()
    bob.books.append(Reference(book.id))
    #expect(try book.related(\.author)?.name == "Bob")
    #expect(ann.books.isEmpty && ann.hasChanges)
    #expect(context.updatedObjects == [ann.id, bob.id, book.id])
    // Whoever sets both ends sets one relationship.
    let second = try context.insert(Book(title: "2", author: Reference(ann.id)))
    ann.books.append(Reference(second.id))
    #expect(ann.books == [Reference(second.id)])
    try context.delete(second)
    #expect(ann.books.isEmpty)
    bob.books = []
    book.author = Reference(ann.id)
    #expect(!context.hasChanges && !book.hasChanges && !ann.hasChanges && !bob.hasChanges)
    book.author = nil
    context.rollback()
    #expect(book.author == Reference(ann.id) && ann.books == [Reference(book.id)])
    // An end that is read later shows it as well.
    let other = Context(test.journal, by: committer)
    try #require(try other.object(book.id, as: Book.self)).author = Reference(bob.id)
    #expect(try other.object(ann.id, as: Author.self)?.books == [])
    #expect(try other.object(bob.id, as: Author.self)?.books == [Reference(book.id)])
  }

  @Test func `a list keeps the order in which it was put together`() throws {
    let (test, committer) = try journal(7)
    let context = Context(test.journal, by: committer)
    let author = try context.insert(Author(name: "A"))
    let books = try (0..<3).map { try context.insert(Book(title: "\($0)")) }
    author.books = [2, 0].map { Reference(books[$0].id) }
    try context.save()
    #expect(author.books.map(\.id) == [2, 0].map { books[$0].id })
    let new = try context.insert(Book(title: "3"))
    author.books = [books[2], books[1], new].map { Reference($0.id) }
    let wanted = [books[2], books[1], new].map(\.id)
    #expect(author.books.map(\.id) == wanted)
    try context.save()
    #expect(author.books.map(\.id) == wanted)
    #expect(try test.journal.object(author.id, as: Author.self)?.books.map(\.id) == wanted)
  }

  @Test func `one to one, whoever was there gives way`() throws {
    let (test, committer) = try journal(4)
    let context = Context(test.journal, by: committer)
    let place = try context.insert(Place(name: "shelf"))
    let first = try context.insert(Book(title: "1", place: Reference(place.id)))
    let second = try context.insert(Book(title: "2"))
    #expect(place.book == Reference(first.id))
    try context.save()
    second.place = Reference(place.id)
    #expect(first.place == nil && place.book == Reference(second.id))
    place.book = Reference(first.id)
    #expect(second.place == nil && !context.hasChanges)
    place.book = Reference(second.id)
    try context.save()
    #expect(try test.journal.object(first.id, as: Book.self)?.place == nil)
    #expect(try test.journal.object(second.id, as: Book.self)?.place == Reference(place.id))
  }

  @Test(arguments: MergePolicy.allCases)
  func `two contexts that add to one list both have added`(_ policy: MergePolicy) throws {
    let (test, committer) = try journal(5)
    let context = Context(test.journal, by: committer, merging: policy)
    let author = try context.insert(Author(name: "A"))
    let books = try (0..<4).map { try context.insert(Book(title: "\($0)")) }
    author.books = [Reference(books[0].id), Reference(books[3].id)]
    try context.save()
    let other = Context(test.journal, by: committer, merging: policy)
    let same = try #require(try other.object(author.id, as: Author.self))
    author.books.append(Reference(books[1].id))
    same.books.append(Reference(books[2].id))
    same.books.removeAll { $0.id == books[3].id }
    try other.save()
    #expect(try context.conflicts().isEmpty)
    try context.save()
    let stored = try test.journal.object(author.id, as: Author.self)
    #expect(stored?.books.map(\.id) == [0, 2, 1].map { books[$0].id })
    #expect(author.element == stored && books[3].author == nil)
  }

  @Test func `a relationship to what is inserted later, and to what never is`() throws {
    let (test, committer) = try journal(6)
    let context = Context(test.journal, by: committer)
    let id = committer.newIdentity()
    let author = try context.insert(Author(name: "A", books: [Reference(id)]))
    #expect(author.books == [Reference(id)])
    let size = try test.head().size
    #expect(throws: ChangeError.self) { try context.save() }
    #expect(try test.head().size == size)
    let book = try context.insert(Book(id: id, title: "1"))
    try context.save()
    #expect(book.author == Reference(author.id))
    try context.update(author.id, values: ["books": .string("no list")])
    #expect(throws: ChangeError.self) { try context.save() }
    context.rollback()
    #expect(author.books == [Reference(id)])
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `whatever is set at either end, a save leaves what was shown`(_ seed: UInt64) throws {
    let (test, committer) = try journal(100 + seed)
    let context = Context(test.journal, by: committer)
    var random = SplitMix64(seed: seed)
    let authors = try (0..<3).map { try context.insert(Author(name: "\($0)")) }
    let books = try (0..<5).map { try context.insert(Book(title: "\($0)")) }
    let places = try (0..<3).map { try context.insert(Place(name: "\($0)")) }
    let topics = try (0..<3).map { try context.insert(Topic(name: "\($0)")) }
    func reference<Element>(_ objects: [LiveRecord<Element>]) -> Reference<Element> {
      Reference(objects[Int.random(in: objects.indices, using: &random)].id)
    }
    func flip<Element>(_ list: inout [Reference<Element>], _ reference: Reference<Element>) {
      if let place = list.firstIndex(of: reference) {
        list.remove(at: place)
      } else {
        list.append(reference)
      }
    }
    for step in 0..<120 {
      let isCleared = Int.random(in: 0..<4, using: &random) == 0
      let book = books[Int.random(in: books.indices, using: &random)]
      let author = authors[Int.random(in: authors.indices, using: &random)]
      let place = places[Int.random(in: places.indices, using: &random)]
      let topic = topics[Int.random(in: topics.indices, using: &random)]
      switch Int.random(in: 0..<6, using: &random) {
      case 0: book.author = isCleared ? nil : reference(authors)
      case 1: flip(&author.books, reference(books))
      case 2: book.place = isCleared ? nil : reference(places)
      case 3: place.book = isCleared ? nil : reference(books)
      case 4: flip(&book.topics, reference(topics))
      default: flip(&topic.books, reference(books))
      }
      for book in books {
        for author in authors {
          let isThere = book.author == Reference(author.id)
          #expect(author.books.contains(Reference(book.id)) == isThere, "step \(step)")
        }
        for place in places {
          let isThere = book.place == Reference(place.id)
          #expect((place.book == Reference(book.id)) == isThere, "step \(step)")
        }
        for topic in topics {
          let isThere = book.topics.contains(Reference(topic.id))
          #expect(topic.books.contains(Reference(book.id)) == isThere, "step \(step)")
        }
      }
      guard step % 7 == 6 else { continue }
      let ids = authors.map(\.id) + books.map(\.id) + places.map(\.id) + topics.map(\.id)
      // One event that adds to two lists has one place in both.
      func values(_ record: Record?) -> [String: Set<ObjectID>] {
        var values: [String: Set<ObjectID>] = [:]
        for (name, value) in record?.values ?? [:] { values[name] = Set(value.identities) }
        return values
      }
      let shown = try ids.map { values(try context.record($0)) }
      try context.save()
      #expect(!context.hasChanges)
      for (id, shown) in zip(ids, shown) {
        let stored = try test.journal.record(id)
        #expect(try shown == values(stored) && context.record(id) == stored, "step \(step)")
      }
    }
  }
}
