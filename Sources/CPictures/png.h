#include <dlfcn.h>
#include <png.h>
#include <setjmp.h>
#include <string.h>

// libpng is loaded by the helper that decodes pictures, and by nothing else. What is used of it, without “png_” before the
// names:
#define LEDE_PNG_FUNCTIONS(EACH)                                                                                       \
    EACH(create_read_struct) EACH(create_info_struct) EACH(destroy_read_struct) EACH(set_longjmp_fn)                   \
    EACH(set_user_limits) EACH(set_chunk_malloc_max) EACH(set_read_fn) EACH(error) EACH(read_info)                   \
    EACH(get_image_width) EACH(get_image_height) EACH(set_expand)                 \
    EACH(set_scale_16) EACH(set_gray_to_rgb) EACH(set_interlace_handling) EACH(read_update_info) EACH(get_channels)    \
    EACH(get_rowbytes) EACH(read_row)

// Where they are found: of the types that libpng's headers give them.
struct __attribute__((swift_name("PNGLibrary"), swift_attr("@Sendable"))) lede_png_library {
#define LEDE_PNG_DECLARE(name) __typeof__(&png_##name) name;
    LEDE_PNG_FUNCTIONS(LEDE_PNG_DECLARE)
};

// Returns whether the library could be loaded.
static inline int lede_png_load(struct lede_png_library *png) {
    void *library = dlopen("libpng16.so.16", RTLD_NOW);
    if (!library) return 0;
#define LEDE_PNG_FIND(name)                                                                                            \
    png->name = (__typeof__(png->name))dlsym(library, "png_" #name);                                                   \
    if (!png->name) return 0;
    LEDE_PNG_FUNCTIONS(LEDE_PNG_FIND)
    return 1;
}

// A picture that is being decoded. libpng leaves its functions by a jump where a picture is broken, and Swift can't jump: so
// each function below returns 0 then. Nothing else may be done with the picture after that except ending it.
struct lede_png {
    struct lede_png_library library;
    png_structp reader;
    png_infop info;
    const unsigned char *bytes;
    size_t left;
};

// The picture that this thread is decoding, which libpng's callbacks can't tell. In a function of its own, as Swift emits
// variables of functions alone.
static inline struct lede_png **lede_png_current(void) {
    static _Thread_local struct lede_png *current;
    return &current;
}

static void lede_png_say_nothing(png_structp reader, png_const_charp words) {
    (void)reader;
    (void)words;
}

static void lede_png_read(png_structp reader, png_bytep bytes, size_t count) {
    struct lede_png *picture = *lede_png_current();
    if (picture->left < count) picture->library.error(reader, "cut");
    memcpy(bytes, picture->bytes, count);
    picture->bytes += count;
    picture->left -= count;
}

// Where libpng jumps to, in memory of its own.
#define LEDE_PNG_FAILED(picture)                                                                                       \
    setjmp(*(picture)->library.set_longjmp_fn((picture)->reader, longjmp, sizeof(jmp_buf)))

// Begins to decode bytes that stay where they are, and reads up to the pixels.
static inline int lede_png_begin(
    struct lede_png *picture, const void *bytes, size_t count, unsigned int side, size_t memory) {
    *lede_png_current() = picture;
    picture->bytes = bytes;
    picture->left = count;
    picture->reader = picture->library.create_read_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, lede_png_say_nothing);
    if (!picture->reader) return 0;
    if (LEDE_PNG_FAILED(picture)) return 0;
    picture->info = picture->library.create_info_struct(picture->reader);
    if (!picture->info) return 0;
    picture->library.set_user_limits(picture->reader, side, side);
    picture->library.set_chunk_malloc_max(picture->reader, memory);
    picture->library.set_read_fn(picture->reader, NULL, lede_png_read);
    picture->library.read_info(picture->reader, picture->info);
    return 1;
}

// Asks for three or four channels of a byte each, and returns in how many passes the rows come; 0 if it failed.
static inline int lede_png_start(struct lede_png *picture) {
    if (LEDE_PNG_FAILED(picture)) return 0;
    picture->library.set_expand(picture->reader);
    picture->library.set_scale_16(picture->reader);
    picture->library.set_gray_to_rgb(picture->reader);
    int passes = picture->library.set_interlace_handling(picture->reader);
    picture->library.read_update_info(picture->reader, picture->info);
    return passes;
}

static inline int lede_png_read_row(struct lede_png *picture, unsigned char *row) {
    if (LEDE_PNG_FAILED(picture)) return 0;
    picture->library.read_row(picture->reader, row, NULL);
    return 1;
}

static inline void lede_png_end(struct lede_png *picture) {
    if (picture->reader) picture->library.destroy_read_struct(&picture->reader, &picture->info, NULL);
}
