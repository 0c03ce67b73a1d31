import CCurl
import Glibc

/// Carries out a client's orders, on the only thread that uses curl.
final class Engine {
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

/// curl's multi handle, with epoll, which knows the ready sockets without checking each one.
private final class Multi {
    private let curl: Curl
    private let handle: UnsafeMutableRawPointer
    private let share: UnsafeMutableRawPointer?
    private let epoll: Int32
    private let wakeUp: Int32
    private var events = [epoll_event](repeating: epoll_event(), count: 64)
    /// The number of events that have come.
    private var count = 0
    /// When curl wants to be called even without events.
    var timer: ContinuousClock.Instant?

    /// `wakeUp` also ends the waiting, and `connections` is the most open connections when idle. Nil without memory or a
    /// free descriptor.
    init?(_ curl: Curl, wakeUp: Int32, connections: Int) {
        let epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard epoll >= 0 else { return nil }
        guard let handle = curl.multi_init() else {
            close(epoll)
            return nil
        }
        self.epoll = epoll
        self.curl = curl
        self.handle = handle
        self.wakeUp = wakeUp
        // Without it, every transfer has its own cache.
        share = curl.share_init()
        watch(wakeUp, for: EPOLLIN.rawValue, EPOLL_CTL_ADD)
        lede_curl_share_sessions(curl, share)
        let context = Unmanaged.passUnretained(self).toOpaque()
        lede_curl_multi_set_callbacks(curl, handle, watchSocket, setTimer, context)
        lede_curl_multi_set_long(curl, handle, CURLMOPT_MAXCONNECTS, connections)
    }

    deinit {
        // No callbacks while this object is deallocated.
        lede_curl_multi_set_callbacks(curl, handle, nil, nil, nil)
        _ = curl.multi_cleanup(handle)
        _ = curl.share_cleanup(share)
        close(epoll)
    }

    func add(_ transfer: EasyHandle) -> Bool {
        transfer.set(CURLOPT_SHARE, share)
        return curl.multi_add_handle(handle, transfer.pointer) == CURLM_OK
    }

    func remove(_ transfer: UnsafeMutableRawPointer) { _ = curl.multi_remove_handle(handle, transfer) }

    /// Sleeps until an event, curl's timer or `time`. Returns true if `wakeUp` is readable.
    func wait(until time: ContinuousClock.Instant?) -> Bool {
        count = max(0, Int(epoll_wait(epoll, &events, Int32(events.count), milliseconds(until: time))))
        return events.prefix(count).contains { $0.data.fd == wakeUp }
    }

    /// Lets curl handle all events. Calls `look` after each step, since one may decompress megabytes.
    func work(_ look: () -> Void) {
        for event in events.prefix(count) where event.data.fd != wakeUp {
            act(on: event.data.fd, Self.meaning(of: event.events))
            look()
        }
        if let due = timer, due <= .now {
            timer = nil
            act(on: CURL_SOCKET_TIMEOUT, 0)
            look()
        }
    }

    /// A finished transfer, and its outcome.
    func nextFinished() -> (transfer: UnsafeMutableRawPointer, code: CURLcode)? {
        var left: Int32 = 0
        while let message = curl.multi_info_read(handle, &left) {
            guard message.pointee.msg == CURLMSG_DONE, let transfer = message.pointee.easy_handle else { continue }
            return (transfer, lede_curl_message_result(message))
        }
        return nil
    }

    private func act(on socket: curl_socket_t, _ events: Int32) {
        var running: Int32 = 0
        _ = curl.multi_socket_action(handle, socket, events, &running)
    }

    private func milliseconds(until time: ContinuousClock.Instant?) -> Int32 {
        let times = [time, timer].compactMap { $0 }
        guard let next = times.min() else { return -1 }
        return Int32(clamping: max(.zero, next - .now).milliseconds)
    }

    private static func meaning(of events: UInt32) -> Int32 {
        var meaning: Int32 = 0
        if events & EPOLLIN.rawValue != 0 { meaning |= CURL_CSELECT_IN }
        if events & EPOLLOUT.rawValue != 0 { meaning |= CURL_CSELECT_OUT }
        if events & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0 { meaning |= CURL_CSELECT_ERR }
        return meaning
    }

    func watch(_ socket: curl_socket_t, for events: UInt32, _ change: Int32) {
        var event = epoll_event(events: events, data: epoll_data_t(fd: socket))
        _ = epoll_ctl(epoll, change, socket, &event)
    }

    /// Marks a socket as watched, which curl passes back with its next event.
    func remember(_ socket: curl_socket_t) {
        _ = curl.multi_assign(handle, socket, Unmanaged.passUnretained(self).toOpaque())
    }
}

private func watchSocket(
    _ transfer: UnsafeMutableRawPointer?, _ socket: curl_socket_t, _ action: Int32,
    _ context: UnsafeMutableRawPointer?, _ known: UnsafeMutableRawPointer?
) -> Int32 {
    guard let context else { return 0 }
    let multi = Unmanaged<Multi>.fromOpaque(context).takeUnretainedValue()
    guard action != CURL_POLL_REMOVE else {
        multi.watch(socket, for: 0, EPOLL_CTL_DEL)
        return 0
    }
    let reads = action & CURL_POLL_IN != 0 ? EPOLLIN.rawValue : 0
    let writes = action & CURL_POLL_OUT != 0 ? EPOLLOUT.rawValue : 0
    multi.watch(socket, for: reads | writes, known == nil ? EPOLL_CTL_ADD : EPOLL_CTL_MOD)
    if known == nil { multi.remember(socket) }
    return 0
}

private func setTimer(
    _ handle: UnsafeMutableRawPointer?, _ milliseconds: Int, _ context: UnsafeMutableRawPointer?
) -> Int32 {
    guard let context else { return 0 }
    let multi = Unmanaged<Multi>.fromOpaque(context).takeUnretainedValue()
    multi.timer = milliseconds < 0 ? nil : .now + .milliseconds(milliseconds)
    return 0
}
