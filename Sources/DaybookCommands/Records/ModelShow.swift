import CommandLineKit
import Daybook
import JSON

/// Shows the model: what kinds of records there are, and what each can hold.
struct ModelShow: Command {
  static let name = "model show"
  static let summary = "Shows what kinds of records there are"
  static let discussion = """
    In text every entity is listed with all that it has, the built-in ones too. As JSON it is the \
    model file that 'model apply' takes: your own entities.
    """
  static let examples = [
    Example("daybook model show", "all entities with their properties"),
    Example("daybook model show --format json > model.json", "the model as a file to edit"),
  ]
  static let parameters: [Parameter<Self>] = []

  func run(in session: Session) throws -> ExitCode {
    let model = try session.openForReading().read { $0.model }
    switch session.format {
    case .json: try session.console.writeLine(model.declarations.json.prettyDescription)
    case .jsonl: try session.console.writeLine(model.jsonText)
    case .text where session.isQuiet: break
    case .text: try write(model, to: session.console)
    }
    return .done
  }

  private func write(_ model: ObjectModel, to console: Console) throws {
    let style = console.style
    let names = model.entities.keys.sorted {
      // A person's own entities come first.
      (ObjectModel.isBuiltIn($0) ? 1 : 0, $0) < (ObjectModel.isBuiltIn($1) ? 1 : 0, $1)
    }
    for (index, name) in names.enumerated() {
      guard let entity = model.entity(name) else { continue }
      if index > 0 { try console.writeLine() }
      var heading = style.bold(name.terminalSafe)
      if let parent = entity.parent { heading += style.dim(" : \(parent.terminalSafe)") }
      if ObjectModel.isBuiltIn(name) { heading += style.dim("  built in") }
      try console.writeLine(heading)
      let rows = rows(of: entity)
      let widths = (
        rows.map(\.name.displayWidth).max() ?? 0, rows.map(\.type.displayWidth).max() ?? 0
      )
      for row in rows {
        var line = "  \(row.name.padded(toWidth: widths.0))  \(style.cyan(row.type))"
        if !row.rules.isEmpty {
          let gap = String(repeating: " ", count: widths.1 - row.type.displayWidth + 2)
          line += gap + style.dim(row.rules)
        }
        try console.writeLine(line)
      }
      for constraint in entity.uniqueConstraints where constraint.properties.count > 1 {
        let names = constraint.properties.map(\.terminalSafe).joined(separator: " + ")
        try console.writeLine(style.dim("  \(names) together unique"))
      }
    }
  }

  private func rows(of entity: Entity) -> [(name: String, type: String, rules: String)] {
    let unique = Set(
      entity.uniqueConstraints.filter { $0.properties.count == 1 }.flatMap(\.properties))
    let attributes = entity.attributes.values.map { attribute in
      (
        attribute.name.terminalSafe, attribute.type.rawValue,
        attribute.rules(isUnique: unique.contains(attribute.name)).terminalSafe
      )
    }
    let derived = entity.derived.values.map { attribute in
      (attribute.name.terminalSafe, "derived", "= \(attribute.expression)".terminalSafe)
    }
    let relationships = entity.relationships.values.map { relationship in
      (
        relationship.name.terminalSafe,
        "\(relationship.isToMany ? "⇉" : "→") \(relationship.target)".terminalSafe,
        relationship.rules.terminalSafe
      )
    }
    func sorted(_ rows: [(String, String, String)]) -> [(String, String, String)] {
      rows.sorted { $0.0 < $1.0 }
    }
    return sorted(attributes) + sorted(derived) + sorted(relationships)
  }
}

extension Attribute {
  /// Its rules in words, on one line.
  fileprivate func rules(isUnique: Bool) -> String {
    var rules: [String] = []
    if isRequired { rules.append("required") }
    if isUnique { rules.append("unique") }
    if let defaultValue { rules.append("default \(defaultValue.json())") }
    if let minimum { rules.append("from \(minimum.json())") }
    if let maximum { rules.append("to \(maximum.json())") }
    if let minimumLength { rules.append("at least \(minimumLength) long") }
    if let maximumLength { rules.append("at most \(maximumLength) long") }
    return rules.joined(separator: ", ")
  }
}

extension Relationship {
  /// Its inverse and what happens to the others, on one line.
  fileprivate var rules: String {
    var rules: [String] = []
    if let inverse { rules.append("inverse \(inverse)") }
    if deleteRule != .nullify { rules.append("on delete \(deleteRule.rawValue)") }
    return rules.joined(separator: ", ")
  }
}
