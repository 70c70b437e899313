#include "build.h"

#ifndef CALEARNING_COMMIT
#define CALEARNING_COMMIT ""
#endif

const char *const build_commit = CALEARNING_COMMIT;
