#include "width.h"
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

// Limits how many specs run at the same time, for a plain `swift test`. All 1,500 begin together otherwise, and those that
// measure real time wait for the others. The library has no other way to say so. A value that is already set stays. Some
// specs wait for processes, so there are three for each processor.
__attribute__((constructor)) static void limit_width(void) {
    char width[32];
    snprintf(width, sizeof width, "%ld", 3 * sysconf(_SC_NPROCESSORS_ONLN));
    setenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", width, 0);
}
