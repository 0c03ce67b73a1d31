#include <dlfcn.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdio.h>  // which jpeglib.h leaves to its users
#include <jpeglib.h>

#include <jerror.h>

// libjpeg is loaded by the helper that decodes pictures, and by nothing else. What is used of it, without “jpeg_” before
// the names:
#define LEDE_JPEG_FUNCTIONS(EACH)                                                                                      \
    EACH(std_error) EACH(CreateDecompress) EACH(destroy_decompress) EACH(mem_src) EACH(read_header)                    \
    EACH(start_decompress) EACH(read_scanlines)

// Where they are found: of the types that libjpeg's headers give them.
struct __attribute__((swift_name("JPEGLibrary"), swift_attr("@Sendable"))) lede_jpeg_library {
#define LEDE_JPEG_DECLARE(name) __typeof__(&jpeg_##name) name;
    LEDE_JPEG_FUNCTIONS(LEDE_JPEG_DECLARE)
};

// Returns whether the library could be loaded. Which of the two names it has depends on how the distribution builds it.
static inline int lede_jpeg_load(struct lede_jpeg_library *jpeg) {
    void *library = dlopen(JPEG_LIB_VERSION < 80 ? "libjpeg.so.62" : "libjpeg.so.8", RTLD_NOW);
    if (!library) return 0;
#define LEDE_JPEG_FIND(name)                                                                                           \
    jpeg->name = (__typeof__(jpeg->name))dlsym(library, "jpeg_" #name);                                                \
    if (!jpeg->name) return 0;
    LEDE_JPEG_FUNCTIONS(LEDE_JPEG_FIND)
    return 1;
}

// A picture that is being decoded. libjpeg leaves its functions by a jump where a picture is broken, and Swift can't jump: so
// each function below returns 0 then. Nothing else may be done with the picture after that except ending it.
struct lede_jpeg {
    struct lede_jpeg_library library;
    struct jpeg_decompress_struct info;
    struct jpeg_error_mgr errors;
    jmp_buf failed;
    int isCut;
};

static void lede_jpeg_fail(j_common_ptr info) {
    longjmp(((struct lede_jpeg *)((char *)info - offsetof(struct lede_jpeg, info)))->failed, 1);
}

// Of what libjpeg warns, only a missing end matters: it goes on with grey.
static void lede_jpeg_note(j_common_ptr info, int level) {
    if (level < 0 && info->err->msg_code == JWRN_JPEG_EOF)
        ((struct lede_jpeg *)((char *)info - offsetof(struct lede_jpeg, info)))->isCut = 1;
}

// Begins to decode bytes that stay where they are.
static inline int lede_jpeg_begin(struct lede_jpeg *picture, const void *bytes, size_t count) {
    picture->info.err = picture->library.std_error(&picture->errors);
    picture->errors.error_exit = lede_jpeg_fail;
    picture->errors.emit_message = lede_jpeg_note;
    if (setjmp(picture->failed)) return 0;
    picture->library.CreateDecompress(&picture->info, JPEG_LIB_VERSION, sizeof picture->info);
    picture->library.mem_src(&picture->info, (const unsigned char *)bytes, count);
    return picture->library.read_header(&picture->info, TRUE) == JPEG_HEADER_OK;
}

static inline int lede_jpeg_start(struct lede_jpeg *picture) {
    if (setjmp(picture->failed)) return 0;
    return picture->library.start_decompress(&picture->info);
}

static inline int lede_jpeg_read_row(struct lede_jpeg *picture, unsigned char *row) {
    if (setjmp(picture->failed)) return 0;
    return picture->library.read_scanlines(&picture->info, &row, 1) == 1 && !picture->isCut;
}

static inline void lede_jpeg_end(struct lede_jpeg *picture) {
    if (!setjmp(picture->failed)) picture->library.destroy_decompress(&picture->info);
}
