import CCurl

/// Runs curl's multi interface on the one thread that may touch it.
final class Engine {
    private let mailbox: Mailbox
    private let curl: Curl
    private let settings: Settings
    private let multi: UnsafeMutableRawPointer
    private var transfers: [UnsafeMutableRawPointer: Transfer] = [:]
    /// When to look whether any transfer has taken too long.
    private var nextLook: ContinuousClock.Instant?

    init(_ mailbox: Mailbox, _ curl: Curl, _ settings: Settings) {
        guard let multi = curl.multi_init() else { preconditionFailure("curl has no memory to start with") }
        self.mailbox = mailbox
        self.curl = curl
        self.settings = settings
        self.multi = multi
    }

    deinit { _ = curl.multi_cleanup(multi) }

    /// Carries out orders and moves bytes until it is told to stop.
    func run() {
        while carryOutOrders() {
            var running: Int32 = 0
            _ = curl.multi_perform(multi, &running)
            finishTransfers()
            giveUpOverdue()
            waitForNews()
        }
        cancel { _ in true }
    }

    private func carryOutOrders() -> Bool {
        for order in mailbox.take() {
            switch order {
            case .start(let id, let request, let finish): start(id, request, finish)
            case .cancel(let id): cancel { $0.id == id }
            case .cancelAll: cancel { _ in true }
            case .stop: return false
            }
        }
        return true
    }

    private func start(
        _ id: TransferID, _ request: Request, _ finish: @escaping @Sendable (Result<Response, FetchFailure>) -> Void
    ) {
        guard let transfer = Transfer(id, request, curl, settings, finish) else {
            return finish(.failure(.other("no memory is left for another transfer")))
        }
        perform(transfer)
    }

    private func perform(_ transfer: Transfer) {
        guard curl.multi_add_handle(multi, transfer.handle.pointer) == CURLM_OK else {
            return transfer.fail(.other("the transfer could not be started"))
        }
        transfers[transfer.handle.pointer] = transfer
        let limits = transfer.limits
        look(at: transfer.asked + min(limits.connect, limits.stall, limits.overall))
    }

    private func finishTransfers() {
        var left: Int32 = 0
        while let message = curl.multi_info_read(multi, &left) {
            guard message.pointee.msg == CURLMSG_DONE, let handle = message.pointee.easy_handle else { continue }
            let code = lede_curl_message_result(message)
            guard let transfer = remove(handle), transfer.finish(code) else { continue }
            perform(transfer)
        }
    }

    private func cancel(where isMeant: (Transfer) -> Bool) {
        for (handle, transfer) in transfers where isMeant(transfer) {
            remove(handle)
            transfer.fail(.cancelled)
        }
    }

    @discardableResult
    private func remove(_ handle: UnsafeMutableRawPointer) -> Transfer? {
        _ = curl.multi_remove_handle(multi, handle)
        return transfers.removeValue(forKey: handle)
    }

    /// Sees to it that all transfers are looked at then, or before.
    private func look(at time: ContinuousClock.Instant) { nextLook = nextLook.map { min($0, time) } ?? time }

    /// Gives up the transfers that have taken too long. What comes only ever puts that off, except that a connection
    /// which has come about has less time from then on: so each is looked at again when it might have.
    private func giveUpOverdue() {
        guard let time = nextLook, case let now = ContinuousClock.now, time <= now else { return }
        nextLook = nil
        for (handle, transfer) in transfers {
            let deadline = transfer.deadline
            if deadline.time <= now {
                remove(handle)
                transfer.fail(deadline.failure)
            } else {
                look(at: min(deadline.time, now + transfer.limits.stall))
            }
        }
    }

    /// Sleeps until a socket, one of curl's timers, the mailbox or a transfer that takes too long has something to do.
    private func waitForNews() {
        var mail = curl_waitfd(fd: mailbox.bellDescriptor, events: Int16(CURL_WAIT_POLLIN), revents: 0)
        let anHour = 3_600_000
        let time = nextLook.map { max(.zero, $0 - .now).milliseconds } ?? anHour
        let status = curl.multi_poll(multi, &mail, 1, Int32(min(time, anHour)), nil)
        precondition(status == CURLM_OK, "curl can't wait: its error \(status.rawValue)")
    }
}
