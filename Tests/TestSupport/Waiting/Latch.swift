import Glibc

/// Something that happens once, on any thread, and that any number of threads can wait for with poll().
final class Latch: Sendable {
    private let watched: Descriptor
    private let closing: Descriptor

    init() {
        // Both ends of a connection: shutting one down leaves the other readable for good.
        var ends: [Int32] = [-1, -1]
        let status = socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends)
        precondition(status == 0, "a latch could not be made: \(SystemFailure("socketpair"))")
        watched = Descriptor(ends[0])
        closing = Descriptor(ends[1])
    }

    /// The descriptor that becomes readable when it happens.
    var descriptor: Int32 { watched.number }

    func set() {
        shutdown(closing.number, Int32(SHUT_RDWR))
    }

    /// Whether it happened before the deadline.
    func wait(until deadline: Deadline) -> Bool {
        Poll.wait(for: [(descriptor, Poll.readable)], until: deadline) != [0]
    }
}
