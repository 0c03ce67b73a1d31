import CCurl
import System

/// The memory that all documents may take together, from their first byte until they are stored.
///
/// It only counts. Whoever fetches documents respects the mark and the cap.
package final class MemoryBudget: Sendable {
    private struct State {
        var used = 0
        var waiting: [@Sendable () -> Void] = []
    }

    /// Above this many bytes, large documents take turns.
    package let mark: Int
    /// Above this many bytes, the largest incoming document is given up. A single document never reaches the
    /// cap, because above the mark there is room for two.
    package let cap: Int
    private let state = Locked(State())

    package init(mark: Int = 24 << 20, cap: Int = 96 << 20) {
        self.mark = mark
        self.cap = cap
    }

    package var used: Int { state.withLock { $0.used } }

    /// Calls `body` once, when memory is freed, on the thread that frees it.
    func onRelief(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.waiting.append(body) } }

    fileprivate func charge(_ bytes: Int) {
        let waiting = state.withLock { state in
            state.used += bytes
            guard bytes < 0 else { return [] as [@Sendable () -> Void] }
            defer { state.waiting = [] }
            return state.waiting
        }
        for body in waiting { body() }
    }
}

/// The share of a budget that one document takes. It is returned at the latest when this is deallocated.
package final class MemoryCharge: Sendable {
    private let budget: MemoryBudget
    private let bytes = Locked(0)

    package init(to budget: MemoryBudget) { self.budget = budget }

    deinit { set(to: 0) }

    func add(_ more: Int) {
        bytes.withLock { $0 += more }
        budget.charge(more)
    }

    package func set(to size: Int) {
        let difference = bytes.withLock { bytes in
            defer { bytes = size }
            return size - bytes
        }
        if difference != 0 { budget.charge(difference) }
    }
}

/// Documents are equal whatever they are charged to.
extension MemoryCharge: Equatable {
    package static func == (left: MemoryCharge, right: MemoryCharge) -> Bool { true }
}

/// The running transfers, and how much of their documents may come at once.
///
/// While memory is above its mark, large documents take turns: the transfer that began first continues, and the others
/// read nothing from their sockets. What has already come is parsed and stored, which frees its memory, so one of them
/// can always continue. Small documents never wait.
final class RunningTransfers {
    let budget: MemoryBudget
    var transfers: [UnsafeMutableRawPointer: Transfer] = [:]
    /// Transfers given up for the others, which must still be reported.
    private(set) var evicted: [UnsafeMutableRawPointer] = []
    /// The transfer that continues while others wait.
    private var leader: UnsafeMutableRawPointer?
    private var waiting = 0

    init(_ budget: MemoryBudget) { self.budget = budget }

    /// Whether a transfer waits for another, or for memory.
    var hasWaiting: Bool { waiting > 0 }

    func takeEvicted() -> [UnsafeMutableRawPointer] {
        defer { evicted = [] }
        return evicted
    }

    /// Decides which transfers wait. Call it between two calls of curl, not in one of curl's callbacks.
    func regulate() {
        let used = budget.used
        let isTight = used > budget.mark
        guard isTight || waiting > 0 else { return }
        // Documents being parsed and stored come first, because the leader will add a whole document.
        let elsewhere = used - transfers.values.reduce(0) { $0 + $1.answer.body.count }
        let large = transfers.values.filter { $0.isLarge || $0.isWaiting }
        if leader.flatMap({ transfers[$0] }) == nil {
            leader = large.min { $0.started < $1.started }?.handle.pointer
        }
        let leading = elsewhere <= budget.mark ? leader.flatMap { transfers[$0] } : nil
        for transfer in large {
            let leads = leading.map { transfer.goesAlong(with: $0) } == true
            if isTight, !leads { transfer.wait() } else { transfer.goOn() }
        }
        if !isTight { leader = nil }
        waiting = large.count(where: \.isWaiting)
    }

    /// Makes room for `count` bytes below the cap, by giving up the largest incoming document.
    func makeRoom(for count: Int) {
        while budget.used + count > budget.cap {
            let largest = transfers.values.filter(\.isLarge).max { $0.answer.body.count < $1.answer.body.count }
            guard let largest else { return }
            largest.evict()
            evicted.append(largest.handle.pointer)
        }
    }
}

/// How long a transfer has read nothing from its socket, because of others.
struct Waiting {
    var since: ContinuousClock.Instant?
    var before = Duration.zero

    func time(at now: ContinuousClock.Instant) -> Duration { before + (since.map { now - $0 } ?? .zero) }
}

extension Transfer {
    /// Smaller documents never wait. They cost little, and nearly all documents are small.
    private static let large = 512 << 10

    var isLarge: Bool { answer.body.count >= Self.large }

    var isWaiting: Bool { waiting.since != nil }

    /// Stops reading from the socket. What curl has decompressed so far has already been taken.
    func wait() {
        guard !isWaiting else { return }
        waiting.since = .now
        _ = handle.curl.easy_pause(handle.pointer, CURLPAUSE_RECV)
    }

    func goOn() {
        guard let since = waiting.since else { return }
        let now = ContinuousClock.now
        waiting = Waiting(before: waiting.before + (now - since))
        lastNews = now
        _ = handle.curl.easy_pause(handle.pointer, CURLPAUSE_CONT)
    }

    /// Whether it must continue whenever the other does. Documents on a shared connection are interleaved, so an unread
    /// one blocks the others.
    func goesAlong(with other: Transfer) -> Bool {
        self === other || answer.sharesConnection && other.answer.sharesConnection && route.server == other.route.server
    }
}

extension RequestRoute {
    /// The URL up to the path.
    var server: String {
        let parts = url.utf8.split(separator: UInt8(ascii: "/"), maxSplits: 3, omittingEmptySubsequences: false)
        return parts.count > 3 ? String(url[..<parts[3].startIndex]) : url + "/"
    }
}
