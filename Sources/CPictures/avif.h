#include <avif/avif.h>
#include <dlfcn.h>

// libavif is loaded by the helper that decodes pictures, and by nothing else. What is used of it, without “avif” before the
// names:
#define LEDE_AVIF_FUNCTIONS(EACH)                                                                                      \
    EACH(DecoderCreate) EACH(DecoderDestroy) EACH(DecoderSetIOMemory) EACH(DecoderParse) EACH(DecoderNextImage)        \
    EACH(RGBImageSetDefaults) EACH(ImageYUVToRGB)

// Where they are found: of the types that libavif's headers give them.
struct __attribute__((swift_name("AVIFLibrary"), swift_attr("@Sendable"))) lede_avif_library {
#define LEDE_AVIF_DECLARE(name) __typeof__(&avif##name) name;
    LEDE_AVIF_FUNCTIONS(LEDE_AVIF_DECLARE)
};

// Returns whether the library could be loaded. Its parts lie in memory as the headers say: no other version will do.
static inline int lede_avif_load(struct lede_avif_library *avif) {
    void *library = dlopen(AVIF_VERSION_MAJOR < 1 ? "libavif.so.15" : "libavif.so.16", RTLD_NOW);
    if (!library) return 0;
#define LEDE_AVIF_FIND(name)                                                                                           \
    avif->name = (__typeof__(avif->name))dlsym(library, "avif" #name);                                                 \
    if (!avif->name) return 0;
    LEDE_AVIF_FUNCTIONS(LEDE_AVIF_FIND)
    return 1;
}
