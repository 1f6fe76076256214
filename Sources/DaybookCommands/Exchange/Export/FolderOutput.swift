import CommandLineKit
import Daybook
import Interchange

/// A folder that an export writes, file by file: each is there only once it is whole.
final class FolderOutput: EntryOutput {
  private let path: String
  private let console: Console
  private var file: ExportOutput?
  private var directories: Set<String> = []

  let isFolder = true

  /// Makes the folder where it is not there.
  init(_ path: String, _ console: Console) throws {
    self.path = path.hasSuffix("/") && path.count > 1 ? String(path.dropLast()) : path
    self.console = console
    try Files.makeDirectory(self.path)
  }

  func begin(_ name: String) throws {
    try finish()
    let path = "\(self.path)/\(name)"
    if let parent = Files.parent(of: path), directories.insert(parent).inserted {
      try Files.makeDirectory(parent)
    }
    file = try ExportOutput(path, console, isSynchronized: false)
  }

  func write(_ bytes: [UInt8]) throws {
    try file?.write(bytes)
  }

  /// Ends the last file.
  func finish() throws {
    try file?.finish()
    file = nil
  }
}
