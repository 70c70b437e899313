#include "width.h"
#include <stdlib.h>

// Limits how many specs run at the same time, for a plain `swift test`. All 1,500 begin together otherwise, and those that
// measure real time wait for the others. The library has no other way to say so. A value that is already set stays.
__attribute__((constructor)) static void limit_width(void) {
    setenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", "16", 0);
}
