#include <dlfcn.h>
#include <stddef.h>

// chafa is loaded by the helper that decodes pictures, and by nothing else. Its headers want those of GLib, which lie where
// only pkg-config knows. So the little that is used of it is declared here, as its manual has it since version 1.8: all
// objects are pointers, and its enumerations and “gint” are ints.
enum { LEDE_CHAFA_SYMBOLS = 0, LEDE_CHAFA_SIXELS = 1 };
enum { LEDE_CHAFA_TRUE_COLOR = 0, LEDE_CHAFA_256_COLORS = 2, LEDE_CHAFA_16_COLORS = 3, LEDE_CHAFA_8_COLORS = 6,
       LEDE_CHAFA_NO_COLORS = 5 };
enum { LEDE_CHAFA_RGBA = 4, LEDE_CHAFA_RGB = 8 };
// Spaces and blocks, with the quarters and halves of them.
enum { LEDE_CHAFA_SPACE = 1 << 0, LEDE_CHAFA_BLOCK = 1 << 3, LEDE_CHAFA_QUAD = 1 << 7, LEDE_CHAFA_HALVES = 3 << 8 };

struct lede_glib_string {
    char *bytes;
    size_t count;
    size_t room;
};

struct __attribute__((swift_name("ChafaLibrary"), swift_attr("@Sendable"))) lede_chafa_library {
    void (*set_n_threads)(int count);
    void *(*symbol_map_new)(void);
    void (*symbol_map_unref)(void *map);
    void (*symbol_map_add_by_tags)(void *map, int tags);
    void *(*canvas_config_new)(void);
    void (*canvas_config_unref)(void *config);
    void (*canvas_config_set_geometry)(void *config, int columns, int rows);
    void (*canvas_config_set_cell_geometry)(void *config, int width, int height);
    void (*canvas_config_set_canvas_mode)(void *config, int mode);
    void (*canvas_config_set_pixel_mode)(void *config, int mode);
    void (*canvas_config_set_symbol_map)(void *config, const void *map);
    void (*canvas_config_set_bg_color)(void *config, unsigned int color);
    void (*canvas_config_set_preprocessing_enabled)(void *config, int isEnabled);
    void (*canvas_config_set_transparency_threshold)(void *config, float threshold);
    void *(*canvas_new)(const void *config);
    void (*canvas_unref)(void *canvas);
    void (*canvas_draw_all_pixels)(void *canvas, int type, const unsigned char *pixels, int width, int height, int stride);
    unsigned int (*canvas_get_char_at)(void *canvas, int column, int row);
    void (*canvas_get_colors_at)(void *canvas, int column, int row, int *foreground, int *background);
    void (*canvas_get_raw_colors_at)(void *canvas, int column, int row, int *foreground, int *background);
    struct lede_glib_string *(*canvas_print)(void *canvas, void *terminal);
    char *(*string_free)(struct lede_glib_string *string, int freesBytes);
};

// Returns whether the libraries could be loaded.
static inline int lede_chafa_load(struct lede_chafa_library *chafa) {
    void *library = dlopen("libchafa.so.0", RTLD_NOW);
    void *glib = dlopen("libglib-2.0.so.0", RTLD_NOW);
    if (!library || !glib) return 0;
#define LEDE_CHAFA_FIND(name)                                                                                          \
    chafa->name = (__typeof__(chafa->name))dlsym(library, "chafa_" #name);                                             \
    if (!chafa->name) return 0;
    LEDE_CHAFA_FIND(set_n_threads)
    LEDE_CHAFA_FIND(symbol_map_new)
    LEDE_CHAFA_FIND(symbol_map_unref)
    LEDE_CHAFA_FIND(symbol_map_add_by_tags)
    LEDE_CHAFA_FIND(canvas_config_new)
    LEDE_CHAFA_FIND(canvas_config_unref)
    LEDE_CHAFA_FIND(canvas_config_set_geometry)
    LEDE_CHAFA_FIND(canvas_config_set_cell_geometry)
    LEDE_CHAFA_FIND(canvas_config_set_canvas_mode)
    LEDE_CHAFA_FIND(canvas_config_set_pixel_mode)
    LEDE_CHAFA_FIND(canvas_config_set_symbol_map)
    LEDE_CHAFA_FIND(canvas_config_set_bg_color)
    LEDE_CHAFA_FIND(canvas_config_set_preprocessing_enabled)
    LEDE_CHAFA_FIND(canvas_config_set_transparency_threshold)
    LEDE_CHAFA_FIND(canvas_new)
    LEDE_CHAFA_FIND(canvas_unref)
    LEDE_CHAFA_FIND(canvas_draw_all_pixels)
    LEDE_CHAFA_FIND(canvas_get_char_at)
    LEDE_CHAFA_FIND(canvas_get_colors_at)
    LEDE_CHAFA_FIND(canvas_get_raw_colors_at)
    LEDE_CHAFA_FIND(canvas_print)
    chafa->string_free = (__typeof__(chafa->string_free))dlsym(glib, "g_string_free");
    return chafa->string_free != NULL;
}
