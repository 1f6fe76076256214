// Expat: the parser of XML 1.0.
#include <expat.h>
