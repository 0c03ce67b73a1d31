import CCurl
import Glibc
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
