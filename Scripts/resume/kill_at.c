// Kills the process at one of its calls that change files: the one whose number is in KILL_AT, counted from 1 over all
// threads, before it does anything; KILL_AFTER=1 lets it be done first. It is loaded with LD_PRELOAD.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

static atomic_int calls;

static int is_here(void) {
    const char *number = getenv("KILL_AT");
    return number != NULL && atomic_fetch_add(&calls, 1) + 1 == atoi(number);
}

static void die(void) { kill(getpid(), SIGKILL); }

static int is_after(void) { return getenv("KILL_AFTER") != NULL; }

#define INTERPOSE(type, name, parameters, arguments)                                                                   \
    type name parameters {                                                                                             \
        type(*original) parameters = (type(*) parameters)dlsym(RTLD_NEXT, #name);                                      \
        int here = is_here();                                                                                          \
        if (here && !is_after()) die();                                                                                \
        type result = original arguments;                                                                              \
        if (here) die();                                                                                               \
        return result;                                                                                                 \
    }

INTERPOSE(ssize_t, write, (int descriptor, const void *bytes, size_t count), (descriptor, bytes, count))
INTERPOSE(int, fsync, (int descriptor), (descriptor))
INTERPOSE(int, rename, (const char *from, const char *to), (from, to))
INTERPOSE(int, unlink, (const char *path), (path))
INTERPOSE(int, mkdir, (const char *path, unsigned mode), (path, mode))
INTERPOSE(int, ftruncate, (int descriptor, long size), (descriptor, size))
