internal import Daybook

/// The media that a text of Markdown shows.
enum MarkdownMedia {
  /// Those of `![…](path)` and `![[name]]` that are among the files, each once, in their order.
  static func media(in text: String, _ files: MediaFiles) -> [ImportedMedium] {
    var media: [ImportedMedium] = []
    var seen: Set<String> = []
    for (target, caption) in targets(in: text) {
      guard let name = target.split(separator: "/").last.map(String.init),
        let file = files.file(named: decoded(name)), seen.insert(file.path).inserted
      else { continue }
      // What it is, its content tells.
      var medium = ImportedMedium(.other)
      medium.name = file.name
      medium.caption = caption.isEmpty ? nil : caption
      medium.file = file
      media.append(medium)
    }
    return media
  }

  private static func targets(in text: String) -> [(target: String, caption: String)] {
    var targets: [(target: String, caption: String)] = []
    var rest = text[...]
    while let mark = rest.firstIndex(of: "!") {
      rest = rest[rest.index(after: mark)...]
      if rest.hasPrefix("[[") {
        let content = rest.dropFirst(2).prefix { $0 != "]" && $0 != "\n" }
        // Behind a bar stands a size or a caption.
        let parts = content.split(separator: "|", maxSplits: 1)
        if let name = parts.first { targets.append((String(name), "")) }
      } else if rest.first == "[" {
        let caption = rest.dropFirst().prefix { $0 != "]" && $0 != "\n" }
        let behind = rest[caption.endIndex...]
        guard behind.hasPrefix("](") else { continue }
        var target = behind.dropFirst(2).prefix { $0 != ")" && $0 != "\n" }
        if target.first == "<" { target = target.dropFirst().prefix { $0 != ">" } }
        // Behind a blank stands a title.
        targets.append((String(target.prefix { $0 != "\"" }).trimmed, String(caption)))
      }
    }
    return targets
  }

  /// A name without the percent signs of a URL.
  private static func decoded(_ name: String) -> String {
    guard name.utf8.contains(UInt8(ascii: "%")) else { return name }
    var bytes: [UInt8] = []
    var rest = Array(name.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension String {
  /// The text without blanks at its ends.
  var trimmed: String {
    var text = self[...]
    while text.first == " " || text.first == "\t" { text.removeFirst() }
    while text.last == " " || text.last == "\t" { text.removeLast() }
    return String(text)
  }
}
