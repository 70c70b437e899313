#include "build.h"

// Any header of the C library defines __GLIBC__, if it is glibc.
#include <limits.h>

#ifndef CALEARNING_COMMIT
#define CALEARNING_COMMIT ""
#endif

const char *const build_commit = CALEARNING_COMMIT;

static int argument_count = 0;
static char **arguments = 0;

#ifdef __GLIBC__
// The loader of glibc calls it with what `main` is called with.
__attribute__((constructor)) static void keep_arguments(int count, char **values) {
  argument_count = count;
  arguments = values;
}
#endif

const char *process_argument(int number) { return number < argument_count ? arguments[number] : 0; }
