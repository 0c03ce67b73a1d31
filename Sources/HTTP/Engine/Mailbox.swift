import CCurl
import Locks

/// An order of a client to its engine's thread.
enum Order: Sendable {
    case start(Assignment)
    case cancel(TransferID)
    case cancelAll
    /// Check whether transfers that wait for memory can continue.
    case look
    case stop
}

/// Takes orders from any thread and wakes the engine's thread for them.
final class Mailbox: Sendable {
    private struct State {
        var orders: [Order] = []
        var isEngineRunning = false
    }

    private let state = Locked(State())
    private let bell = Bell()

    /// The descriptor that becomes readable with an order, among the engine's sockets.
    var bellDescriptor: Int32 { bell.readEnd }

    func post(_ order: Order) {
        let isFirst = state.withLock { state in
            defer { state.orders.append(order) }
            return state.orders.isEmpty
        }
        // Later orders need no bell: it has already rung.
        if isFirst { bell.ring() }
    }

    /// Returns the orders since the last call.
    func take() -> [Order] {
        bell.silence()
        return state.withLock { state in
            defer { state.orders = [] }
            return state.orders
        }
    }

    /// Starts the thread if none runs, for orders that are waiting.
    func startEngine(_ curl: Curl, with settings: Settings) {
        let isFirst = state.withLock { state in
            defer { state.isEngineRunning = true }
            return !state.isEngineRunning
        }
        guard isFirst else { return }
        startThread {
            if let engine = Engine(self, curl, settings) { engine.run() } else { self.refuse() }
        }
    }

    /// Lets the engine end, unless an order waits. The next order starts another.
    func dismissEngine() -> Bool {
        state.withLock { state in
            guard state.orders.isEmpty else { return false }
            state.isEngineRunning = false
            return true
        }
    }

    /// Fails all waiting orders, since nothing can be fetched. The next order tries again.
    private func refuse() {
        let orders = state.withLock { state in
            defer { state = State() }
            return state.orders
        }
        for case .start(let assignment) in orders {
            assignment.finish(.failure(.other("too many open files")))
        }
    }
}
