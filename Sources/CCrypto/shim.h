// OpenSSL's libcrypto: SHA-256 and MD5 through their plain functions, Ed25519 through EVP.
//
// OpenSSL 3 marks SHA256_Init and its like as superseded by EVP but ships them; the macro
// takes that mark away. Why they are wanted is told in MerkleTree/LibCrypto/SHA256.swift.
#define OPENSSL_SUPPRESS_DEPRECATED

#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/md5.h>
#include <openssl/sha.h>
