#include <spawn.h>
#include <sys/pidfd.h>

// GNU's own, which Swift's module of the C library is built without. POSIX_SPAWN_SETSID and the flags are those of Linux.
extern int pipe2(int ends[2], int flags);
extern int memfd_create(const char *name, unsigned int flags);
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);

static inline short lede_spawn_new_session(void) { return 0x80; }
static inline unsigned int lede_memory_close_on_exec(void) { return 1; }

// A global that strict concurrency does not let Swift touch. Nobody here writes to it.
extern char **environ;
static inline char **lede_environment(void) { return environ; }
