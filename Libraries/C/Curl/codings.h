// The parts of zlib and of Brotli's decoder that are used. They are installed along with libcurl and, like it, loaded
// at run time. libcurl could decode by itself, but accepts a truncated body as a complete one.
#ifndef USECASES_CODINGS_H
#define USECASES_CODINGS_H

#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>

enum { Z_OK = 0, Z_STREAM_END = 1, Z_BUF_ERROR = -5 };

// `z_stream`.
struct zlib_stream {
    const uint8_t *next_in;
    unsigned int avail_in;
    unsigned long total_in;
    uint8_t *next_out;
    unsigned int avail_out;
    unsigned long total_out;
    const char *message;
    void *state;
    void *allocate;
    void *release;
    void *opaque;
    int data_type;
    unsigned long adler;
    unsigned long reserved;
};

struct zlib_functions {
    int (*inflateInit2_)(struct zlib_stream *stream, int bits, const char *version, int size);
    int (*inflate)(struct zlib_stream *stream, int flush);
    int (*inflateReset)(struct zlib_stream *stream);
    int (*inflateEnd)(struct zlib_stream *stream);
};

static inline int zlib_find_functions(void *library, struct zlib_functions *functions) {
#define FIND(name) (*(void **)&functions->name = dlsym(library, #name)) != NULL
    return FIND(inflateInit2_) && FIND(inflate) && FIND(inflateReset) && FIND(inflateEnd);
#undef FIND
}

enum { BROTLI_FAILED = 0, BROTLI_COMPLETE = 1, BROTLI_NEEDS_INPUT = 2, BROTLI_NEEDS_OUTPUT = 3 };

struct brotli_functions {
    void *(*CreateInstance)(void *allocate, void *release, void *opaque);
    int (*DecompressStream)(
        void *decoder, size_t *available_in, const uint8_t **next_in, size_t *available_out, uint8_t **next_out,
        size_t *total_out);
    void (*DestroyInstance)(void *decoder);
};

static inline int brotli_find_functions(void *library, struct brotli_functions *functions) {
#define FIND(name) (*(void **)&functions->name = dlsym(library, "BrotliDecoder" #name)) != NULL
    return FIND(CreateInstance) && FIND(DecompressStream) && FIND(DestroyInstance);
#undef FIND
}

#endif
