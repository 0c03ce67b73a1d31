#include <dlfcn.h>
#include <webp/decode.h>

// libwebp is loaded by the helper that decodes pictures, and by nothing else. What is used of it:
#define LEDE_WEBP_FUNCTIONS(EACH)                                                                                      \
    EACH(WebPInitDecoderConfigInternal) EACH(WebPGetFeaturesInternal) EACH(WebPDecode) EACH(WebPFreeDecBuffer)

// Where they are found: of the types that libwebp's headers give them.
struct __attribute__((swift_name("WebPLibrary"), swift_attr("@Sendable"))) lede_webp_library {
#define LEDE_WEBP_DECLARE(name) __typeof__(&name) name;
    LEDE_WEBP_FUNCTIONS(LEDE_WEBP_DECLARE)
};

// Returns whether the library could be loaded.
static inline int lede_webp_load(struct lede_webp_library *webp) {
    void *library = dlopen("libwebp.so.7", RTLD_NOW);
    if (!library) return 0;
#define LEDE_WEBP_FIND(name)                                                                                           \
    webp->name = (__typeof__(webp->name))dlsym(library, #name);                                                        \
    if (!webp->name) return 0;
    LEDE_WEBP_FUNCTIONS(LEDE_WEBP_FIND)
    return 1;
}

// A macro with a cast in it, which Swift does not import.
static const int lede_webp_version = WEBP_DECODER_ABI_VERSION;

// Where the pixels lie, in a union that Swift imports without names.
static inline const unsigned char *lede_webp_pixels(const WebPDecoderConfig *config) {
    return config->output.u.RGBA.rgba;
}
static inline int lede_webp_stride(const WebPDecoderConfig *config) { return config->output.u.RGBA.stride; }
