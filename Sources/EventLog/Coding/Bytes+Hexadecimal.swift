import MerkleTree

extension [UInt8] {
  /// Two digits for each byte, in lower case.
  package var hexadecimal: String { Hexadecimal.encode(self) }
}
