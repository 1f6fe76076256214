import Foundation
import TestSupport
import Testing

/// A short run of `Tools/crash`: writers, watchers and a keeper in processes that are killed.
@Suite struct StressTests {
  @Test(arguments: [UInt64(1)])
  func `killed writers, watchers and compactions lose nothing`(seed: UInt64) throws {
    let directory = try TemporaryDirectory()
    let process = Process()
    // Programs of the package are built beside its tests.
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
      .deletingLastPathComponent().appendingPathComponent("crash")
    process.arguments = ["--seed", "\(seed)", "--seconds", "5", "--directory", directory.path]
    let output = Pipe()
    let errors = Pipe()
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let told = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let complaint = String(
      decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(complaint)")
    // It did what it is for.
    let numbers = told.split(separator: " ").compactMap { Int($0) }
    #expect(told.hasSuffix(": sound\n"))
    #expect(numbers.count == 6 && numbers.allSatisfy { $0 > 0 }, "\(told)")
  }
}
