// What is known about the build of this program.
#ifndef CALEARNING_BUILD_H
#define CALEARNING_BUILD_H

// The commit that it was built from, in hexadecimal; empty if whoever built it did not say.
extern const char *const build_commit;

#endif
