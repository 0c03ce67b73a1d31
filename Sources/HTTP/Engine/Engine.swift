import CCurl
import Glibc

/// Carries out a client's orders, on the one thread that may touch curl.
final class Engine {
    private let mailbox: Mailbox
    private let curl: Curl
    private let settings: Settings
    private let multi: Multi
    private let crowd: Crowd
    /// What has to wait until there is room.
    private var waiting: [Assignment] = []
    /// Whether an order will come when memory is given back.
    private var isToldOfRelief = false
    /// When to look whether a transfer has taken too long, or, where there is none, whether to stay.
    private var nextLook: ContinuousClock.Instant?

    /// Nil where neither memory nor a descriptor is left.
    init?(_ mailbox: Mailbox, _ curl: Curl, _ settings: Settings) {
        guard mailbox.bellDescriptor >= 0,
            let multi = Multi(curl, bell: mailbox.bellDescriptor, connections: settings.transfers)
        else { return nil }
        self.mailbox = mailbox
        self.curl = curl
        self.settings = settings
        crowd = Crowd(settings.budget)
        self.multi = multi
        nextLook = .now + settings.keepAlive
    }

    /// Carries out orders and moves bytes until it is told to stop, or has had nothing to do for a while. With it go the
    /// connections that stayed open, and what its thread keeps of the memory that documents took.
    func run() {
        // Hosts with names outside ASCII are found only where their names are taken for UTF-8, which the C library decides
        // by the locale: this thread has one of its own, whatever the process has.
        let unicode = newlocale(LC_CTYPE_MASK, "C.UTF-8", nil)
        let usual = uselocale(unicode)
        defer {
            _ = uselocale(usual)
            if let unicode { freelocale(unicode) }
        }
        while !isIdle || !mailbox.dismissEngine() {
            let hasOrders = multi.wait(until: nextLook)
            // Before all else, so that a transfer that was cancelled before its answer came is cancelled.
            if hasOrders, !carryOutOrders() { break }
            multi.work { crowd.regulate() }
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
        guard crowd.transfers.count < settings.transfers else { return waiting.append(assignment) }
        guard let transfer = Transfer(assignment, curl, settings, in: crowd) else {
            return assignment.finish(.failure(.other("out of memory")))
        }
        perform(transfer)
    }

    private func perform(_ transfer: Transfer) {
        guard multi.add(transfer.handle) else {
            return transfer.assignment.finish(.failure(.other("can't start the transfer")))
        }
        if crowd.transfers.isEmpty { nextLook = nil }
        crowd.transfers[transfer.handle.pointer] = transfer
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

    /// Tells those that were given up for others.
    private func dropEvicted() {
        let evicted = crowd.takeEvicted()
        for handle in evicted {
            if let transfer = remove(handle) { transfer.assignment.finish(.failure(.tooMuchAtOnce)) }
        }
        if !evicted.isEmpty { startWaiting() }
    }

    /// Has large documents wait for each other, and comes back to it when there is memory again.
    private func regulate() {
        crowd.regulate()
        if crowd.hasWaiting, !isToldOfRelief {
            isToldOfRelief = true
            crowd.budget.onRelief { [mailbox] in mailbox.post(.look) }
            // It may have been given back just before.
            crowd.regulate()
        }
        dropEvicted()
    }

    private func startWaiting() {
        while crowd.transfers.count < settings.transfers, !waiting.isEmpty { start(waiting.removeFirst()) }
    }

    private func cancel(where isMeant: (Assignment) -> Bool) {
        let meant = waiting.filter(isMeant)
        waiting.removeAll(where: isMeant)
        for (handle, transfer) in crowd.transfers where isMeant(transfer.assignment) {
            remove(handle)
            transfer.assignment.finish(.failure(.cancelled))
        }
        for assignment in meant { assignment.finish(.failure(.cancelled)) }
        startWaiting()
    }

    @discardableResult
    private func remove(_ handle: UnsafeMutableRawPointer) -> Transfer? {
        multi.remove(handle)
        defer { if crowd.transfers.isEmpty { nextLook = .now + settings.keepAlive } }
        return crowd.transfers.removeValue(forKey: handle)
    }

    /// Sees to it that there is a look then, or before.
    private func look(at time: ContinuousClock.Instant) { nextLook = nextLook.map { min($0, time) } ?? time }

    private var isIdle: Bool { crowd.transfers.isEmpty && nextLook.map { $0 <= .now } == true }

    private func lookAtTransfers() {
        guard !crowd.transfers.isEmpty, let time = nextLook, case let now = ContinuousClock.now, time <= now else {
            return
        }
        nextLook = nil
        giveUpOverdue(at: now)
        startWaiting()
    }

    /// Gives up the transfers that have taken too long. What comes only ever puts that off, except that a connection
    /// which has come about has less time from then on: so each is looked at again when it might have.
    private func giveUpOverdue(at now: ContinuousClock.Instant) {
        for (handle, transfer) in crowd.transfers {
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
