import CommandLineKit
import Interchange

/// The forms in which a diary or a journal can come.
enum ImportFormat: Hashable, Sendable {
  /// A diary of another program.
  case diary(DiaryFormat)
  /// The log itself, as JSON lines.
  case jsonl
}

extension ImportFormat: ArgumentValue {
  init(argument: String) throws(InvalidArgument) {
    if argument == "jsonl" {
      self = .jsonl
    } else if let format = DiaryFormat(rawValue: argument) {
      self = .diary(format)
    } else {
      throw InvalidArgument(
        "\(argument.inQuotes) is no format that can be imported",
        mend: "it can be \(Self.argumentValues.joined(separator: ", "))")
    }
  }

  static var argumentValues: [String] { DiaryFormat.allCases.map(\.rawValue) + ["jsonl"] }

  var argumentText: String? { name }

  /// The name by which `--as` and machine output know it.
  var name: String {
    switch self {
    case .diary(let format): format.rawValue
    case .jsonl: "jsonl"
    }
  }
}
