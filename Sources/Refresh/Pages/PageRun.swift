import HTTP
import Library
import Locks
import Signals

/// The items whose pages somebody waits for.
final class PageRun: Sendable {
    /// What is known of an item before its page is fetched.
    enum Start {
        case wait(for: FeedHost?)
        /// The reason why no page is fetched.
        case refused(String)
    }

    private struct State: Sendable {
        var waiting: Set<ItemID> = []
        var hosts: [ItemID: FeedHost] = [:]
        var lines = HostLines<ItemID>()
        var transfers: [ItemID: TransferID] = [:]
        var underWay = 0
        var hasReached = false
        /// The items whose servers couldn't be reached, until another one was.
        var unreached: [ItemID] = []
        var left: Int
        var isOver = false

        /// Removes and returns the items that wait for a host.
        mutating func takeWaiting(for host: FeedHost?) -> Set<ItemID> {
            let items = waiting.filter { hosts[$0] == host }
            lines.remove(from: host, where: items.contains)
            waiting.subtract(items)
            return items
        }
    }

    let purpose: PagePurpose
    private let items: [ItemID]
    private let observer: Observer<PageEvent, Never>
    private let state: Locked<State>

    init(_ items: [ItemID], for purpose: PagePurpose, _ observer: Observer<PageEvent, Never>) {
        var seen: Set<ItemID> = []
        self.items = items.filter { seen.insert($0).inserted }
        self.purpose = purpose
        self.observer = observer
        state = Locked(State(left: seen.count))
    }

    /// Queues each item for its host.
    func begin(_ start: (ItemID) -> Start) {
        if items.isEmpty { return observer.send(.completed) }
        for item in items {
            if state.withLock({ $0.isOver }) { return }
            switch start(item) {
            case .wait(let host):
                state.withLock { state in
                    state.waiting.insert(item)
                    state.hosts[item] = host
                    state.lines.add(item, to: host)
                }
            case .refused(let reason): report(item, .failed(reason))
            }
        }
    }

    /// Removes and returns the next item whose page may be fetched.
    func next(atMost limit: Int, perHost: Int) -> ItemID? {
        state.withLock { state in
            guard !state.isOver, state.underWay < limit, let item = state.lines.next(atMost: perHost) else {
                return nil
            }
            state.underWay += 1
            state.waiting.remove(item)
            return item
        }
    }

    /// Notes the transfer of a page, to cancel it; returns false if nobody waits any more.
    func hold(_ transfer: TransferID, for item: ItemID) -> Bool {
        state.withLock { state in
            if state.isOver { return false }
            state.transfers[item] = transfer
            return true
        }
    }

    /// Reports that the other pages of a host won't be fetched now, and returns their items.
    func leaveHost(of item: ItemID, _ reason: String) -> Set<ItemID> {
        let left = state.withLock { state in state.takeWaiting(for: state.hosts[item]) }
        for item in left { report(item, .failed(reason)) }
        return left
    }

    /// Notes that a server answered. Returns the items whose servers couldn't be reached before: those are at fault, and not
    /// the network.
    func recordReached() -> [ItemID] {
        state.withLock { state in
            defer { (state.hasReached, state.unreached) = (true, []) }
            return state.unreached
        }
    }

    /// Notes that the server of an item's page couldn't be reached. Returns whether it is at fault.
    func recordUnreached(_ item: ItemID) -> Bool {
        state.withLock { state in
            if !state.hasReached { state.unreached.append(item) }
            return state.hasReached
        }
    }

    func finish(_ item: ItemID, _ outcome: PageOutcome) {
        state.withLock { state in
            state.underWay -= 1
            state.transfers[item] = nil
            state.lines.leave(state.hosts[item])
        }
        report(item, outcome)
    }

    /// Ends the run, and returns the transfers to cancel.
    func stop() -> [TransferID] {
        state.withLock { state in
            state.isOver = true
            return Array(state.transfers.values)
        }
    }

    private func report(_ item: ItemID, _ outcome: PageOutcome) {
        observer.send(.next(PageEvent(item: item, outcome: outcome)))
        let isLast = state.withLock { state in
            state.left -= 1
            return state.left == 0 && !state.isOver
        }
        if isLast { observer.send(.completed) }
    }
}
