import CCurl
import Glibc
import System
package import URLs

/// Fetches documents over HTTP, many at once, on its own thread.
///
/// The thread starts with a request. It ends after a while without one, or with the client, which cancels running
/// transfers.
package final class Client: Sendable {
    private let mailbox = Mailbox()

    /// `userAgent` is sent to servers, and `limits` hold for each transfer. At most `transfers` run at once, by default
    /// as many as the file descriptors allow; others wait. Connections stay open until `keepAlive` has passed without a
    /// request. A redirect can't lead from an IP address that `isPublic` to one that isn't. The bytes of documents are
    /// charged to `budget`.
    package init(
        userAgent: String, limits: Limits = Limits(), transfers: Int? = nil, keepAlive: Duration = .seconds(60),
        budget: MemoryBudget = MemoryBudget(), isPublic: @escaping @Sendable (IPAddress) -> Bool = { $0.isPublic }
    ) {
        settings = Settings(
            userAgent: userAgent, limits: limits, transfers: transfers.map { max(1, $0) } ?? Descriptors.transfers,
            keepAlive: keepAlive, budget: budget, isPublic: isPublic)
    }

    private let settings: Settings

    deinit { mailbox.post(.stop) }

    /// Starts a transfer and calls `finish` exactly once, on the client's thread, which it must not block; or at once
    /// if curl can't be loaded. The very first call loads curl, so don't make it on the main queue.
    @discardableResult
    package func fetch(
        _ request: Request, as id: TransferID = TransferID(),
        finish: @escaping @Sendable (Result<Response, FetchFailure>) -> Void
    ) -> TransferID {
        switch Curl.loaded {
        case .success(let curl):
            mailbox.post(.start(Assignment(id: id, request: request, finish: finish)))
            mailbox.startEngine(curl, with: settings)
        case .failure(let failure): finish(.failure(failure))
        }
        return id
    }

    /// Cancels one transfer, whose `finish` gets `cancelled`. Does nothing after its end.
    package func cancel(_ id: TransferID) { mailbox.post(.cancel(id)) }

    /// Cancels all transfers.
    package func cancelAll() { mailbox.post(.cancelAll) }
}

/// Identifies a transfer, so that it can be cancelled.
package final class TransferID: Sendable {
    package init() {}
}

extension TransferID: Hashable {
    package static func == (left: TransferID, right: TransferID) -> Bool { left === right }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The settings of all transfers of a client.
struct Settings: Sendable {
    let userAgent: String
    let limits: Limits
    /// The most simultaneous transfers, and the most connections.
    let transfers: Int
    /// How long connections stay open without a request.
    let keepAlive: Duration
    let budget: MemoryBudget
    /// Whether a host is in the public network.
    let isPublic: @Sendable (IPAddress) -> Bool
}

extension Client {
    /// The reason why this machine can't fetch anything, if so. Reading it loads curl.
    package static var obstacle: FetchFailure? {
        if case .failure(let failure) = Curl.loaded { failure } else { nil }
    }
}

/// The file descriptors that this process may open.
private enum Descriptors {
    /// The number of simultaneous transfers, and of connections, for which they suffice.
    static var transfers: Int {
        var limit = rlimit()
        let isKnown = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
        let count = isKnown ? Int(clamping: limit.rlim_cur) : 1024
        // A transfer uses three while its host is looked up or tried in two ways at once. The rest of lede needs some,
        // too.
        return min(1000, max(4, (count - 100) / 3))
    }
}

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
    private let sockets = WakeUpSockets()

    /// The descriptor that becomes readable with an order, among the engine's sockets.
    var wakeUpDescriptor: Int32 { sockets.readEnd }

    func post(_ order: Order) {
        let isFirst = state.withLock { state in
            defer { state.orders.append(order) }
            return state.orders.isEmpty
        }
        // Later orders find the thread awake already.
        if isFirst { sockets.wake() }
    }

    /// Returns the orders since the last call.
    func take() -> [Order] {
        sockets.clear()
        return state.withLock { state in
            defer { state.orders = [] }
            return state.orders
        }
    }

    /// Starts the thread if none runs, for orders that are waiting.
    fileprivate func startEngine(_ curl: Curl, with settings: Settings) {
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

/// A document to fetch, and the function that gets the outcome.
struct Assignment: Sendable {
    let id: TransferID
    let request: Request
    let finish: @Sendable (Result<Response, FetchFailure>) -> Void
}

/// A pair of sockets that wakes a thread from `epoll_wait`. It carries no information.
private struct WakeUpSockets: ~Copyable, Sendable {
    let readEnd: Int32
    private let writeEnd: Int32

    /// If no descriptor is left, the ends are −1.
    init() {
        var ends: [Int32] = [-1, -1]
        // Not a pipe: a program started at that moment would inherit it before it is marked for closing.
        let type = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        _ = socketpair(AF_UNIX, Int32(type), 0, &ends)
        readEnd = ends[0]
        writeEnd = ends[1]
    }

    deinit {
        close(readEnd)
        close(writeEnd)
    }

    /// Makes the read end readable. If the socket is full, it already is.
    func wake() {
        var byte: UInt8 = 0
        _ = write(writeEnd, &byte, 1)
    }

    /// Empties the read end until the next call of `wake`.
    func clear() {
        var bytes = [UInt8](repeating: 0, count: 512)
        while read(readEnd, &bytes, bytes.count) > 0 {}
    }
}

/// Starts a thread for work that waits on the network, which would block a dispatch queue.
///
/// It belongs to no actor: a closure made in an actor's code crashes when C calls it on another thread.
private nonisolated func startThread(_ body: @escaping @Sendable () -> Void) {
    let start = Unmanaged.passRetained(ThreadStart(body))
    var thread = pthread_t()
    let status = pthread_create(&thread, nil, runThread, start.toOpaque())
    precondition(status == 0, "no thread could be started for the network")
    pthread_detach(thread)
}

private final class ThreadStart: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

private func runThread(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    // Writing to a server that is gone fails only that transfer. The signal would end the process, and curl, told to
    // leave signals alone, doesn't block it.
    var brokenPipe = sigset_t()
    sigemptyset(&brokenPipe)
    sigaddset(&brokenPipe, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &brokenPipe, nil)
    // Keys must not wait for a core while hundreds of documents are decompressed. This lowers only this thread's
    // priority.
    setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 5)
    Unmanaged<ThreadStart>.fromOpaque(context).takeRetainedValue().body()
    return nil
}
