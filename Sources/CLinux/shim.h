// What GNU's C library and Linux have that Swift's module of the C library leaves out.
#include <asm/ioctls.h>
#include <spawn.h>
#include <sys/pidfd.h>
#include <sys/timerfd.h>

// Of what only GNU's C library has, the libraries that are loaded. To ask for all of that would change types that Swift's
// module has, too.
#define __USE_GNU 1
#include <link.h>
#undef __USE_GNU

extern int pipe2(int ends[2], int flags);
extern int memfd_create(const char *name, unsigned int flags);
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);

static inline short lede_spawn_new_session(void) { return 0x80; }
static inline unsigned int lede_memory_close_on_exec(void) { return 1; }
static inline unsigned long lede_terminal_device_number(void) { return TIOCGDEV; }
static inline int lede_timer_flags(void) { return TFD_NONBLOCK | TFD_CLOEXEC; }
static inline int lede_timer_set_flags(void) { return TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET; }

// A global that strict concurrency does not let Swift touch. Nobody here writes to it.
extern char **environ;
static inline char **lede_environment(void) { return environ; }

// How a loop that waits for more than the main queue serves it (libdispatch's queue.c), which CoreFoundation's does too.
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *message);
static inline int lede_main_queue_descriptor(void) { return _dispatch_get_main_queue_handle_4CF(); }
static inline void lede_serve_main_queue(void) { _dispatch_main_queue_callback_4CF(0); }
