import Daybook
import JSON

/// A line of a script of changes.
enum ScriptOperation: Hashable {
  /// A new object; without an id it is given one.
  case insert(ObjectID?, entity: String, values: JSONObject)
  /// New values for the object of an id, or of the end of one.
  case update(String, values: JSONObject)
  /// An end for the object of an id, or of the end of one.
  case delete(String)
  /// All up to here is one commit.
  case commit

  /// Reads a line; nil for an empty one.
  ///
  /// - Throws: A failure that says what is wrong with the line, without its number.
  init?(_ line: ArraySlice<UInt8>) throws {
    guard line.contains(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) else { return nil }
    let json: JSONValue
    do {
      json = try JSONParser.parse(line)
    } catch {
      throw CommandFailure(
        .usage, "column \(error.column): \(error.reason)", column: error.column)
    }
    let members = try Members(json)
    switch try members.text("op") {
    case "insert":
      try members.allow("op", "entity", "id", "values")
      var id: ObjectID?
      if members.object["id"]?.isNull == false {
        let text = try members.text("id")
        id = ObjectID(text)
        guard id != nil else {
          throw CommandFailure(.reference, "the id \(text.inQuotes) is no UUID")
        }
      }
      self = .insert(id, entity: try members.text("entity"), values: try members.values())
    case "update":
      try members.allow("op", "id", "values")
      self = .update(try members.text("id"), values: try members.values())
    case "delete":
      try members.allow("op", "id")
      self = .delete(try members.text("id"))
    case "commit":
      try members.allow("op")
      self = .commit
    case let other:
      throw CommandFailure(
        .usage, "\(other.inQuotes) is no operation; there are insert, update, delete and commit")
    }
  }

  /// The members of a line.
  private struct Members {
    let object: JSONObject

    init(_ json: JSONValue) throws {
      guard let object = json.object else {
        throw CommandFailure(.usage, "an operation is a JSON object, and this is \(json.kind)")
      }
      self.object = object
    }

    func text(_ name: String) throws -> String {
      guard let json = object[name] else {
        throw CommandFailure(.usage, "the operation has no \"\(name)\"")
      }
      guard let text = json.string else {
        throw CommandFailure(.usage, "\"\(name)\" must be a string, and is \(json.kind)")
      }
      return text
    }

    func values() throws -> JSONObject {
      guard let json = object["values"] else { return JSONObject() }
      guard let values = json.object else {
        throw CommandFailure(.usage, "\"values\" must be an object, and is \(json.kind)")
      }
      return values
    }

    func allow(_ names: String...) throws {
      for name in object.keys where !names.contains(name) {
        throw CommandFailure(
          .usage,
          "\(name.inQuotes) is no member of this operation; it has \(names.joined(separator: " "))")
      }
    }
  }
}
