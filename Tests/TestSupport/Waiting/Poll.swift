import Glibc

/// The only way in which the test support waits.
enum Poll {
    static let readable = Int32(POLLIN)
    static let writable = Int32(POLLOUT)
    // A GNU extension (bits/poll.h) that is missing from the module map of Glibc.
    static let peerClosed: Int32 = 0x2000

    /// Waits until something happens on one of the descriptors, and returns what happened on each of them.
    ///
    /// All results are empty if the deadline passes first. A negative descriptor is never ready.
    static func wait(for interests: [(descriptor: Int32, events: Int32)], until deadline: Deadline) -> [Int32] {
        var watched = interests.map { pollfd(fd: $0.descriptor, events: Int16($0.events), revents: 0) }
        while true {
            let count = poll(&watched, nfds_t(watched.count), deadline.milliseconds)
            if count >= 0 { break }
            precondition(errno == EINTR, "poll was called wrongly")
        }
        return watched.map { Int32($0.revents) }
    }
}
