// Counts the calls of this process that change files below FAULT_ROOT, over all threads. Writes each to FAULT_LOG, and
// subjects one of them to a fault. FAULT_AT is its number, counted from 1. Loaded with LD_PRELOAD. FAULT is one of
//   kill   the process is killed before the call
//   torn   half of the content is written, then the process is killed
//   space  the disk is full: half of the content is written, and whatever needs space from then on fails with ENOSPC
//   io     the call fails with EIO
// or, for all calls, one of
//   locks        the file system has no locks
//   directories  the file system cannot flush directories
// A program that this one starts is not affected.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static const char *root, *fault;
static int number_of_fault, log_file = -1, calls, is_full;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

__attribute__((constructor)) static void begin(void) {
    if (getenv("FAULT_PROCESS") != NULL) return;
    setenv("FAULT_PROCESS", "1", 1);
    root = getenv("FAULT_ROOT");
    fault = getenv("FAULT") ? getenv("FAULT") : "";
    number_of_fault = getenv("FAULT_AT") ? atoi(getenv("FAULT_AT")) : 0;
    log_file = (int)syscall(SYS_openat, AT_FDCWD, getenv("FAULT_LOG"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

// Returns whether the path is below the root. SQLite maps the index of its log into memory, and rewrites it after a
// crash.
static int is_inside(const char *path) {
    size_t length = strlen(path);
    return root && !strncmp(path, root, strlen(root)) && !(length > 4 && !strcmp(path + length - 4, "-shm"));
}

static int absolute(const char *path, char *whole) {
    char folder[PATH_MAX];
    if (path[0] == '/') snprintf(whole, PATH_MAX, "%s", path);
    else if (getcwd(folder, sizeof folder)) snprintf(whole, PATH_MAX, "%s/%s", folder, path);
    else return 0;
    return is_inside(whole);
}

static int opened(int descriptor, char *whole) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = root ? readlink(link, whole, PATH_MAX - 1) : -1;
    if (length < 0) return 0;
    whole[length] = 0;
    return is_inside(whole);
}

static void die(void) { kill(getpid(), SIGKILL); for (;;) pause(); }

enum action { go_on, tear, fail };

// Decides about a call. A call with content can be carried out in part.
static enum action decide(const char *call, const char *path, int needs_space, size_t content) {
    int before = errno;
    pthread_mutex_lock(&lock);
    int is_here = ++calls == number_of_fault;
    char line[PATH_MAX + 64];
    int length = snprintf(line, sizeof line, "%s %s\n", call, path);
    syscall(SYS_write, log_file, line, (size_t)length);
    int was_full = is_full;
    if (is_here && !strcmp(fault, "space")) is_full = 1;
    pthread_mutex_unlock(&lock);
    errno = before;
    if (was_full && needs_space) { errno = ENOSPC; return fail; }
    if (!is_here) return go_on;
    if (!strcmp(fault, "kill")) die();
    if (!strcmp(fault, "torn")) { if (content < 2) die(); return tear; }
    if (!strcmp(fault, "space")) { if (content >= 2) return tear; errno = ENOSPC; return fail; }
    if (!strcmp(fault, "io")) { errno = EIO; return fail; }
    return go_on;
}

#define ORIGINAL(type, name, ...) type (*original)(__VA_ARGS__) = (type (*)(__VA_ARGS__))dlsym(RTLD_NEXT, #name)

#define WRITING(name, parameters, types, whole_call, half_call, descriptor, count)                                     \
    ssize_t name parameters {                                                                                          \
        char path[PATH_MAX];                                                                                           \
        ssize_t(*original) types = (ssize_t(*) types)dlsym(RTLD_NEXT, #name);                                          \
        if (!opened(descriptor, path)) return whole_call;                                                              \
        enum action action = decide(#name, path, 1, count);                                                            \
        if (action == fail) return -1;                                                                                 \
        if (action == go_on) return whole_call;                                                                        \
        ssize_t written = half_call;                                                                                   \
        if (!strcmp(fault, "torn")) die();                                                                             \
        return written;                                                                                                \
    }

WRITING(write, (int d, const void *b, size_t n), (int, const void *, size_t), original(d, b, n), original(d, b, n / 2), d, n)
WRITING(pwrite, (int d, const void *b, size_t n, off_t o), (int, const void *, size_t, off_t), original(d, b, n, o),
        original(d, b, n / 2, o), d, n)
WRITING(pwrite64, (int d, const void *b, size_t n, off64_t o), (int, const void *, size_t, off64_t), original(d, b, n, o),
        original(d, b, n / 2, o), d, n)
WRITING(sendfile, (int d, int s, off_t *o, size_t n), (int, int, off_t *, size_t), original(d, s, o, n),
        original(d, s, o, n / 2), d, n)
WRITING(copy_file_range, (int s, off64_t *o, int d, off64_t *p, size_t n, unsigned f),
        (int, off64_t *, int, off64_t *, size_t, unsigned), original(s, o, d, p, n, f), original(s, o, d, p, n / 2, f), d, n)

#define CHANGING(name, needs_space, find, parameters, types, arguments)                                                \
    int name parameters {                                                                                              \
        char path[PATH_MAX];                                                                                           \
        int(*original) types = (int(*) types)dlsym(RTLD_NEXT, #name);                                                  \
        if ((find) && decide(#name, path, needs_space, 0) == fail) return -1;                                          \
        return original arguments;                                                                                     \
    }

int fsync(int d) {
    char path[PATH_MAX];
    struct stat status;
    ORIGINAL(int, fsync, int);
    if (fault && !strcmp(fault, "directories") && !fstat(d, &status) && S_ISDIR(status.st_mode)) { errno = EINVAL; return -1; }
    if (opened(d, path) && decide("fsync", path, 0, 0) == fail) return -1;
    return original(d);
}

// NFS refuses an exclusive lock on a descriptor that is not open for writing.
int flock(int d, int operation) {
    ORIGINAL(int, flock, int, int);
    if (fault && !strcmp(fault, "locks")) { errno = ENOLCK; return -1; }
    if ((operation & LOCK_EX) && (fcntl(d, F_GETFL) & O_ACCMODE) == O_RDONLY) { errno = EBADF; return -1; }
    return original(d, operation);
}

CHANGING(fdatasync, 0, opened(d, path), (int d), (int), (d))
CHANGING(ftruncate, 0, opened(d, path), (int d, off_t n), (int, off_t), (d, n))
CHANGING(ftruncate64, 0, opened(d, path), (int d, off64_t n), (int, off64_t), (d, n))
CHANGING(fchmod, 0, opened(d, path), (int d, mode_t m), (int, mode_t), (d, m))
CHANGING(rename, 0, absolute(to, path), (const char *from, const char *to), (const char *, const char *), (from, to))
CHANGING(link, 1, absolute(to, path), (const char *from, const char *to), (const char *, const char *), (from, to))
CHANGING(symlink, 1, absolute(to, path), (const char *from, const char *to), (const char *, const char *), (from, to))
CHANGING(unlink, 0, absolute(p, path), (const char *p), (const char *), (p))
CHANGING(rmdir, 0, absolute(p, path), (const char *p), (const char *), (p))
CHANGING(chmod, 0, absolute(p, path), (const char *p, mode_t m), (const char *, mode_t), (p, m))
CHANGING(mkdir, 1, absolute(p, path), (const char *p, mode_t m), (const char *, mode_t), (p, m))

// Opening counts if it can create a file.
#define OPENING(name)                                                                                                  \
    int name(const char *p, int flags, ...) {                                                                          \
        char path[PATH_MAX];                                                                                           \
        va_list rest;                                                                                                  \
        va_start(rest, flags);                                                                                         \
        mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, mode_t) : 0;                                      \
        va_end(rest);                                                                                                  \
        ORIGINAL(int, name, const char *, int, ...);                                                                   \
        struct stat status;                                                                                            \
        if (flags & O_CREAT && absolute(p, path) && decide("open", path, stat(p, &status) != 0, 0) == fail) return -1; \
        return original(p, flags, mode);                                                                               \
    }

OPENING(open)
OPENING(open64)

int openat(int folder, const char *p, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    ORIGINAL(int, openat, int, const char *, int, ...);
    char path[PATH_MAX];
    struct stat status;
    if (flags & O_CREAT && absolute(p, path) && decide("open", path, stat(p, &status) != 0, 0) == fail) return -1;
    return original(folder, p, flags, mode);
}

int unlinkat(int folder, const char *p, int flags) {
    char path[PATH_MAX], at[PATH_MAX];
    ORIGINAL(int, unlinkat, int, const char *, int);
    int is_here = p[0] == '/' || folder == AT_FDCWD ? absolute(p, path) : opened(folder, at);
    if (is_here && p[0] != '/' && folder != AT_FDCWD) snprintf(path, sizeof path, "%.2000s/%.2000s", at, p);
    if (is_here && decide(flags & AT_REMOVEDIR ? "rmdir" : "unlink", path, 0, 0) == fail) return -1;
    return original(folder, p, flags);
}
