#include "CCharacterTables.h"

static const unsigned char cell_traits[] = {
#embed "Data/cell-traits.txt"
};
static const unsigned char idna[] = {
#embed "Data/idna.txt"
};
static const unsigned char line_breaks[] = {
#embed "Data/line-breaks.txt"
};
static const unsigned char named_characters[] = {
#embed "Data/named-characters.txt"
};
static const unsigned char words[] = {
#embed "Data/words.txt"
};

const struct lede_table lede_cell_traits = {cell_traits, sizeof cell_traits};
const struct lede_table lede_idna = {idna, sizeof idna};
const struct lede_table lede_line_breaks = {line_breaks, sizeof line_breaks};
const struct lede_table lede_named_characters = {named_characters, sizeof named_characters};
const struct lede_table lede_words = {words, sizeof words};
