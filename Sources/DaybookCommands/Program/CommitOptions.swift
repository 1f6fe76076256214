import CommandLineKit

/// The form in which a change set is told beside its operations.
enum BatchForm: String, CaseIterable, ArgumentValue {
  /// The two stages that a table view takes.
  case table
}

/// How a writing command tells what it did.
struct ReportOptions: ParameterTable {
  /// The view whose row operations are told.
  var view = "by-day"
  /// Whether each change set is also told as a batch.
  var batch: BatchForm?

  static let parameters: [Parameter<Self>] = [
    .option(
      "--view", \.view, "NAME", completion: .asked(kind: "view"),
      help: "The view whose row operations to print"),
    .option("--batch", \.batch, "FORM", help: "Add each change set as a batch for a table view"),
  ]
}

/// How a writing command tells what it did, and what it expects.
struct CommitOptions: ParameterTable {
  /// How it is told.
  var report = ReportOptions()
  /// The log's size that the caller saw.
  var expect: UInt64?

  static let parameters: [Parameter<Self>] =
    Parameter.table(\.report, as: "OUTPUT", under: "Output") + [
      .option(
        "--expect", \.expect, "N",
        help: "Refuse with status 4 where the log's size is no longer N")
    ]
}
