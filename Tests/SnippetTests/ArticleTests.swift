import Foundation
import Testing

/// What the articles show is what these files compile: each block of Swift stands in one of them, line by
/// line, apart from its indentation.
@Suite struct ArticleTests {
  private static let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  private static let root = here.deletingLastPathComponent().deletingLastPathComponent()

  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
  }

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
    let sources = compiled.map(Self.lines)
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
        let block = Self.lines(part.components(separatedBy: "\n```")[0])
        count += 1
        let isCompiled = sources.contains { source in
          source.indices.contains { source[$0...].starts(with: block) }
        }
        #expect(isCompiled, "\(name): \(block.first ?? "")")
      }
    }
    #expect(count > 20)
  }
}
