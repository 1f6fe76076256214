// One of the files of this module that call libcrypto and say `unsafe`.

internal import CCrypto

/// Ed25519 (RFC 8032 §5.1) over whole messages.
package enum Ed25519 {
  /// The length of a seed, which is the private key, in bytes.
  package static let seedByteCount = 32

  /// The length of a public key in bytes.
  package static let publicKeyByteCount = 32

  /// The length of a signature in bytes.
  package static let signatureByteCount = 64

  /// Returns the public key that belongs to `seed`.
  ///
  /// - Precondition: `seed` has `seedByteCount` bytes.
  package static func publicKey(seed: [UInt8]) throws(MerkleTreeError) -> [UInt8] {
    let key = try Key(seed: seed)
    var publicKey = [UInt8](repeating: 0, count: publicKeyByteCount)
    var count = publicKey.count
    guard
      unsafe EVP_PKEY_get_raw_public_key(key.handle, &publicKey, &count) == 1,
      count == publicKeyByteCount
    else { throw unavailable("Ed25519 key generation") }
    return publicKey
  }

  /// Returns the signature of `message`, always the same for the same seed and message.
  ///
  /// - Precondition: `seed` has `seedByteCount` bytes.
  package static func signature(of message: [UInt8], seed: [UInt8]) throws(MerkleTreeError)
    -> [UInt8]
  {
    let key = try Key(seed: seed)
    let context = try Context()
    var signature = [UInt8](repeating: 0, count: signatureByteCount)
    var count = signature.count
    guard
      unsafe EVP_DigestSignInit(context.handle, nil, nil, nil, key.handle) == 1,
      unsafe EVP_DigestSign(context.handle, &signature, &count, message, message.count) == 1,
      count == signatureByteCount
    else { throw unavailable("Ed25519 signing") }
    return signature
  }

  /// Returns whether `signature` is one of `message` under `publicKey`.
  ///
  /// - Precondition: `publicKey` has `publicKeyByteCount` bytes.
  package static func isValid(
    signature: [UInt8], of message: [UInt8], publicKey: [UInt8]
  ) throws(MerkleTreeError) -> Bool {
    guard signature.count == signatureByteCount else { return false }
    let key = try Key(publicKey: publicKey)
    let context = try Context()
    guard unsafe EVP_DigestVerifyInit(context.handle, nil, nil, nil, key.handle) == 1
    else { throw unavailable("Ed25519 verification") }
    let result = unsafe EVP_DigestVerify(
      context.handle, signature, signature.count, message, message.count)
    // Whatever the result, libcrypto's queue of errors, one for each thread, must not grow.
    ERR_clear_error()
    return result == 1
  }

  private static func unavailable(_ operation: String) -> MerkleTreeError {
    ERR_clear_error()
    return .cryptographyUnavailable(operation: operation)
  }

  /// Owns a key of libcrypto.
  @safe private struct Key: ~Copyable {
    let handle: OpaquePointer

    init(seed: [UInt8]) throws(MerkleTreeError) {
      precondition(seed.count == seedByteCount, "An Ed25519 seed has 32 bytes.")
      let handle = unsafe EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nil, seed, seed.count)
      guard let handle = unsafe handle else { throw unavailable("Ed25519") }
      unsafe self.handle = handle
    }

    init(publicKey: [UInt8]) throws(MerkleTreeError) {
      precondition(publicKey.count == publicKeyByteCount, "An Ed25519 public key has 32 bytes.")
      let handle = unsafe EVP_PKEY_new_raw_public_key(
        EVP_PKEY_ED25519, nil, publicKey, publicKey.count)
      guard let handle = unsafe handle else { throw unavailable("Ed25519") }
      unsafe self.handle = handle
    }

    deinit { unsafe EVP_PKEY_free(handle) }
  }

  /// Owns a context of libcrypto for one signature.
  @safe private struct Context: ~Copyable {
    let handle: OpaquePointer

    init() throws(MerkleTreeError) {
      let handle = unsafe EVP_MD_CTX_new()
      guard let handle = unsafe handle else { throw unavailable("Ed25519") }
      unsafe self.handle = handle
    }

    deinit { unsafe EVP_MD_CTX_free(handle) }
  }
}
