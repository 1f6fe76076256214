public import CommandLineKit

extension ExitCode {
  /// The work was done and found something, or found nothing where something was looked for.
  public static let found = Self(rawValue: 1)
  /// The journal, a file or a stream cannot be used.
  public static let unusable = Self(rawValue: 3)
  /// Another writer was first, and the caller asked to be told of it.
  public static let conflict = Self(rawValue: 4)
}
