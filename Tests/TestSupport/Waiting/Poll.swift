import Glibc

/// The one way in which anything here waits.
enum Poll {
    static let readable = Int32(POLLIN)
    static let writable = Int32(POLLOUT)
    // The module map of Glibc leaves out what only GNU has (bits/poll.h).
    static let peerClosed: Int32 = 0x2000

    /// Waits until something happens on one of the descriptors, and tells what happened on each of them.
    ///
    /// When the deadline comes first, nothing happened on any. A negative descriptor is never ready.
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
