#include <dlfcn.h>
#include <zlib.h>

// zlib is loaded by the helper that decodes pictures, and by nothing else. What is used of it:
#define LEDE_ZLIB_FUNCTIONS(EACH) EACH(compressBound) EACH(compress2) EACH(crc32)

// Where they are found: of the types that zlib's headers give them.
struct __attribute__((swift_name("ZlibLibrary"), swift_attr("@Sendable"))) lede_zlib_library {
#define LEDE_ZLIB_DECLARE(name) __typeof__(&name) name;
    LEDE_ZLIB_FUNCTIONS(LEDE_ZLIB_DECLARE)
};

// Returns whether the library could be loaded.
static inline int lede_zlib_load(struct lede_zlib_library *zlib) {
    void *library = dlopen("libz.so.1", RTLD_NOW);
    if (!library) return 0;
#define LEDE_ZLIB_FIND(name)                                                                                           \
    zlib->name = (__typeof__(zlib->name))dlsym(library, #name);                                                        \
    if (!zlib->name) return 0;
    LEDE_ZLIB_FUNCTIONS(LEDE_ZLIB_FIND)
    return 1;
}
