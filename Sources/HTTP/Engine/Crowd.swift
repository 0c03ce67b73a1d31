/// The running transfers, and how much of their documents may come at once.
///
/// While memory is above its mark, large documents take turns: the transfer that began first continues, and the others
/// read nothing from their sockets. What has already come is parsed and stored, which frees its memory, so one of them
/// can always continue. Small documents never wait.
final class Crowd {
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
