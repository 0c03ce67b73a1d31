import Glibc

/// An event that happens once, on any thread. Any number of threads can wait for it with poll().
final class Latch: Sendable {
    private let watched: Descriptor
    private let closing: Descriptor

    init() {
        // Both ends of a connection: shutting one down makes the other readable forever.
        var ends: [Int32] = [-1, -1]
        let status = socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends)
        precondition(status == 0, "a latch could not be made: \(SystemFailure("socketpair"))")
        watched = Descriptor(ends[0])
        closing = Descriptor(ends[1])
    }

    /// The descriptor that becomes readable once the event happens.
    var descriptor: Int32 { watched.number }

    func set() {
        shutdown(closing.number, Int32(SHUT_RDWR))
    }

    /// Whether the event happened before the deadline.
    func wait(until deadline: Deadline) -> Bool {
        Poll.wait(for: [(descriptor, Poll.readable)], until: deadline) != [0]
    }
}
