import Foundation
import Testing

/// What the articles show is what these files compile: each block of Swift stands in one of them, sign by
/// sign, apart from white space.
@Suite struct ArticleTests {
  private static let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  private static let root = here.deletingLastPathComponent().deletingLastPathComponent()

  private static func signs(_ text: String) -> String { text.filter { !$0.isWhitespace } }

  private static func texts(in directory: URL, ending: String) throws -> [(String, String)] {
    try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
      .filter { $0.hasSuffix(ending) }
      .map { ($0, try String(contentsOf: directory.appendingPathComponent($0), encoding: .utf8)) }
  }

  @Test func `every block of Swift in an article is compiled here`() throws {
    let compiled =
      try Self.texts(in: Self.here, ending: "Snippets.swift").map(\.1)
      + [
        String(contentsOf: Self.here.appendingPathComponent("Declarations.swift"), encoding: .utf8)
      ]
    let sources = compiled.map(Self.signs)
    var articles = try Self.texts(
      in: Self.root.appendingPathComponent("Sources/Daybook/Daybook.docc"), ending: ".md")
    articles.append(
      (
        "README.md",
        try String(contentsOf: Self.root.appendingPathComponent("README.md"), encoding: .utf8)
      ))
    var count = 0
    for (name, text) in articles {
      for part in text.components(separatedBy: "```swift\n").dropFirst() {
        let block = part.components(separatedBy: "\n```")[0]
        let signs = Self.signs(block)
        count += 1
        #expect(sources.contains { $0.contains(signs) }, "\(name): \(block.prefix(60))")
      }
    }
    #expect(count > 20)
  }
}
