#include <dlfcn.h>
#include <stddef.h>

// libsodium is loaded when a shared folder is encrypted, and by nothing else. What is used of it, as its manual has it.
enum { LEDE_SODIUM_KEY = 32, LEDE_SODIUM_NONCE = 24, LEDE_SODIUM_TAG = 16, LEDE_SODIUM_SALT = 16 };
enum { LEDE_SODIUM_ARGON2ID = 2 };

struct __attribute__((swift_name("SodiumLibrary"), swift_attr("@Sendable"))) lede_sodium_library {
    int (*init)(void);
    int (*pwhash)(unsigned char *out, unsigned long long outCount, const char *words, unsigned long long wordCount,
                  const unsigned char *salt, unsigned long long operations, size_t memory, int algorithm);
    int (*encrypt)(unsigned char *out, unsigned long long *outCount, const unsigned char *message,
                   unsigned long long messageCount, const unsigned char *bound, unsigned long long boundCount,
                   const unsigned char *none, const unsigned char *nonce, const unsigned char *key);
    int (*decrypt)(unsigned char *out, unsigned long long *outCount, unsigned char *none, const unsigned char *sealed,
                   unsigned long long sealedCount, const unsigned char *bound, unsigned long long boundCount,
                   const unsigned char *nonce, const unsigned char *key);
};

// Returns whether the library could be loaded.
static inline int lede_sodium_load(struct lede_sodium_library *sodium) {
    void *library = dlopen("libsodium.so.23", RTLD_NOW);
    if (!library) library = dlopen("libsodium.so.26", RTLD_NOW);
    if (!library) return 0;
#define LEDE_SODIUM_FIND(name, symbol)                                                                                 \
    sodium->name = (__typeof__(sodium->name))dlsym(library, symbol);                                                   \
    if (!sodium->name) return 0;
    LEDE_SODIUM_FIND(init, "sodium_init")
    LEDE_SODIUM_FIND(pwhash, "crypto_pwhash")
    LEDE_SODIUM_FIND(encrypt, "crypto_aead_xchacha20poly1305_ietf_encrypt")
    LEDE_SODIUM_FIND(decrypt, "crypto_aead_xchacha20poly1305_ietf_decrypt")
    return sodium->init() >= 0;
}
