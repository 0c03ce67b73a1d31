import FoundationEssentials
import HTTP
import Locks

/// Miniflux's own interface, version 1. It tells all changes since a time.
final class Miniflux: FeedServer {
    let connection: ServerConnection
    /// This machine's clock.
    let now: @Sendable () -> Date
    /// Whether the server is older than 2.3.2, which can set a star and list ids.
    let isOld = Locked(false)

    init(
        _ account: ServerAccount, now: @escaping @Sendable () -> Date = { Date() }
    ) throws(ServerFailure) {
        connection = try ServerConnection(account)
        self.now = now
    }

    static let abilities = Abilities(marksAtOnce: 250, folders: .one, refreshes: true, tellsChanges: true)
    var abilities: Abilities { Self.abilities }

    func logIn() throws(ServerFailure) { _ = try send(ServerRequest("/v1/me")) }

    func cancel() { connection.cancel() }

    func send(_ request: ServerRequest, isRepeatable: Bool = false) throws(ServerFailure) -> Response {
        var request = request
        let account = connection.account
        // Without a name, the password is a key for programs.
        if account.user.isEmpty {
            request.headers.append(Header("X-Auth-Token", account.password))
        } else {
            request.authentication = .basic(Credentials(name: account.user, password: account.password))
        }
        return try connection.sendPassword(in: request, isRepeatable: isRepeatable)
    }

    /// Does it in the new way, or in the old way if the server doesn't know the new one.
    func unlessOld<Value>(
        _ new: () throws(ServerFailure) -> Value, old: () throws(ServerFailure) -> Value
    ) throws(ServerFailure) -> Value {
        if isOld.withLock({ $0 }) { return try old() }
        do throws(ServerFailure) {
            return try new()
        } catch {
            guard error.kind == .rejected || error.kind == .gone else { throw error }
            let value = try old()
            isOld.withLock { $0 = true }
            return value
        }
    }
}

extension ServerItemID {
    /// The id, if it is a number as most servers have it.
    var number: Int64? { if case .number(let number) = self { number } else { nil } }
}
