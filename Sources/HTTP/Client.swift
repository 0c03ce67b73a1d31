package import Addresses
import CCurl

/// Fetches documents over HTTP, many at once, on one thread of its own.
///
/// The thread starts with a request, and ends when none was made for a while or with the client; what is under way then is
/// cancelled.
package final class Client: Sendable {
    private let mailbox = Mailbox()

    /// `userAgent` is what servers are told; `limits` hold for each transfer. More than `transfers` of them at once have
    /// to wait: as many as there are file descriptors for, unless something else is said. Connections stay open for the
    /// next request until none was made for `keepAlive`. Redirects from a number that `isPublic` don't lead to one that isn't.
    /// The bytes of documents are charged to `budget`.
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

    /// Starts to fetch, and calls `finish` exactly once: on the client's thread, which it may not block, or at once where
    /// curl can't be loaded. The first call of all loads it, which is nothing for the main queue.
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

    /// Gives up one transfer, whose `finish` hears `cancelled`; one that is over already is left alone.
    package func cancel(_ id: TransferID) { mailbox.post(.cancel(id)) }

    /// Gives up all transfers.
    package func cancelAll() { mailbox.post(.cancelAll) }
}

/// Which transfer, for cancelling it.
package final class TransferID: Sendable {
    package init() {}
}

extension TransferID: Hashable {
    package static func == (left: TransferID, right: TransferID) -> Bool { left === right }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// What all transfers of a client have in common.
struct Settings: Sendable {
    let userAgent: String
    let limits: Limits
    /// How many there may be at once, and how many connections in all.
    let transfers: Int
    /// How long connections stay open while nothing is asked for.
    let keepAlive: Duration
    let budget: MemoryBudget
    /// Whether a host is on the public network.
    let isPublic: @Sendable (IPAddress) -> Bool
}
