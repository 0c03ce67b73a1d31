import CCurl
import Locks

/// What a client asks of its engine's thread.
enum Order: Sendable {
    case start(Assignment)
    case cancel(TransferID)
    case cancelAll
    /// Look whether what waits for memory can go on.
    case look
    case stop
}

/// Takes orders from any thread and wakes the engine's to carry them out.
final class Mailbox: Sendable {
    private struct State {
        var orders: [Order] = []
        var isEngineRunning = false
    }

    private let state = Locked(State())
    private let bell = Bell()

    /// What becomes readable when there is an order: the engine waits for it among its sockets.
    var bellDescriptor: Int32 { bell.readEnd }

    func post(_ order: Order) {
        let isFirst = state.withLock { state in
            defer { state.orders.append(order) }
            return state.orders.isEmpty
        }
        // For the others it has rung already.
        if isFirst { bell.ring() }
    }

    /// The orders since the last call.
    func take() -> [Order] {
        bell.silence()
        return state.withLock { state in
            defer { state.orders = [] }
            return state.orders
        }
    }

    /// Starts the thread where none runs yet, for orders that are there already.
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

    /// Lets the engine go, unless there is an order: the next to ask starts another.
    func dismissEngine() -> Bool {
        state.withLock { state in
            guard state.orders.isEmpty else { return false }
            state.isEngineRunning = false
            return true
        }
    }

    /// Says that nothing can be fetched to all who have asked; the next to ask has it tried again.
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
