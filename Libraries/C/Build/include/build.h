// What is known about the build of this program.
#ifndef CALEARNING_BUILD_H
#define CALEARNING_BUILD_H

// The commit that it was built from, in hexadecimal; empty if whoever built it did not say.
extern const char *const build_commit;

// An argument of the process, without /proc; a null pointer beyond the last one, and where the loader does not tell them.
const char *process_argument(int number);

#endif
