/// Something that a diary is asked to do, measured beside bare calls.
struct Workload: Sendable {
  var name: String
  var summary: String
  var run: @Sendable (Bench) throws -> [Measurement]
}

enum Workloads {
  /// All of them, in an order in which none spoils the journals for the next.
  static let all: [Workload] = [
    Workload(
      name: "size", summary: "bytes on disk for each byte of text", run: DiskSize.run),
    Workload(
      name: "rank", summary: "index path of an object, object at an index path", run: Ranks.run),
    Workload(
      name: "fetch", summary: "ranges of a view, limits, counts; a scan beside grep",
      run: Fetches.run),
    Workload(
      name: "insert", summary: "one entry in a durable commit, with its index path",
      run: SingleInsert.run),
    Workload(
      name: "bulk", summary: "a thousand entries in a durable commit", run: BulkCommit.run),
    Workload(
      name: "change-set", summary: "the change set of a commit in journals of all sizes",
      run: ChangeSetCost.run),
    Workload(
      name: "rebuild", summary: "one view, anew from the log", run: ViewRebuild.run),
    Workload(
      name: "search-index", summary: "what the index for search costs an import",
      run: SearchIndex.run),
    Workload(
      name: "search", summary: "texts found among all, as one types, and by looking through all",
      run: Searches.run),
    Workload(
      name: "process", summary: "whole commands from start to end", run: WholeProcess.run),
  ]
}
