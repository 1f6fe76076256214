import Daybook
import Interchange
import MerkleTree

/// Keeps the media of imported entries in the journal, before the commit that names them.
struct MediaStore {
  /// Where contents are kept; nil: they are only looked at.
  private let journal: Journal?
  private let scratchDirectory: String
  /// What the contents of files were found to be, so that one that is shown often is read once.
  private var known: [String: PropertyValues] = [:]

  init(_ journal: Journal?, scratchDirectory: String) {
    self.journal = journal
    self.scratchDirectory = scratchDirectory
  }

  /// The values of a medium, whose content is in the journal then.
  ///
  /// - Parameters:
  ///   - medium: The medium.
  ///   - doubt: Is told what is to be said of it.
  mutating func values(
    of medium: ImportedMedium, _ doubt: (String) -> Void
  ) throws -> PropertyValues {
    var values: PropertyValues = ["type": .string(medium.kind.rawValue)]
    if let file = medium.file {
      do {
        values = try content(of: file, md5: medium.md5, doubt)
      } catch let error as FileError {
        throw error
      } catch let error as LMDBError {
        throw error
      } catch let error as EventLogError {
        throw error
      } catch {
        doubt("\(file.path) cannot be read (\(error)); the entry is imported without it")
      }
    }
    if let name = medium.name ?? medium.file?.name { values["name"] = .string(name) }
    if let caption = medium.caption { values["caption"] = .string(caption) }
    if let width = medium.width { values["width"] = .int(width) }
    if let height = medium.height { values["height"] = .int(height) }
    if let duration = medium.duration { values["duration"] = .double(duration) }
    return values
  }

  private mutating func content(
    of file: SourceFile, md5: String?, _ doubt: (String) -> Void
  ) throws -> PropertyValues {
    if let values = known[file.path] { return values }
    // What comes out of an archive can be read from front to back alone, and is stored from back to front.
    let copy = try FileStream.temporary(in: scratchDirectory)
    let next = try file.open()
    var hash = SHA256()
    var checksum = MD5()
    var size: UInt64 = 0
    while true {
      let part = try next()
      if part.isEmpty { break }
      hash.update(part)
      checksum.update(part)
      size += UInt64(part.count)
      if journal != nil { try copy.write(part) }
    }
    if let md5, md5 != checksum.finish() {
      doubt("\(file.path) is not what its MD5 says it was; it is kept as it is")
    }
    var values: PropertyValues = [:]
    if let journal {
      let content = ContentReference(digest: hash.finish().bytes, size: size)
      try journal.store(content) { offset, count in
        var bytes: [UInt8] = []
        while bytes.count < count {
          let part = try copy.read(count - bytes.count, at: Int(offset) + bytes.count)
          if part.isEmpty { break }
          bytes += part
        }
        return bytes
      }
      values = try journal.mediumValues(of: content, named: file.name)
    }
    known[file.path] = values
    return values
  }
}
