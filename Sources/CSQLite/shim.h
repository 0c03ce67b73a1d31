#include <sqlite3.h>

// A function pointer cast from -1, which Swift does not import: SQLite makes a copy of its own.
static inline sqlite3_destructor_type lede_sqlite_transient(void) { return SQLITE_TRANSIENT; }
