// What is known about the build of this program.
#ifndef USECASES_BUILD_H
#define USECASES_BUILD_H

// The commit that it was built from, in hexadecimal; empty if whoever built it did not say.
extern const char *const build_commit;

#endif
