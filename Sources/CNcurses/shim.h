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

// A function of ncurses in C's own strings; NULL where the terminal has no such capability, (char *)-1 where nobody has.
static inline const char *lede_curses_string(const char *name) {
    const char *value = tigetstr(name);
    return value == (char *)-1 ? NULL : value;
}

// A function of the terminal with its numbers in it, in a buffer of ncurses' that the next call takes.
static inline const char *lede_curses_fill_in(const char *function, int first, int second) {
    return tiparm(function, first, second);
}
