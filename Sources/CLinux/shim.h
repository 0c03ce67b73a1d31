// What GNU's C library and Linux have that Swift's module of the C library leaves out.
#include <asm/ioctls.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/rtnetlink.h>
#include <linux/seccomp.h>
#include <malloc.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <termios.h>
#include <unistd.h>
#include <wctype.h>

// Of what only GNU's C library has, the libraries that are loaded. To ask for all of that would change types that Swift's
// module has, too.
#define __USE_GNU 1
#include <link.h>
#undef __USE_GNU

extern int pipe2(int ends[2], int flags);
extern int memfd_create(const char *name, unsigned int flags);
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);

static inline short lede_spawn_new_session(void) { return 0x80; }
static inline int lede_open_path(void) { return __O_PATH; }
static inline unsigned int lede_memory_close_on_exec(void) { return 1; }
static inline unsigned long lede_terminal_device_number(void) { return TIOCGDEV; }
static inline int lede_timer_flags(void) { return TFD_NONBLOCK | TFD_CLOEXEC; }
static inline int lede_timer_set_flags(void) { return TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET; }

// A socket on which the kernel reports changes of links, addresses and routes; -1 if it can't.
static inline int lede_route_socket(void) {
    int descriptor = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_ROUTE);
    if (descriptor < 0) return -1;
    struct sockaddr_nl address = {.nl_family = AF_NETLINK};
    // IPv4 reports no routes that go with their link.
    address.nl_groups = RTMGRP_LINK | RTMGRP_IPV4_IFADDR | RTMGRP_IPV4_ROUTE | RTMGRP_IPV6_IFADDR | RTMGRP_IPV6_ROUTE;
    if (bind(descriptor, (struct sockaddr *)&address, sizeof address) == 0) return descriptor;
    close(descriptor);
    return -1;
}

// Writes bytes to a socket, together with a descriptor for the process at its other end.
static inline ssize_t lede_send_descriptor(int socket, const void *bytes, size_t count, int descriptor) {
    struct iovec part = {(void *)bytes, count};
    union {
        struct cmsghdr head;
        char room[CMSG_SPACE(sizeof(int))];
    } control = {0};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
    struct cmsghdr *head = CMSG_FIRSTHDR(&message);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(head), &descriptor, sizeof(int));
    return sendmsg(socket, &message, MSG_NOSIGNAL);
}

// Reads bytes from a socket, and the descriptor that came with them; -1 if none did.
static inline ssize_t lede_receive_descriptor(int socket, void *bytes, size_t count, int *descriptor) {
    struct iovec part = {bytes, count};
    union {
        struct cmsghdr head;
        char room[CMSG_SPACE(sizeof(int))];
    } control;
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
    ssize_t received = recvmsg(socket, &message, 0);
    *descriptor = -1;
    struct cmsghdr *head = received > 0 ? CMSG_FIRSTHDR(&message) : NULL;
    if (head && head->cmsg_level == SOL_SOCKET && head->cmsg_type == SCM_RIGHTS)
        memcpy(descriptor, CMSG_DATA(head), sizeof(int));
    return received;
}

// Puts this process under a filter of system calls for good; returns whether the kernel did so.
static inline int lede_confine(struct sock_filter *filter, unsigned short count) {
    struct sock_fprog program = {.len = count, .filter = filter};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
}

// What the filter may say, and how the kernel calls this machine.
static const unsigned int lede_seccomp_allow = SECCOMP_RET_ALLOW;
static const unsigned int lede_seccomp_refuse = SECCOMP_RET_ERRNO | EPERM;
static const unsigned int lede_seccomp_kill = SECCOMP_RET_KILL_PROCESS;
#if defined(__x86_64__)
static const unsigned int lede_machine = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
static const unsigned int lede_machine = AUDIT_ARCH_AARCH64;
#else
static const unsigned int lede_machine = 0;
#endif

// A limit of this process, for now and for good; its kinds are an enumeration that Swift doesn't take for a number.
static inline int lede_limit_memory(unsigned long bytes) {
    struct rlimit limit = {bytes, bytes};
    return setrlimit(RLIMIT_AS, &limit) == 0;
}
// What this process knows is written to no file when it crashes, and no other program may look at it. Programs that it
// starts are as before.
static inline void lede_keep_memory_private(void) { prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }
static inline int lede_limit_core_files(void) {
    struct rlimit limit = {0, 0};
    return setrlimit(RLIMIT_CORE, &limit) == 0;
}

// A global that strict concurrency does not let Swift touch. Nobody here writes to it.
extern char **environ;
static inline char **lede_environment(void) { return environ; }

// How a loop that waits for more than the main queue serves it (libdispatch's queue.c), which CoreFoundation's does too.
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *message);
static inline int lede_main_queue_descriptor(void) { return _dispatch_get_main_queue_handle_4CF(); }
static inline void lede_serve_main_queue(void) { _dispatch_main_queue_callback_4CF(0); }

// What gives the terminal back where a signal ends the program at once. A handler may do next to nothing (signal-safety(7)), so
// it is C, and finds everything prepared. All of it is of one file of Swift: each file that uses it has its own.
struct lede_rescue {
    int output;
    struct termios modes;
    size_t length;
    unsigned char bytes[1024];
    int isArmed;
    struct sigaction before[65];
};

// In a function of its own, as Swift emits variables of functions alone.
static inline struct lede_rescue *lede_rescue_state(void) {
    static struct lede_rescue state;
    return &state;
}

static void lede_rescue_terminal(int signal) {
    if (__atomic_exchange_n(&lede_rescue_state()->isArmed, 0, __ATOMIC_ACQ_REL)) {
        size_t sent = 0;
        // A terminal that takes nothing is not waited for.
        struct pollfd watched = {lede_rescue_state()->output, POLLOUT, 0};
        while (sent < lede_rescue_state()->length && poll(&watched, 1, 1000) > 0) {
            ssize_t count = write(lede_rescue_state()->output, lede_rescue_state()->bytes + sent, lede_rescue_state()->length - sent);
            if (count > 0) sent += (size_t)count;
            else if (errno != EINTR && errno != EAGAIN) break;
        }
        tcsetattr(STDIN_FILENO, TCSANOW, &lede_rescue_state()->modes);
    }
    // It ends the program as it would have without us, once this returns.
    sigaction(signal, &lede_rescue_state()->before[signal], NULL);
    raise(signal);
}

static inline void lede_rescue_disarm(void) { __atomic_store_n(&lede_rescue_state()->isArmed, 0, __ATOMIC_RELEASE); }

static inline void lede_rescue_arm(int output, const struct termios *modes, const void *bytes, size_t length) {
    lede_rescue_disarm();
    lede_rescue_state()->output = output;
    lede_rescue_state()->modes = *modes;
    lede_rescue_state()->length = length < sizeof lede_rescue_state()->bytes ? length : sizeof lede_rescue_state()->bytes;
    memcpy(lede_rescue_state()->bytes, bytes, lede_rescue_state()->length);
    __atomic_store_n(&lede_rescue_state()->isArmed, 1, __ATOMIC_RELEASE);
}

// Where this thread's stack has overflown, the handler has one of its own.
static inline void lede_rescue_use_own_stack(void) {
    static unsigned char memory[1 << 16];
    stack_t stack = {.ss_sp = memory, .ss_size = sizeof memory};
    sigaltstack(&stack, NULL);
}

static inline void lede_rescue_follow(int signal) {
    struct sigaction action = {.sa_handler = lede_rescue_terminal, .sa_flags = SA_ONSTACK};
    // None may come in between, nor the one that stops who sets the modes of a terminal from behind.
    sigfillset(&action.sa_mask);
    struct sigaction before;
    sigaction(signal, NULL, &before);
    if (before.sa_handler == SIG_IGN || before.sa_handler == lede_rescue_terminal) return;
    lede_rescue_state()->before[signal] = before;
    sigaction(signal, &action, NULL);
}
