#include <sqlite3.h>

// A function pointer cast from -1, which Swift does not import: SQLite makes a copy of its own.
static inline sqlite3_destructor_type lede_sqlite_transient(void) { return SQLITE_TRANSIENT; }

// Variadic, which Swift does not import: SQLite keeps no account of the memory that it takes.
static inline int lede_sqlite_keep_no_account(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }

// Variadic as well: what a connection is to believe of its file.
static inline int lede_sqlite_configure(sqlite3 *connection, int option, int value) {
    return sqlite3_db_config(connection, option, value, (int *)0);
}

// The same: no connection takes memory for twenty pages before it has read one.
static inline int lede_sqlite_take_pages_singly(void) { return sqlite3_config(SQLITE_CONFIG_PAGECACHE, (void *)0, 0, 0); }
