import CCurl
import Glibc
import System

/// Carries out a client's orders, on the only thread that uses curl.
private final class Engine {
    private let mailbox: Mailbox
    private let curl: Curl
    private let settings: Settings
    private let multi: Multi
    private let running: RunningTransfers
    /// Transfers that wait until another ends.
    private var waiting: [Assignment] = []
    /// Whether an order will come when memory is freed.
    private var isToldOfRelief = false
    /// When to check for overdue transfers or, without transfers, when to end.
    private var nextLook: ContinuousClock.Instant?

    /// Nil without memory or a free descriptor.
    init?(_ mailbox: Mailbox, _ curl: Curl, _ settings: Settings) {
        guard mailbox.wakeUpDescriptor >= 0,
            let multi = Multi(curl, wakeUp: mailbox.wakeUpDescriptor, connections: settings.transfers)
        else { return nil }
        self.mailbox = mailbox
        self.curl = curl
        self.settings = settings
        running = RunningTransfers(settings.budget)
        self.multi = multi
        nextLook = .now + settings.keepAlive
    }

    /// Carries out orders and moves bytes until it is told to stop, or after a while without work. Its end closes open
    /// connections and frees the memory that its thread keeps.
    func run() {
        // The C library finds non-ASCII host names only in a UTF-8 locale. So this thread has its own.
        let unicode = newlocale(LC_CTYPE_MASK, "C.UTF-8", nil)
        let usual = uselocale(unicode)
        defer {
            _ = uselocale(usual)
            if let unicode { freelocale(unicode) }
        }
        while !isIdle || !mailbox.dismissEngine() {
            let hasOrders = multi.wait(until: nextLook)
            // Before everything else, so that a transfer cancelled before its answer came counts as cancelled.
            if hasOrders, !carryOutOrders() { break }
            multi.work { running.regulate() }
            dropEvicted()
            finishTransfers()
            lookAtTransfers()
            regulate()
        }
        cancel { _ in true }
    }

    private func carryOutOrders() -> Bool {
        for order in mailbox.take() {
            switch order {
            case .start(let assignment): start(assignment)
            case .cancel(let id): cancel { $0.id == id }
            case .cancelAll: cancel { _ in true }
            case .look: isToldOfRelief = false
            case .stop: return false
            }
        }
        return true
    }

    private func start(_ assignment: Assignment) {
        guard running.transfers.count < settings.transfers else { return waiting.append(assignment) }
        guard let transfer = Transfer(assignment, curl, settings, among: running) else {
            return assignment.finish(.failure(.other("out of memory")))
        }
        perform(transfer)
    }

    private func perform(_ transfer: Transfer) {
        guard multi.add(transfer.handle) else {
            return transfer.assignment.finish(.failure(.other("can't start the transfer")))
        }
        if running.transfers.isEmpty { nextLook = nil }
        running.transfers[transfer.handle.pointer] = transfer
        let limits = transfer.limits
        look(at: transfer.asked + min(limits.connect, limits.stall, limits.overall))
    }

    private func finishTransfers() {
        while let (handle, code) = multi.nextFinished() {
            guard let transfer = remove(handle) else { continue }
            if transfer.finish(code) { perform(transfer) }
        }
        startWaiting()
    }

    /// Reports the transfers that were given up for others.
    private func dropEvicted() {
        let evicted = running.takeEvicted()
        for handle in evicted {
            if let transfer = remove(handle) { transfer.assignment.finish(.failure(.tooMuchAtOnce)) }
        }
        if !evicted.isEmpty { startWaiting() }
    }

    /// Makes large documents take turns, and checks again when memory is freed.
    private func regulate() {
        running.regulate()
        if running.hasWaiting, !isToldOfRelief {
            isToldOfRelief = true
            running.budget.onRelief { [mailbox] in mailbox.post(.look) }
            // Memory may have been freed just before.
            running.regulate()
        }
        dropEvicted()
    }

    private func startWaiting() {
        while running.transfers.count < settings.transfers, !waiting.isEmpty { start(waiting.removeFirst()) }
    }

    private func cancel(where isMeant: (Assignment) -> Bool) {
        let meant = waiting.filter(isMeant)
        waiting.removeAll(where: isMeant)
        for (handle, transfer) in running.transfers where isMeant(transfer.assignment) {
            remove(handle)
            transfer.assignment.finish(.failure(.cancelled))
        }
        for assignment in meant { assignment.finish(.failure(.cancelled)) }
        startWaiting()
    }

    @discardableResult
    private func remove(_ handle: UnsafeMutableRawPointer) -> Transfer? {
        multi.remove(handle)
        defer { if running.transfers.isEmpty { nextLook = .now + settings.keepAlive } }
        return running.transfers.removeValue(forKey: handle)
    }

    /// Schedules a check at this time, or earlier.
    private func look(at time: ContinuousClock.Instant) { nextLook = nextLook.map { min($0, time) } ?? time }

    private var isIdle: Bool { running.transfers.isEmpty && nextLook.map { $0 <= .now } == true }

    private func lookAtTransfers() {
        guard !running.transfers.isEmpty, let time = nextLook, case let now = ContinuousClock.now, time <= now else {
            return
        }
        nextLook = nil
        giveUpOverdue(at: now)
        startWaiting()
    }

    /// Gives up overdue transfers. Incoming data only postpones a deadline; only an established connection may bring it
    /// closer. So each transfer is checked again at the earliest possible time.
    private func giveUpOverdue(at now: ContinuousClock.Instant) {
        for (handle, transfer) in running.transfers {
            let deadline = transfer.deadline
            if deadline.time <= now {
                remove(handle)
                transfer.assignment.finish(.failure(deadline.failure))
            } else {
                look(at: min(deadline.time, now + transfer.limits.stall))
            }
        }
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
    fileprivate var wakeUpDescriptor: Int32 { sockets.readEnd }

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
    fileprivate func dismissEngine() -> Bool {
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
