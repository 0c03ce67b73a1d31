/// The transfers under way, and how much of their documents may come at once.
///
/// While the memory is above its mark, large documents wait for each other: the transfer that began first goes on, and
/// the others take nothing from their sockets. What has come already is being parsed and stored, and gives its memory
/// back by itself, so that one of them can always go on. Small documents never wait.
final class Crowd {
    let budget: MemoryBudget
    var transfers: [UnsafeMutableRawPointer: Transfer] = [:]
    /// Those that were given up for the others' sake, and are still to be told so.
    private(set) var evicted: [UnsafeMutableRawPointer] = []
    /// The one that goes on while others wait.
    private var leader: UnsafeMutableRawPointer?
    private var waiting = 0

    init(_ budget: MemoryBudget) { self.budget = budget }

    /// Whether a transfer waits for another, or for memory.
    var hasWaiting: Bool { waiting > 0 }

    func takeEvicted() -> [UnsafeMutableRawPointer] {
        defer { evicted = [] }
        return evicted
    }

    /// Decides which transfers wait. To be called between two deeds of curl, not within one.
    func regulate() {
        let used = budget.used
        let isTight = used > budget.mark
        guard isTight || waiting > 0 else { return }
        // What is parsed and stored elsewhere comes first: the leader adds a whole document to it.
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

    /// Sees to it that so many more bytes stay below the cap, by giving up the largest document that is coming.
    func makeRoom(for count: Int) {
        while budget.used + count > budget.cap {
            let largest = transfers.values.filter(\.isLarge).max { $0.answer.body.count < $1.answer.body.count }
            guard let largest else { return }
            largest.evict()
            evicted.append(largest.handle.pointer)
        }
    }
}
