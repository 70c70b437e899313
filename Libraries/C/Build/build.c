#include "build.h"

#ifndef BUILD_COMMIT
#define BUILD_COMMIT ""
#endif

const char *const build_commit = BUILD_COMMIT;
