import CMalloc
import Glibc

/// How the C library's allocator, which Swift uses, returns memory to the system.
enum Allocator {
    /// Keeps little of the memory that a refresh frees. Called at the start of the program.
    ///
    /// By default glibc takes ever larger blocks from its heaps after some were freed, and documents of a megabyte
    /// leave holes that nothing fits. Blocks of at least this size get pages of their own, which return to the system
    /// when freed. Also, each thread's heap keeps memory that the thread once used. One heap for each core serves the
    /// parsing and storing threads; with one more, the main thread's memory isn't scattered among theirs.
    static func limitMemory() {
        mallopt(M_MMAP_THRESHOLD, 128 << 10)
        mallopt(M_ARENA_MAX, Int32(clamping: max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) + 1))
    }

    /// Returns the empty pages of the heaps, which takes a few milliseconds.
    static func giveBack() { malloc_trim(0) }
}
