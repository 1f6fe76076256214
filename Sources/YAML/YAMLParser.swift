// The one file of this module that calls libyaml and says `unsafe`.

internal import CYAML

/// Reads YAML (version 1.1, as libyaml does).
public enum YAMLParser {
  /// How many sequences and mappings may stand within each other.
  public static let depthLimit = 200

  /// The first document of a text of UTF-8; nil where there is none.
  ///
  /// - Throws: ``YAMLError``.
  public static func parse(_ text: [UInt8]) throws(YAMLError) -> YAMLValue? {
    let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
    unsafe parser.initialize(to: yaml_parser_t())
    defer { unsafe parser.deallocate() }
    guard unsafe yaml_parser_initialize(parser) == 1 else {
      throw YAMLError(line: 1, reason: "there is no memory for it")
    }
    defer { unsafe yaml_parser_delete(parser) }
    var result: Result<YAMLValue?, YAMLError> = .success(nil)
    unsafe text.withUnsafeBufferPointer { buffer in
      unsafe yaml_parser_set_input_string(parser, buffer.baseAddress, buffer.count)
      var composer = unsafe Composer(parser: parser)
      do throws(YAMLError) {
        result = .success(try composer.document())
      } catch {
        result = .failure(error)
      }
    }
    return try result.get()
  }
}

/// Makes values of a parser's events.
@safe
private struct Composer {
  let parser: UnsafeMutablePointer<yaml_parser_t>
  var anchors: [String: YAMLValue] = [:]

  init(parser: UnsafeMutablePointer<yaml_parser_t>) {
    unsafe self.parser = parser
  }

  private enum Event {
    case scalar(String, isPlain: Bool)
    case sequence
    case mapping
    case end
    case alias
    case document
    case streamEnd
    case other
  }

  mutating func document() throws(YAMLError) -> YAMLValue? {
    while true {
      let (event, _, _) = try next()
      if case .streamEnd = event { return nil }
      if case .document = event { break }
    }
    return try value(depth: 0).value
  }

  private mutating func value(depth: Int) throws(YAMLError) -> (value: YAMLValue?, line: Int) {
    let (event, anchor, line) = try next()
    if depth > YAMLParser.depthLimit {
      throw YAMLError(line: line, reason: "nested deeper than \(YAMLParser.depthLimit) levels")
    }
    let value: YAMLValue
    switch event {
    case .scalar(let text, let isPlain):
      value = .scalar(text, isPlain: isPlain)
    case .sequence:
      var elements: [YAMLValue] = []
      while let element = try self.value(depth: depth + 1).value { elements.append(element) }
      value = .sequence(elements)
    case .mapping:
      var pairs: [YAMLValue.Pair] = []
      while true {
        let (key, line) = try self.value(depth: depth + 1)
        guard let key, let value = try self.value(depth: depth + 1).value else { break }
        pairs.append(YAMLValue.Pair(key: key.text ?? "", value: value, line: line))
      }
      value = .mapping(pairs)
    case .alias:
      guard let anchor, let known = anchors[anchor] else {
        throw YAMLError(line: line, reason: "an alias of what is not there")
      }
      return (known, line)
    case .end, .document, .streamEnd, .other:
      return (nil, line)
    }
    if let anchor { anchors[anchor] = value }
    return (value, line)
  }

  private func next() throws(YAMLError) -> (Event, anchor: String?, line: Int) {
    let event = UnsafeMutablePointer<yaml_event_t>.allocate(capacity: 1)
    unsafe event.initialize(to: yaml_event_t())
    defer { unsafe event.deallocate() }
    guard unsafe yaml_parser_parse(parser, event) == 1 else {
      let problem = unsafe parser.pointee.problem.map { unsafe String(cString: $0) }
      let isReader = unsafe parser.pointee.error == YAML_READER_ERROR
      let line = unsafe isReader ? parser.pointee.mark.line : parser.pointee.problem_mark.line
      throw YAMLError(line: Int(line) + 1, reason: problem ?? "it cannot be understood")
    }
    defer { unsafe yaml_event_delete(event) }
    let line = unsafe Int(event.pointee.start_mark.line) + 1
    func name(_ pointer: UnsafeMutablePointer<UInt8>?) -> String? {
      unsafe pointer.map { unsafe String(cString: $0) }
    }
    switch unsafe event.pointee.type {
    case YAML_SCALAR_EVENT:
      let scalar = unsafe event.pointee.data.scalar
      let bytes = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
      return unsafe (
        .scalar(
          String(decoding: bytes, as: UTF8.self),
          isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE),
        name(scalar.anchor), line
      )
    case YAML_SEQUENCE_START_EVENT:
      return unsafe (.sequence, name(event.pointee.data.sequence_start.anchor), line)
    case YAML_MAPPING_START_EVENT:
      return unsafe (.mapping, name(event.pointee.data.mapping_start.anchor), line)
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: return (.end, nil, line)
    case YAML_ALIAS_EVENT: return unsafe (.alias, name(event.pointee.data.alias.anchor), line)
    case YAML_DOCUMENT_START_EVENT: return (.document, nil, line)
    case YAML_STREAM_END_EVENT: return (.streamEnd, nil, line)
    default: return (.other, nil, line)
    }
  }
}
