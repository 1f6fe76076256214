// zlib: the compression of ZIP archives, and their CRC-32.
#include <zlib.h>

// zlib.h has these two as macros, which check that header and library agree.
static inline int daybook_inflate_init(z_stream *stream) {
  // Negative window bits: raw deflate, as ZIP has it, without zlib's own header.
  return inflateInit2(stream, -MAX_WBITS);
}

static inline int daybook_deflate_init(z_stream *stream) {
  return deflateInit2(stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
}
