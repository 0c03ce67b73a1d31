import System

/// The requests to a server, and the latches that wait for some of them.
final class RequestLog: Sendable {
    private let state = Locked(State())

    var requests: [LoopbackServer.Request] { state.withLock { $0.requests } }

    func record(_ request: LoopbackServer.Request) {
        state.withLock { state in
            state.requests.append(request)
            state.releaseWaiting()
        }
    }

    /// A latch that is set as soon as a path has been requested `count` times.
    func latch(forHits count: Int, on path: String) -> Latch {
        let latch = Latch()
        state.withLock { state in
            state.waiting.append((path, count, latch))
            state.releaseWaiting()
        }
        return latch
    }

    private struct State {
        var requests: [LoopbackServer.Request] = []
        var waiting: [(path: String, count: Int, latch: Latch)] = []

        mutating func releaseWaiting() {
            waiting.removeAll { waiter in
                let isMet = requests.count { $0.path == waiter.path } >= waiter.count
                if isMet { waiter.latch.set() }
                return isMet
            }
        }
    }
}
