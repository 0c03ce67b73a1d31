import HTTP
import System

/// A login: the key to all requests and the token that changes need, too. They are only in memory.
///
/// When the server takes one of them no more, the session gets a new token, and if that doesn't help, it logs in again.
final class GoogleReaderSession: Sendable {
    private struct State {
        var key: String?
        var token: String?
        /// Whether the server has refused the password, which then isn't tried again.
        var isRefused = false
    }

    private enum Renewal {
        case token, login
    }

    private let connection: ServerConnection
    private let state = Locked(State())

    init(_ connection: ServerConnection) {
        self.connection = connection
    }

    /// Logs in anew.
    func logIn() throws(ServerFailure) {
        drop(.login)
        _ = try key()
    }

    func get(_ path: String, _ query: Form) throws(ServerFailure) -> Response {
        try perform([.login]) { () throws(ServerFailure) in
            try self.connection.send(self.signed(ServerRequest(Self.root + path, query: query), by: try self.key()))
        }
    }

    /// Sends a form, after the token. Some servers drop what comes after a thousand fields, so the token is first.
    func post(
        _ path: String, _ form: [(String, String)], isChange: Bool = true, isRepeatable: Bool = true,
        patience: Duration = .zero
    ) throws(ServerFailure) -> Response {
        try perform([.token, .login]) { () throws(ServerFailure) in
            var request = try self.postRequest(path, form, isChange: isChange)
            request.patience = patience
            return try self.connection.send(request, isRepeatable: isRepeatable)
        }
    }

    /// The request that `post` sends.
    func postRequest(
        _ path: String, _ fields: [(String, String)], isChange: Bool
    ) throws(ServerFailure) -> ServerRequest {
        let key = try key()
        var form: Form = ["T": try token()]
        for (name, value) in fields { form.add(name, value) }
        return signed(ServerRequest(Self.root + path, sending: form, isChange: isChange), by: key)
    }

    private static let root = "/reader/api/0/"

    private func signed(_ request: ServerRequest, by key: String) -> ServerRequest {
        var request = request
        request.headers.append(Header("Authorization", "GoogleLogin auth=\(key)"))
        return request
    }

    private func perform(
        _ renewals: [Renewal?], _ send: () throws(ServerFailure) -> Response
    ) throws(ServerFailure) -> Response {
        for renewal in renewals + [nil] {
            do {
                let response = try send()
                if !response.hasBadToken { return response }
            } catch {
                if error.kind != .loginRefused || state.withLock({ $0.isRefused }) { throw error }
            }
            if let renewal { drop(renewal) }
        }
        throw ServerFailure(.notUnderstood, "the server refuses the request, though the login worked")
    }

    private func drop(_ renewal: Renewal) {
        state.withLock { state in
            state.token = nil
            if renewal == .login { state.key = nil }
        }
    }

    private func key() throws(ServerFailure) -> String {
        let known = state.withLock { ($0.key, $0.isRefused) }
        if known.1 { throw .loginRefused }
        if let key = known.0 { return key }
        let account = connection.account
        // The Old Reader asks for the last three.
        let form: Form = [
            "Email": account.user, "Passwd": account.password, "service": "reader", "client": "lede",
            "accountType": "HOSTED_OR_GOOGLE"
        ]
        do throws(ServerFailure) {
            let response = try connection.send(
                ServerRequest("/accounts/ClientLogin", sending: form, isChange: false), isRepeatable: true)
            guard let key = response.loginKey else { throw response.notUnderstood(isChange: false) }
            state.withLock { $0.key = key }
            return key
        } catch {
            if error.kind == .loginRefused { state.withLock { $0.isRefused = true } }
            if error.kind == .busy {
                throw ServerFailure(.busy, "\(error.reason): it is busy, or its API for programs is off")
            }
            if error.kind == .gone {
                throw ServerFailure(.gone, "\(error.reason): FreshRSS's URL ends in /api/greader.php")
            }
            throw error
        }
    }

    private func token() throws(ServerFailure) -> String {
        if let token = state.withLock({ $0.token }) { return token }
        let response = try connection.send(signed(ServerRequest(Self.root + "token"), by: try key()))
        let token = response.word
        guard !token.isEmpty, !token.contains(" "), !token.contains("<") else {
            throw response.notUnderstood(isChange: false)
        }
        state.withLock { $0.token = token }
        return token
    }
}

extension Response {
    /// The key in the answer to a login, which has a line for each value.
    fileprivate var loginKey: String? {
        guard body.count <= 64 << 10 else { return nil }
        let lines = String(decoding: body, as: UTF8.self).split(whereSeparator: \.isNewline)
        let key = lines.first { $0.hasPrefix("Auth=") }?.dropFirst("Auth=".count)
        return key.flatMap { $0.isEmpty ? nil : String($0) }
    }

    /// Whether the server asks for another token, whatever the status.
    fileprivate var hasBadToken: Bool {
        headers["x-reader-google-bad-token"] != nil || headers["google-bad-token"] != nil
    }
}
