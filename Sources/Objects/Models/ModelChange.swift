public import EventLog
public import Model

/// What a `modelChanged` event says.
///
///     {"model": the model as JSON text, ? "renames": ModelRenames as JSON text}
///
/// A change that was asked for says by `renamedFrom`, in the model's text, under which names the data
/// goes on. One that takes another back restores the former text to the byte, and names the renames
/// beside it: a text has no word for an old name that is in use for something else.
public struct ModelChange: Sendable, Hashable {
  /// The model, as JSON text.
  public var model: String
  /// The renames, as JSON text; nil where the models' texts tell them.
  public var renames: String?

  /// Makes a change.
  public init(model: String, renames: String? = nil) {
    self.model = model
    self.renames = renames
  }

  /// Reads an event; nil for one of another kind, and for one without its payload.
  public init?(_ event: Event) {
    guard event.header.kind == .modelChanged, let values = event.payload?.values,
      case .string(let model) = values["model"]
    else { return nil }
    self.model = model
    if case .string(let renames) = values["renames"] { self.renames = renames }
  }

  /// The payload of the event.
  public var values: PropertyValues {
    var values: PropertyValues = ["model": .string(model)]
    if let renames { values["renames"] = .string(renames) }
    return values
  }

  /// Under which names the data of the model before goes on.
  ///
  /// - Parameters:
  ///   - previous: The model before.
  ///   - next: ``model``, parsed.
  public func renames(from previous: ModelFile, to next: ModelFile) throws(ModelError)
    -> ModelRenames
  {
    if let renames { return try ModelRenames(parsing: renames) }
    return ModelRenames(from: previous, to: next)
  }
}
