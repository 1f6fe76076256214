#ifndef CLMDB_SHIM_H
#define CLMDB_SHIM_H

#include <lmdb.h>

// Swift has no name for it.
static inline void lmdb_prefetch(const void *address) { __builtin_prefetch(address); }

#endif
