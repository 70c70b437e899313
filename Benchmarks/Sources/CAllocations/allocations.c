#include "CAllocations.h"

#if defined(__GLIBC__) || defined(__linux__)
#include <stdatomic.h>
#include <stddef.h>

static atomic_long count;
static atomic_int counting;

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t number, size_t size);
extern void *__libc_realloc(void *pointer, size_t size);

static inline void note(void) {
    if (atomic_load_explicit(&counting, memory_order_relaxed))
        atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
}

void *malloc(size_t size) { note(); return __libc_malloc(size); }
void *calloc(size_t number, size_t size) { note(); return __libc_calloc(number, size); }
void *realloc(void *pointer, size_t size) { note(); return __libc_realloc(pointer, size); }

void allocations_start(void) {
    atomic_store(&count, 0);
    atomic_store(&counting, 1);
}

long allocations_stop(void) {
    atomic_store(&counting, 0);
    return atomic_load(&count);
}
#else
void allocations_start(void) {}
long allocations_stop(void) { return -1; }
#endif
