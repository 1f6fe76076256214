// swift-tools-version: 6.2
import PackageDescription

/// One row a target: the module diagram of the README is this table.
///
/// A target may import what its row names and nothing else; `Tools/check` holds it to that.
let package = Package(
  name: "Daybook",
  products: [
    .library(name: "Daybook", targets: ["Daybook"]),
    .executable(name: "daybook", targets: ["daybook"]),
  ],
  targets: [
    // The headers of C libraries, each for the one module that wraps it.
    .systemLibrary(name: "CLMDB", pkgConfig: "lmdb", providers: [.apt(["liblmdb-dev"])]),
    .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
    .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),

    // Pure: no disk, no clock.
    module("Bytes"),
    module("OrderedBytes"),
    module("CBOR"),
    module("JSON", "Bytes"),
    module("Model", "JSON"),
    module("Collation", linking: ["_FoundationICU"]),
    module("Predicates", "Model", "Collation", "Bytes"),
    module("ChangeSets"),
    module("CommandLineKit"),
    module("Archive", "CZlib"),
    module("YAML", "CYAML"),
    module("XML", "CExpat"),

    // The system: libc's files.
    module("FileSystem"),

    // On disk, from the engine to the product.
    module("LMDB", "CLMDB"),
    module("MerkleTree", "CCrypto"),
    module("EventLog", "LMDB", "FileSystem", "CBOR", "MerkleTree", "Model"),
    module("OrderedIndex", "LMDB", "Bytes"),
    module("Objects", "EventLog", "LMDB", "CBOR", "MerkleTree", "Model"),
    module("TextIndex", "Objects", "EventLog", "LMDB", "Collation", "MerkleTree", "Model", "Bytes"),
    module(
      "Views", "Objects", "EventLog", "LMDB", "OrderedIndex", "OrderedBytes", "Predicates",
      "Collation", "ChangeSets", "Model", "MerkleTree", "FileSystem", "CBOR", "JSON", "Bytes"),
    module(
      "Daybook", "Views", "TextIndex", "Objects", "EventLog", "LMDB", "OrderedIndex", "FileSystem",
      "MerkleTree", "Predicates", "Collation", "ChangeSets", "Model"),

    // Around the product.
    module(
      "Interchange", "Daybook", "FileSystem", "MerkleTree", "Model", "JSON", "Archive", "YAML",
      "XML", "Bytes"),
    module("Pictures", "Archive"),
    module(
      "DaybookCommands", "Daybook", "Interchange", "CommandLineKit", "MerkleTree", "JSON",
      "Pictures"),
    .executableTarget(
      name: "daybook", dependencies: ["DaybookCommands", "CommandLineKit"],
      swiftSettings: settings()),

    // Long campaigns and side-by-side measurements.
    .executableTarget(
      name: "benchmark", dependencies: ["Daybook", "LMDB", "FileSystem", "JSON", "TestSupport"],
      path: "Tools/benchmark",
      swiftSettings: settings()),

    .executableTarget(
      name: "crash", dependencies: ["Daybook", "TestSupport"], path: "Tools/crash",
      swiftSettings: settings()),

    .executableTarget(
      name: "fuzz",
      dependencies: ["Model", "Predicates", "PredicateSupport", "TestSupport"],
      path: "Tools/fuzz", swiftSettings: settings()),

    // Programs to learn from, each a page of code.
    .target(
      name: "ExampleSupport", dependencies: ["Daybook", "CommandLineKit"],
      path: "Tools/examples/Support",
      swiftSettings: settings()),
    example("photo-diary"),
    example("super-heroes"),
    example("people"),
    example("to-dos"),

    // Tests.
    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: settings()),
    .target(
      name: "StoreSupport", dependencies: ["Daybook", "ChangeSets", "TestSupport"],
      path: "Tests/StoreSupport", swiftSettings: settings()),
    .target(
      name: "PredicateSupport", dependencies: ["JSON", "Model", "Predicates", "TestSupport"],
      path: "Tests/PredicateSupport", swiftSettings: settings()),
    tests("LMDB"),
    tests("OrderedIndex", "LMDB"),
    tests("CBOR"),
    tests("Bytes"),
    tests("OrderedBytes"),
    tests("JSON"),
    tests("MerkleTree"),
    tests("Model", "JSON"),
    tests("Collation"),
    tests("Predicates", "Model", "JSON", "Collation", "PredicateSupport", "fuzz"),
    tests("ChangeSets", "StoreSupport"),
    tests("CommandLineKit"),
    tests("EventLog", "CBOR", "LMDB", "MerkleTree", "Model"),
    tests("Objects", "Daybook", "EventLog", "LMDB", "StoreSupport"),
    tests("TextIndex", "Collation", "Daybook", "FileSystem", "LMDB", "StoreSupport"),
    tests("Views", "Bytes", "JSON", "LMDB", "Model", "Predicates"),
    tests(
      "Daybook", "PredicateSupport", "StoreSupport", "CBOR", "EventLog", "JSON", "MerkleTree",
      "LMDB",
      "crash"),
    .executableTarget(
      name: "CrashWriter", dependencies: ["Daybook", "StoreSupport", "TestSupport"],
      path: "Tests/CrashWriter", swiftSettings: settings()),
    tests("Crash", "CrashWriter", "ChangeSets", "Daybook", "MerkleTree", "StoreSupport"),
    tests("Archive"),
    tests("YAML"),
    tests("XML"),
    .testTarget(
      name: "ExamplesTests",
      dependencies: ["Daybook", "TestSupport", "photo-diary", "super-heroes", "people", "to-dos"],
      exclude: ["Transcripts"], swiftSettings: settings()),
    .testTarget(
      name: "SnippetTests", dependencies: ["Daybook", "TestSupport"], swiftSettings: settings()),
    tests("Pictures"),
    tests("Interchange", "Archive", "Daybook", "JSON", "Model"),
    tests(
      "DaybookCommands", "Daybook", "CommandLineKit", "JSON", "Archive", "PredicateSupport"),
  ],
  swiftLanguageModes: [.v6]
)

func settings() -> [SwiftSetting] {
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
  ]
}

func module(_ name: String, _ imports: Target.Dependency..., linking libraries: [String] = [])
  -> Target
{
  .target(
    name: name, dependencies: imports, swiftSettings: settings(),
    linkerSettings: libraries.map { .linkedLibrary($0) })
}

func example(_ name: String) -> Target {
  .executableTarget(
    name: name, dependencies: ["Daybook", "ExampleSupport"], path: "Tools/examples/\(name)",
    swiftSettings: settings())
}

func tests(_ name: String, _ imports: Target.Dependency...) -> Target {
  let subject: [Target.Dependency] = name == "Crash" ? [] : [.target(name: name)]
  return .testTarget(
    name: "\(name)Tests", dependencies: subject + ["TestSupport"] + imports,
    swiftSettings: settings())
}
