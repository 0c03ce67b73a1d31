import FeedParser
import HTTP
import Locks

/// Tiny Tiny RSS. It can't rename or move feeds for others, and lists two hundred items at most.
final class TinyTinyRSS: FeedServer {
    private struct State {
        var session: String?
        /// Whether the server has refused the password, which then isn't tried again.
        var isRefused = false
    }

    let connection: ServerConnection
    private let path: String
    private let state = Locked(State())

    init(_ account: ServerAccount) throws(ServerFailure) {
        connection = try ServerConnection(account)
        path = connection.base.hasSuffix("/api") ? "/" : "/api/"
    }

    static let abilities = Abilities(marksAtOnce: 250, folders: .one, arranges: false, refreshes: true)
    var abilities: Abilities { Self.abilities }

    func logIn() throws(ServerFailure) {
        state.withLock { $0.session = nil }
        _ = try session()
    }

    func cancel() { connection.cancel() }

    /// Asks for an operation with fields in JSON, and reads what it answers. When the session has run out, it logs in again.
    func ask<Value>(
        _ operation: String, _ fields: String = "", isChange: Bool = false, isRepeatable: Bool = true,
        patience: Duration = .zero, _ read: (inout JSONReader) throws(JSONReader.Failure) -> Value?
    ) throws(ServerFailure) -> Value {
        let wasLoggedIn = state.withLock { $0.session != nil }
        for isLast in wasLoggedIn ? [false, true] : [true] {
            var request = try request(operation, fields, isChange: isChange)
            request.patience = patience
            let response = try connection.send(request, isRepeatable: isRepeatable)
            if isLast || !response.saysNotLoggedIn { return try response.content(isChange: isChange, read) }
            state.withLock { $0.session = nil }
        }
        throw .loginRefused
    }

    func request(_ operation: String, _ fields: String, isChange: Bool = false) throws(ServerFailure) -> ServerRequest {
        let session = JSONText.string(try session())
        let json = #"{"op":"\#(operation)","sid":\#(session)\#(fields.isEmpty ? "" : ",")\#(fields)}"#
        return ServerRequest(.post, path, json: json, isChange: isChange)
    }

    private func session() throws(ServerFailure) -> String {
        let known = state.withLock { ($0.session, $0.isRefused) }
        if known.1 { throw .loginRefused }
        if let session = known.0 { return session }
        let (user, password) = (connection.account.user, connection.account.password)
        let json =
            #"{"op":"login","user":\#(JSONText.string(user)),"password":\#(JSONText.string(password))}"#
        do throws(ServerFailure) {
            let request = ServerRequest(.post, path, json: json, isChange: false)
            let session = try connection.send(request, isRepeatable: true).content {
                reader throws(JSONReader.Failure) in
                try reader.member("session_id")
            }
            state.withLock { $0.session = session }
            return session
        } catch {
            if error.kind == .loginRefused { state.withLock { $0.isRefused = true } }
            throw error
        }
    }
}
