// The parts of OpenSSL's libcrypto that are used. It is loaded when the first password is hashed, so that neither building
// nor starting needs it; these functions are the same in `libcrypto.so.1.1` and in `libcrypto.so.3`.
#ifndef USECASES_LIBCRYPTO_H
#define USECASES_LIBCRYPTO_H

#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>

// Prevents the library's cleanup at process exit, while a thread may still be hashing.
enum { OPENSSL_INIT_NO_ATEXIT = 0x00080000 };

struct libcrypto_functions {
    int (*OPENSSL_init_crypto)(uint64_t options, const void *settings);
    // Returns 1; 0 if the parameters are out of range, or need more than `memory_limit` bytes, or there is no memory.
    int (*EVP_PBE_scrypt)(
        const char *password, size_t password_length, const uint8_t *salt, size_t salt_length, uint64_t n, uint64_t r,
        uint64_t p, uint64_t memory_limit, uint8_t *key, size_t key_length);
    // Returns the digest, 32 bytes.
    uint8_t *(*SHA256)(const uint8_t *message, size_t length, uint8_t *digest);
    // Returns 0 if the bytes are equal, in a time that does not depend on them.
    int (*CRYPTO_memcmp)(const void *first, const void *second, size_t length);
};

// Whether the library has all of the functions; one that was built without scrypt does not.
static inline int libcrypto_find_functions(void *library, struct libcrypto_functions *functions) {
#define FIND(name) (*(void **)&functions->name = dlsym(library, #name)) != NULL
    return FIND(OPENSSL_init_crypto) && FIND(EVP_PBE_scrypt) && FIND(SHA256) && FIND(CRYPTO_memcmp);
#undef FIND
}

#endif
