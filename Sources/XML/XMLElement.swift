/// An element of an XML document, with the elements and the text in it.
public struct XMLElement: Hashable, Sendable {
  /// Its name.
  public var name: String
  /// The elements in it, in their order.
  public var elements: [XMLElement] = []
  /// The text in it, that of the elements in it left out.
  public var text = ""

  /// Makes an element.
  public init(name: String) {
    self.name = name
  }
}

/// Where and why a text is not XML.
public struct XMLError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line, from 1.
  public var line: Int
  /// What is wrong, as Expat says it.
  public var reason: String

  /// The line and the reason.
  public var description: String { "line \(line): \(reason)" }
}
