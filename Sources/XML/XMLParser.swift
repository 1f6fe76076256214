// The one file of this module that calls Expat and says `unsafe`.

internal import CExpat

/// Reads XML (version 1.0) in any encoding that Expat knows.
///
/// Nothing outside the text is loaded, and Expat refuses entities that grow without measure.
public enum XMLParser {
  /// How many elements may stand within each other.
  public static let depthLimit = 200

  /// The outermost element of a text.
  ///
  /// - Throws: ``XMLError``.
  public static func parse(_ text: [UInt8]) throws(XMLError) -> XMLElement {
    guard let parser = unsafe XML_ParserCreate(nil) else {
      throw XMLError(line: 1, reason: "there is no memory for it")
    }
    defer { unsafe XML_ParserFree(parser) }
    let building = Building()
    // The parser does not outlive this function, in which the object is kept.
    unsafe XML_SetUserData(parser, Unmanaged.passUnretained(building).toOpaque())
    unsafe XML_SetElementHandler(
      parser,
      { data, name, _ in
        guard let data = unsafe data, let name = unsafe name else { return }
        let building = unsafe Unmanaged<Building>.fromOpaque(data).takeUnretainedValue()
        unsafe building.begin(String(cString: name))
      },
      { data, _ in
        guard let data = unsafe data else { return }
        unsafe Unmanaged<Building>.fromOpaque(data).takeUnretainedValue().end()
      })
    unsafe XML_SetCharacterDataHandler(parser) { data, characters, count in
      guard let data = unsafe data, let characters = unsafe characters else { return }
      let building = unsafe Unmanaged<Building>.fromOpaque(data).takeUnretainedValue()
      unsafe characters.withMemoryRebound(to: UInt8.self, capacity: Int(count)) { bytes in
        unsafe building.add(UnsafeBufferPointer(start: bytes, count: Int(count)))
      }
    }
    let status = unsafe text.withUnsafeBytes { buffer in
      unsafe XML_Parse(
        parser, buffer.baseAddress?.assumingMemoryBound(to: CChar.self),
        Int32(clamping: buffer.count), 1)
    }
    let line = unsafe Int(XML_GetCurrentLineNumber(parser))
    guard status == XML_STATUS_OK else {
      let reason = unsafe XML_ErrorString(XML_GetErrorCode(parser)).map {
        unsafe String(cString: $0)
      }
      throw XMLError(line: line, reason: reason ?? "it cannot be understood")
    }
    guard let root = building.root else {
      throw XMLError(line: line, reason: "nested deeper than \(depthLimit) levels")
    }
    return root
  }
}

/// The elements of a document that is being read, from the outermost in.
private final class Building {
  private var open: [XMLElement] = []
  private var isTooDeep = false
  private var finished: XMLElement?

  var root: XMLElement? { isTooDeep ? nil : finished }

  func begin(_ name: String) {
    // Beyond the limit elements are counted and not kept.
    if open.count == XMLParser.depthLimit { isTooDeep = true }
    open.append(XMLElement(name: name))
  }

  func end() {
    guard let element = open.popLast() else { return }
    if isTooDeep { return }
    if open.isEmpty {
      finished = element
    } else {
      open[open.count - 1].elements.append(element)
    }
  }

  func add(_ bytes: UnsafeBufferPointer<UInt8>) {
    if open.isEmpty { return }
    unsafe open[open.count - 1].text += String(decoding: bytes, as: UTF8.self)
  }
}
