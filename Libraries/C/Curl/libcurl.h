// The parts of libcurl that are used. It is loaded when the first request is made, so that neither building nor
// starting needs it; its numbers and layouts have been the same in every `libcurl.so.4`, as its maintainers promise.
// The functions here wrap those that Swift cannot call, as they are variadic, or look up all the others.
#ifndef USECASES_LIBCURL_H
#define USECASES_LIBCURL_H

#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>

enum {
    CURLE_UNSUPPORTED_PROTOCOL = 1,
    CURLE_URL_MALFORMAT = 3,
    CURLE_NOT_BUILT_IN = 4,
    CURLE_COULDNT_RESOLVE_PROXY = 5,
    CURLE_COULDNT_RESOLVE_HOST = 6,
    CURLE_COULDNT_CONNECT = 7,
    CURLE_WEIRD_SERVER_REPLY = 8,
    CURLE_HTTP2 = 16,
    CURLE_PARTIAL_FILE = 18,
    CURLE_OUT_OF_MEMORY = 27,
    CURLE_OPERATION_TIMEDOUT = 28,
    CURLE_SSL_CONNECT_ERROR = 35,
    CURLE_GOT_NOTHING = 52,
    CURLE_SEND_ERROR = 55,
    CURLE_RECV_ERROR = 56,
    CURLE_SSL_CERTPROBLEM = 58,
    CURLE_PEER_FAILED_VERIFICATION = 60,
    CURLE_BAD_CONTENT_ENCODING = 61,
    CURLE_FILESIZE_EXCEEDED = 63,
    CURLE_SSL_CACERT_BADFILE = 77,
    CURLE_HTTP2_STREAM = 92,
    CURLE_PROXY = 97,
    CURLE_TOO_LARGE = 100,
};

enum {
    CURLOPT_SSLVERSION = 32,
    CURLOPT_VERBOSE = 41,
    CURLOPT_NOBODY = 44,
    CURLOPT_POST = 47,
    CURLOPT_FRESH_CONNECT = 74,
    CURLOPT_HTTP_VERSION = 84,
    CURLOPT_NOSIGNAL = 99,
    CURLOPT_CONNECTTIMEOUT_MS = 156,
    CURLOPT_HTTP_CONTENT_DECODING = 158,
    CURLOPT_PROTOCOLS = 181,
    CURLOPT_PATH_AS_IS = 234,
    CURLOPT_PROXY_SSLVERSION = 250,
    CURLOPT_SUPPRESS_CONNECT_HEADERS = 265,
    CURLOPT_HTTP09_ALLOWED = 285,
    CURLOPT_QUICK_EXIT = 322,
    CURLOPT_WRITEDATA = 10001,
    CURLOPT_URL = 10002,
    CURLOPT_PROXY = 10004,
    CURLOPT_READDATA = 10009,
    CURLOPT_ERRORBUFFER = 10010,
    CURLOPT_HTTPHEADER = 10023,
    CURLOPT_HEADERDATA = 10029,
    CURLOPT_CUSTOMREQUEST = 10036,
    CURLOPT_CAINFO = 10065,
    CURLOPT_DEBUGDATA = 10095,
    CURLOPT_SEEKDATA = 10168,
    CURLOPT_CONNECT_TO = 10243,
    CURLOPT_WRITEFUNCTION = 20011,
    CURLOPT_READFUNCTION = 20012,
    CURLOPT_HEADERFUNCTION = 20079,
    CURLOPT_DEBUGFUNCTION = 20094,
    CURLOPT_SEEKFUNCTION = 20167,
    CURLOPT_POSTFIELDSIZE_LARGE = 30120,
};

enum {
    CURLINFO_SSL_VERIFYRESULT = 0x200000 + 13,
    CURLINFO_HTTP_CONNECTCODE = 0x200000 + 22,
    CURLINFO_TEXT = 0,
    CURLINFO_HEADER_OUT = 2,
};

enum {
    CURL_ERROR_SIZE = 256,
    CURL_GLOBAL_DEFAULT = 3,
    CURL_HTTP_VERSION_1_1 = 2,
    CURL_HTTP_VERSION_2TLS = 4,
    CURL_READFUNC_ABORT = 0x10000000,
    CURL_WRITEFUNC_PAUSE = 0x10000001,
    CURL_SSLVERSION_TLSv1_2 = 6,
    CURL_SEEKFUNC_OK = 0,
    CURL_SEEKFUNC_CANTSEEK = 2,
    CURL_VERSION_HTTP2 = 1 << 16,
    CURLMOPT_MAXCONNECTS = 6,
    CURLMSG_DONE = 1,
    CURLPAUSE_CONT = 0,
    CURLPROTO_HTTP = 1,
    CURLPROTO_HTTPS = 2,
};

// `CURLMsg`.
struct curl_message {
    int kind;
    void *easy;
    union {
        void *whatever;
        int result;
    } data;
};

// The beginning of `curl_version_info_data`.
struct curl_version {
    int age;
    const char *text;
    unsigned int number;
    const char *host;
    int features;
};

typedef size_t (*curl_data_function)(char *bytes, size_t size, size_t count, void *context);
typedef int (*curl_seek_function)(void *context, int64_t offset, int origin);
typedef int (*curl_debug_function)(void *easy, int kind, char *bytes, size_t size, void *context);

struct curl_functions {
    int (*global_init)(long flags);
    struct curl_version *(*version_info)(int age);
    void *(*easy_init)(void);
    void (*easy_cleanup)(void *easy);
    int (*easy_pause)(void *easy, int bits);
    int (*easy_setopt)(void *easy, int option, ...);
    int (*easy_getinfo)(void *easy, int info, ...);
    void *(*slist_append)(void *list, const char *text);
    void (*slist_free_all)(void *list);
    void *(*multi_init)(void);
    int (*multi_cleanup)(void *multi);
    int (*multi_add_handle)(void *multi, void *easy);
    int (*multi_remove_handle)(void *multi, void *easy);
    int (*multi_setopt)(void *multi, int option, ...);
    int (*multi_perform)(void *multi, int *running);
    int (*multi_poll)(void *multi, void *others, unsigned int count, int milliseconds, int *ready);
    int (*multi_wakeup)(void *multi);
    struct curl_message *(*multi_info_read)(void *multi, int *left);
};

// Whether the library has all of the functions; one that is too old does not.
static inline int curl_find_functions(void *library, struct curl_functions *functions) {
#define FIND(name) (*(void **)&functions->name = dlsym(library, "curl_" #name)) != NULL
    return FIND(global_init) && FIND(version_info) && FIND(easy_init) && FIND(easy_cleanup)
        && FIND(easy_pause) && FIND(easy_setopt) && FIND(easy_getinfo) && FIND(slist_append) && FIND(slist_free_all)
        && FIND(multi_init) && FIND(multi_cleanup) && FIND(multi_add_handle) && FIND(multi_remove_handle)
        && FIND(multi_setopt) && FIND(multi_perform) && FIND(multi_poll) && FIND(multi_wakeup)
        && FIND(multi_info_read);
#undef FIND
}

// If libcurl uses OpenSSL, this prevents its cleanup at process exit, while a thread may still be using it.
static inline void curl_keep_openssl(void *library) {
    int (*initialise)(uint64_t options, const void *settings) = NULL;
    *(void **)&initialise = dlsym(library, "OPENSSL_init_crypto");
    const uint64_t no_atexit = 0x00080000;
    if (initialise) initialise(no_atexit, NULL);
}

static inline int curl_set_number(const struct curl_functions *functions, void *easy, int option, long value) {
    return functions->easy_setopt(easy, option, value);
}

static inline int curl_set_size(const struct curl_functions *functions, void *easy, int option, int64_t value) {
    return functions->easy_setopt(easy, option, value);
}

static inline int curl_set_text(const struct curl_functions *functions, void *easy, int option, const char *value) {
    return functions->easy_setopt(easy, option, value);
}

static inline int curl_set_pointer(const struct curl_functions *functions, void *easy, int option, void *value) {
    return functions->easy_setopt(easy, option, value);
}

static inline int curl_set_data_function(
    const struct curl_functions *functions, void *easy, int option, curl_data_function value) {
    return functions->easy_setopt(easy, option, value);
}

static inline int curl_set_seek_function(
    const struct curl_functions *functions, void *easy, int option, curl_seek_function value) {
    return functions->easy_setopt(easy, option, value);
}

static inline int curl_set_debug_function(
    const struct curl_functions *functions, void *easy, int option, curl_debug_function value) {
    return functions->easy_setopt(easy, option, value);
}

static inline int curl_set_multi_number(
    const struct curl_functions *functions, void *multi, int option, long value) {
    return functions->multi_setopt(multi, option, value);
}

static inline long curl_get_number(const struct curl_functions *functions, void *easy, int info) {
    long value = 0;
    return functions->easy_getinfo(easy, info, &value) == 0 ? value : 0;
}

#endif
