import Foundation

/// The program itself, for what can be seen only from outside of it.
enum BuiltProgram {
  /// Where it was built, beside the tests; nil where it was not.
  static let path: String? = {
    var folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    for _ in 0..<4 {
      let path = folder.appendingPathComponent("daybook").path
      if FileManager.default.isExecutableFile(atPath: path) { return path }
      folder.deleteLastPathComponent()
    }
    return nil
  }()
}
