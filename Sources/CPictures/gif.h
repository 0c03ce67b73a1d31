#include <dlfcn.h>
#include <gif_lib.h>
#include <string.h>

// giflib is loaded by the helper that decodes pictures, and by nothing else. What is used of it, without “DGif” before the
// names:
#define LEDE_GIF_FUNCTIONS(EACH)                                                                                       \
    EACH(Open) EACH(GetRecordType) EACH(GetImageDesc) EACH(GetLine) EACH(GetExtension) EACH(GetExtensionNext)          \
    EACH(CloseFile)

// Where they are found: of the types that giflib's headers give them.
struct __attribute__((swift_name("GIFLibrary"), swift_attr("@Sendable"))) lede_gif_library {
#define LEDE_GIF_DECLARE(name) __typeof__(&DGif##name) name;
    LEDE_GIF_FUNCTIONS(LEDE_GIF_DECLARE)
};

// Returns whether the library could be loaded.
static inline int lede_gif_load(struct lede_gif_library *gif) {
    void *library = dlopen("libgif.so.7", RTLD_NOW);
    if (!library) return 0;
#define LEDE_GIF_FIND(name)                                                                                            \
    gif->name = (__typeof__(gif->name))dlsym(library, "DGif" #name);                                                   \
    if (!gif->name) return 0;
    LEDE_GIF_FUNCTIONS(LEDE_GIF_FIND)
    return 1;
}

// The bytes that are left of a picture.
struct lede_gif_source {
    const unsigned char *bytes;
    size_t left;
};

static int lede_gif_read(GifFileType *picture, GifByteType *bytes, int count) {
    struct lede_gif_source *source = picture->UserData;
    size_t taken = source->left < (size_t)count ? source->left : (size_t)count;
    memcpy(bytes, source->bytes, taken);
    source->bytes += taken;
    source->left -= taken;
    return (int)taken;
}

static inline GifFileType *lede_gif_open(struct lede_gif_library library, struct lede_gif_source *source) {
    return library.Open(source, lede_gif_read, NULL);
}
