// The parts of OpenSSL's libcrypto that are used. It is loaded on first use, so that neither building nor starting needs it;
// these functions are the same in `libcrypto.so.1.1` and in `libcrypto.so.3`.
#ifndef USECASES_LIBCRYPTO_H
#define USECASES_LIBCRYPTO_H

#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>

// Prevents the library's cleanup at process exit, while a thread may still be hashing.
enum { OPENSSL_INIT_NO_ATEXIT = 0x00080000 };

// The operations of EVP_CIPHER_CTX_ctrl that read and set the tag of a message.
enum { EVP_CTRL_GCM_GET_TAG = 0x10, EVP_CTRL_GCM_SET_TAG = 0x11 };

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
    // Returns 1 if it has filled the buffer with bytes that nobody can predict.
    int (*RAND_bytes)(uint8_t *buffer, int length);
    const void *(*EVP_sha1)(void);
    // Returns the code, as long as the digest; NULL if it fails. The length may be NULL.
    uint8_t *(*HMAC)(
        const void *digest, const void *key, int key_length, const uint8_t *message, size_t length, uint8_t *code,
        unsigned int *code_length);
    const void *(*EVP_aes_256_gcm)(void);
    void *(*EVP_CIPHER_CTX_new)(void);
    void (*EVP_CIPHER_CTX_free)(void *context);
    int (*EVP_CIPHER_CTX_ctrl)(void *context, int operation, int length, void *tag);
    // Each of the three returns 1 if it succeeds. Without an output, the input is additional data. The last one returns 0 if
    // the tag is wrong.
    int (*EVP_CipherInit_ex)(
        void *context, const void *cipher, void *engine, const uint8_t *key, const uint8_t *nonce, int encrypts);
    int (*EVP_CipherUpdate)(void *context, uint8_t *output, int *written, const uint8_t *input, int length);
    int (*EVP_CipherFinal_ex)(void *context, uint8_t *output, int *written);
};

// Whether the library has all of the functions; one that was built without scrypt does not.
static inline int libcrypto_find_functions(void *library, struct libcrypto_functions *functions) {
#define FIND(name) (*(void **)&functions->name = dlsym(library, #name)) != NULL
    return FIND(OPENSSL_init_crypto) && FIND(EVP_PBE_scrypt) && FIND(SHA256) && FIND(CRYPTO_memcmp) && FIND(RAND_bytes) &&
           FIND(EVP_sha1) && FIND(HMAC) && FIND(EVP_aes_256_gcm) && FIND(EVP_CIPHER_CTX_new) &&
           FIND(EVP_CIPHER_CTX_free) && FIND(EVP_CIPHER_CTX_ctrl) && FIND(EVP_CipherInit_ex) &&
           FIND(EVP_CipherUpdate) && FIND(EVP_CipherFinal_ex);
#undef FIND
}

#endif
