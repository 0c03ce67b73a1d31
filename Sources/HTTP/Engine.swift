import CCurl

/// Runs curl's multi interface on the one thread that may touch it.
final class Engine {
    private let mailbox: Mailbox
    private let curl: Curl
    private let settings: Settings
    private let multi: UnsafeMutableRawPointer
    private var transfers: [UnsafeMutableRawPointer: Transfer] = [:]

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
        guard curl.multi_add_handle(multi, transfer.handle) == CURLM_OK else {
            return finish(.failure(.other("the transfer could not be started")))
        }
        transfers[transfer.handle] = transfer
    }

    private func finishTransfers() {
        var left: Int32 = 0
        while let message = curl.multi_info_read(multi, &left) {
            guard message.pointee.msg == CURLMSG_DONE, let handle = message.pointee.easy_handle else { continue }
            let code = lede_curl_message_result(message)
            remove(handle)?.finish(code)
        }
    }

    private func cancel(where isMeant: (Transfer) -> Bool) {
        for (handle, transfer) in transfers where isMeant(transfer) {
            remove(handle)
            transfer.cancel()
        }
    }

    @discardableResult
    private func remove(_ handle: UnsafeMutableRawPointer) -> Transfer? {
        _ = curl.multi_remove_handle(multi, handle)
        return transfers.removeValue(forKey: handle)
    }

    /// Sleeps until a socket, one of curl's timers or the mailbox has something to do.
    private func waitForNews() {
        var mail = curl_waitfd(fd: mailbox.bellDescriptor, events: Int16(CURL_WAIT_POLLIN), revents: 0)
        let anHour: Int32 = 3_600_000
        let status = curl.multi_poll(multi, &mail, 1, anHour, nil)
        precondition(status == CURLM_OK, "curl can't wait: its error \(status.rawValue)")
    }
}
