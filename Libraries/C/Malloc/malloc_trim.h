// A function of the GNU C library that Swift's own module for it does not export.
#include <stddef.h>

int malloc_trim(size_t pad);
