public import Daybook

/// A picture, a recording or another file that belongs to an entry of another diary.
public struct ImportedMedium {
  /// What kind of medium it is, as the model's attribute `type` names it.
  public var kind: MediaType.Kind
  /// The name of its file.
  public var name: String?
  /// What it is said to show.
  public var caption: String?
  /// How many pixels it is wide.
  public var width: Int64?
  /// How many pixels it is high.
  public var height: Int64?
  /// How many seconds it lasts.
  public var duration: Double?
  /// The MD5 that the source gives, in lower-case hexadecimal digits.
  public var md5: String?
  /// Its content; nil where the source has none.
  public var file: SourceFile?

  /// Makes a medium of which nothing is known but its kind.
  public init(_ kind: MediaType.Kind) {
    self.kind = kind
  }
}
