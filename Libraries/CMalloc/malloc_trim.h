// A function of the GNU C library that Swift's own module of it does not show.
#include <stddef.h>

int malloc_trim(size_t pad);
