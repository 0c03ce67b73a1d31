import CMalloc
import Glibc

/// How the C library's allocator, which Swift's is too, gives back what it was asked for.
enum Allocator {
    /// Keeps little of what a refresh lets go, at the start of a program.
    ///
    /// By itself glibc cuts ever larger blocks from its heaps, once some were freed: documents of a megabyte then leave
    /// holes that nothing fits. Blocks of this size on are pages of their own, which go back when they are freed. And a heap
    /// for each thread keeps what that thread once held. As many as there are cores serve those that parse and store; with
    /// one more, what the main thread keeps does not lie scattered among what they let go.
    static func keepLittle() {
        mallopt(M_MMAP_THRESHOLD, 128 << 10)
        mallopt(M_ARENA_MAX, Int32(clamping: max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) + 1))
    }

    /// Gives back the pages of the heaps that nothing is in, which takes a few milliseconds.
    static func giveBack() { malloc_trim(0) }
}
