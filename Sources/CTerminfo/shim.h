#define NCURSES_NOMACROS 1
#include <curses.h>
#include <term.h>

// Reads the description of a type of terminal, or of the one that TERM names. Returned is whether there is one.
static inline int lede_terminfo_read(const char *type) {
    int problem;
    return setupterm(type, 1, &problem) == OK;
}

// A function of the terminal, in C's own strings; NULL where it has no such function, (char *)-1 where none has.
static inline const char *lede_terminfo_string(const char *name) {
    const char *value = tigetstr(name);
    return value == (char *)-1 ? NULL : value;
}

// A function of the terminal with its numbers in it, in a buffer of the library's that the next call takes.
static inline const char *lede_terminfo_fill_in(const char *function, int first, int second) {
    return tiparm(function, first, second);
}
