extension Value {
  /// Reads an attribute's value from the text behind `key=`.
  ///
  /// The empty text is no value. Text is taken byte for byte; numbers are decimal; truth values are
  /// `true` and `false`; data is base64. Lists and content have no such text and need JSON.
  ///
  /// - Parameter moment: Reads a moment: by a zone and a clock, which is the caller's to do.
  /// - Throws: ``ValueError``, and what the closure throws.
  public init(
    parsing text: String, as type: AttributeType, moment: (String) throws -> Moment
  ) throws {
    if text.isEmpty {
      self = .null
      return
    }
    switch type {
    case .string:
      self = .string(text)
    case .int:
      guard let int = Int64(text) else {
        throw ValueError(expected: Self.intPhrase, insteadOf: text)
      }
      self = .int(int)
    case .double:
      // `Double` also reads hexadecimal digits and words, of which `nan` is no number to anyone.
      let isDecimal = text.utf8.allSatisfy { "0123456789+-.eE".utf8.contains($0) }
      guard isDecimal, let double = Double(text), double.isFinite else {
        throw ValueError(expected: Self.doublePhrase, insteadOf: text)
      }
      self = .double(double)
    case .bool:
      switch text {
      case "true": self = .bool(true)
      case "false": self = .bool(false)
      default: throw ValueError(expected: "true or false", insteadOf: text)
      }
    case .date:
      self = .date(try moment(text))
    case .data:
      guard let bytes = Base64.decode(text) else {
        throw ValueError(expected: "base64 with its padding", insteadOf: text)
      }
      self = .data(bytes)
    case .content:
      throw ValueError(expected: "\(Self.contentPhrase), given by key:=JSON", insteadOf: text)
    case .uuid:
      guard let id = ObjectID(text) else { throw ValueError(expected: "a UUID", insteadOf: text) }
      self = .uuid(id)
    case .stringList:
      throw ValueError(expected: "a list, given by key:=[\"…\"]", insteadOf: text)
    }
  }

  /// Reads a to-one relationship's value from the text behind `key=`; to-many ones need JSON.
  ///
  /// - Parameter id: Reads an id that is no whole UUID, such as the end of one.
  /// - Throws: ``ValueError``, and what the closure throws.
  public init(
    parsing text: String, as relationship: Relationship,
    id: (String) throws -> ObjectID = { throw ValueError(expected: "a UUID", insteadOf: $0) }
  ) throws {
    if text.isEmpty {
      self = .null
    } else if relationship.isToMany {
      throw ValueError(expected: "a list of ids, given by key:=[\"…\"]", insteadOf: text)
    } else {
      self = .uuid(try ObjectID(text) ?? id(text))
    }
  }
}
