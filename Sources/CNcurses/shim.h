#define NCURSES_WIDECHAR 1
#define NCURSES_NOMACROS 1
#include <curses.h>
#include <locale.h>
#include <langinfo.h>
#include <stdio.h>
#include <term.h>

// Globals, of ncurses and of C, which strict concurrency does not let Swift touch.
static inline SCREEN *lede_curses_new_screen(FILE *output) { return newterm(NULL, output, stdin); }
static inline WINDOW *lede_curses_window(void) { return stdscr; }
static inline int lede_curses_colors(void) { return COLORS; }
static inline int lede_curses_pairs(void) { return COLOR_PAIRS; }

// Attributes are macros with casts, which Swift does not import.
static inline attr_t lede_curses_bold(void) { return A_BOLD; }
static inline attr_t lede_curses_dim(void) { return A_DIM; }
static inline attr_t lede_curses_italic(void) { return A_ITALIC; }
static inline attr_t lede_curses_underline(void) { return A_UNDERLINE; }
static inline attr_t lede_curses_reverse(void) { return A_REVERSE; }

// From pair 256 on only the options pointer holds the pair's number.
static inline int lede_curses_set(attr_t attributes, int pair) {
    return wattr_set(stdscr, attributes, (short)pair, &pair);
}
static inline int lede_curses_make_cell(cchar_t *cell, const wchar_t *text, attr_t attributes, int pair) {
    return setcchar(cell, text, attributes, (short)pair, &pair);
}

// A function of ncurses in C's own strings; NULL where the terminal has no such capability, (char *)-1 where nobody has.
static inline const char *lede_curses_string(const char *name) {
    const char *value = tigetstr(name);
    return value == (char *)-1 ? NULL : value;
}
