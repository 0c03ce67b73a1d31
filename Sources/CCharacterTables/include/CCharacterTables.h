#include <stddef.h>

// A file of Data in the read-only memory of the program, with the number of its bytes.
struct lede_table {
    const unsigned char *bytes;
    size_t count;
};

extern const struct lede_table lede_cell_traits;
extern const struct lede_table lede_idna;
extern const struct lede_table lede_line_breaks;
extern const struct lede_table lede_named_characters;
extern const struct lede_table lede_words;
