import HTTP
import Library
import Locks
import Signals

/// The items whose pages somebody waits for.
final class PageRun: Sendable {
    /// What is known of an item before its page is fetched.
    enum Start {
        case page(PageToFetch, FeedHost?)
        /// The reason why no page is fetched.
        case refused(String)
    }

    private struct State {
        var pages: [ItemID: PageToFetch] = [:]
        var hosts: [ItemID: FeedHost] = [:]
        var lines = HostLines<ItemID>()
        var transfers: [ItemID: TransferID] = [:]
        var underWay = 0
        var left: Int
        var isOver = false
    }

    let isPreloading: Bool
    private let items: [ItemID]
    private let observer: Observer<PageEvent, Never>
    private let state: Locked<State>

    init(_ items: [ItemID], isPreloading: Bool, _ observer: Observer<PageEvent, Never>) {
        self.items = items
        self.isPreloading = isPreloading
        self.observer = observer
        state = Locked(State(left: items.count))
    }

    /// Queues each item for its host.
    func begin(_ start: (ItemID) -> Start) {
        if items.isEmpty { return observer.send(.completed) }
        for item in items {
            if state.withLock({ $0.isOver }) { return }
            switch start(item) {
            case .page(let page, let host):
                state.withLock { state in
                    state.pages[item] = page
                    state.hosts[item] = host
                    state.lines.add(item, to: host)
                }
            case .refused(let reason): report(item, .failed(reason))
            }
        }
    }

    /// Removes and returns the next page that may be fetched.
    func next(atMost limit: Int, perHost: Int) -> PageToFetch? {
        state.withLock { state in
            guard !state.isOver, state.underWay < limit, let item = state.lines.next(atMost: perHost) else {
                return nil
            }
            state.underWay += 1
            return state.pages[item]
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

    /// Reports that the other pages of a host won't be fetched now.
    func leaveHost(of page: PageToFetch, _ reason: String) {
        let left = state.withLock { state in
            let host = state.hosts[page.item]
            let left = state.pages.keys.filter { state.hosts[$0] == host && state.transfers[$0] == nil }
            state.lines.remove(from: host) { left.contains($0) }
            for item in left { state.pages[item] = nil }
            return left
        }
        for item in left { report(item, .failed(reason)) }
    }

    func finish(_ page: PageToFetch, _ outcome: PageOutcome) {
        state.withLock { state in
            state.underWay -= 1
            state.transfers[page.item] = nil
            state.pages[page.item] = nil
            state.lines.leave(state.hosts[page.item])
        }
        report(page.item, outcome)
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
