import TestSupport

/// Random command lines made of pieces that have a meaning somewhere.
struct TestWords {
  private var random: SplitMix64
  private static let pieces = [
    "add", "list", "show", "model", "view", "create", "help", "man", "completion", "--", "-", "",
    "-q", "-n", "-5", "-n5", "--tag", "--tag=", "--tag=x", "--format", "json", "--format=json",
    "--journal", "--star", "--nope", "-nope", "---", "=", "--=", "-=", "a b", "- x", "日本",
    "e\u{301}",
    "\u{0}", "\n", "--help", "--version", "__complete", "👩‍👩‍👧", "-é",
  ]

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
  }

  mutating func words() -> [String] {
    (0..<random.below(8)).map { _ in Self.pieces[random.below(Self.pieces.count)] }
  }
}
