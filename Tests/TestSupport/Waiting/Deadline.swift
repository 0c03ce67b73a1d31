import Glibc
import System

/// The moment at which waiting turns into a failure.
package struct Deadline: Sendable {
    /// The seconds after which what should be there in a moment counts as stuck: a busy machine takes minutes for that, under a
    /// sanitizer.
    package static let patience = 300.0

    private let instant: ContinuousClock.Instant?

    package init(in seconds: Double = Self.patience) {
        instant = .now + .seconds(seconds)
    }

    private init(instant: ContinuousClock.Instant?) {
        self.instant = instant
    }

    /// Waiting without an end, for threads that are sure to be woken by something else.
    static let never = Deadline(instant: nil)

    package var hasPassed: Bool {
        guard let instant else { return false }
        return instant <= .now
    }

    /// The remaining time for poll(), rounded up, so that the last fraction of a millisecond isn't spent spinning.
    var milliseconds: Int32 {
        guard let instant else { return -1 }
        let left = max(.zero, instant - .now) / .milliseconds(1)
        return Int32(min(left.rounded(.up), Double(Int32.max)))
    }
}

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

/// What a test was told, in order, from any thread.
package final class Record<Entry: Sendable>: Sendable {
    private let state = Locked<[Entry]>([])
    private let (arrivals, arrival) = AsyncStream<Void>.makeStream()

    package init() {}

    package var entries: [Entry] { state.withLock { $0 } }

    package func add(_ entry: Entry) {
        state.withLock { $0.append(entry) }
        arrival.yield()
    }

    /// Waits until the entries fulfil the predicate. The time limit of the test is the only limit.
    package func wait(until isEnough: ([Entry]) -> Bool) async {
        if isEnough(entries) { return }
        for await _ in arrivals where isEnough(entries) { return }
    }
}

/// A number of turns, given to those who ask in their order.
package final class Turns: Sendable {
    private struct State {
        var left: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Locked<State>

    package init(_ count: Int) {
        state = Locked(State(left: count))
    }

    /// Does something in a turn of its own.
    package func take(_ work: () async throws -> Void) async rethrows {
        await take()
        defer { giveBack() }
        try await work()
    }

    private func take() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                if state.left > 0 {
                    state.left -= 1
                    return true
                }
                state.waiting.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
    }

    private func giveBack() {
        let next = state.withLock { state in
            if state.waiting.isEmpty {
                state.left += 1
                return nil as CheckedContinuation<Void, Never>?
            }
            return state.waiting.removeFirst()
        }
        next?.resume()
    }
}
