// A library to preload into lede and its tests. It makes them nap at random where a slow or busy machine would leave them waiting,
// so that what holds only by luck fails within minutes. “make shake” uses it.
//
//     LEDE_SHAKE               where they nap, several with spaces between them:
//         main                 before the main queue takes a lock of a file, as SQLite does for each transaction
//         others               before another queue or thread does
//         terminal             after the main queue has written to a terminal
//     LEDE_SHAKE_ONE_IN        naps take place one time in this many (20)
//     LEDE_SHAKE_MILLISECONDS  the longest nap (300)
//     LEDE_SHAKE_SEED          chooses other naps (1)
//
// The first threads of a program take the same naps each time it starts with the same seed and the same arguments, as far as the
// threads come in the same order.
//
// What it replaces is also called in signal handlers, and after a fork: it allocates and locks nothing there.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static int (*real_fcntl)(int, int, ...);
static ssize_t (*real_write)(int, const void *, size_t);
// libdispatch's: the main queue has no thread of its own once the program's first thread has ended.
static const char *(*queue_label)(void *);

// What the environment says. Nothing naps before it is read.
static int naps_on_main, naps_elsewhere, naps_after_output;
static uint64_t one_in, longest, seed;

static void find_real_functions(void) {
    real_fcntl = (int (*)(int, int, ...))dlsym(RTLD_NEXT, "fcntl64");
    real_write = (ssize_t(*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write");
}

static uint64_t number(const char *name, uint64_t otherwise) {
    const char *text = getenv(name);
    uint64_t found = text ? strtoull(text, NULL, 10) : 0;
    return found ? found : otherwise;
}

__attribute__((constructor)) static void start(int count, char **arguments) {
    find_real_functions();
    const char *places = getenv("LEDE_SHAKE");
    // Both lede and ledePackageTests.xctest, but not what starts them: that locks files, too.
    const char *name = program_invocation_short_name;
    if (!places || (strncmp(name, "lede", 4) && strcmp(name, "PictureShow"))) return;
    queue_label = (const char *(*)(void *))dlsym(RTLD_DEFAULT, "dispatch_queue_get_label");
    one_in = number("LEDE_SHAKE_ONE_IN", 20);
    longest = number("LEDE_SHAKE_MILLISECONDS", 300);
    seed = number("LEDE_SHAKE_SEED", 1);
    for (int place = 1; place < count; place++)
        for (const char *byte = arguments[place]; *byte; byte++) seed = (seed ^ (unsigned char)*byte) * 1099511628211u;
    naps_on_main = strstr(places, "main") != NULL;
    naps_elsewhere = strstr(places, "others") != NULL;
    naps_after_output = strstr(places, "terminal") != NULL;
}

static int is_main(void) {
    return gettid() == getpid() || (queue_label && !strcmp(queue_label(NULL), "com.apple.main-thread"));
}

// SplitMix64, with a beginning of its own for each thread.
static uint64_t chance(void) {
    static atomic_uint threads;
    static __thread uint64_t state;
    if (!state) state = seed + ((uint64_t)atomic_fetch_add(&threads, 1) << 32);
    uint64_t value = state += 0x9E3779B97F4A7C15;
    value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9;
    value = (value ^ (value >> 27)) * 0x94D049BB133111EB;
    return value ^ (value >> 31);
}

static void perhaps_nap(void) {
    if (chance() % one_in) return;
    uint64_t microseconds = chance() % (longest * 1000 + 1);
    struct timespec time = {.tv_sec = (time_t)(microseconds / 1000000), .tv_nsec = (long)(microseconds % 1000000) * 1000};
    nanosleep(&time, NULL);
}

// All commands that have an argument have one of the size of a pointer or smaller.
int fcntl64(int descriptor, int command, ...) {
    va_list arguments;
    va_start(arguments, command);
    void *argument = va_arg(arguments, void *);
    va_end(arguments);
    if (!real_fcntl) find_real_functions();
    int takes = (command == F_SETLK || command == F_SETLKW) && ((struct flock *)argument)->l_type != F_UNLCK;
    if (takes && (naps_on_main || naps_elsewhere)) {
        int error = errno;
        if (is_main() ? naps_on_main : naps_elsewhere) perhaps_nap();
        errno = error;
    }
    return real_fcntl(descriptor, command, argument);
}

int fcntl(int descriptor, int command, ...) __attribute__((alias("fcntl64")));

ssize_t write(int descriptor, const void *bytes, size_t count) {
    if (!real_write) find_real_functions();
    ssize_t written = real_write(descriptor, bytes, count);
    if (naps_after_output) {
        int error = errno;
        if (is_main() && isatty(descriptor)) perhaps_nap();
        errno = error;
    }
    return written;
}
