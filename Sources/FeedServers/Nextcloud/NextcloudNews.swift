import FeedParser
import FoundationEssentials
import HTTP

/// Nextcloud's app News, by its interface 1.3. It tells all changes since a time.
final class NextcloudNews: FeedServer {
    let connection: ServerConnection
    /// This machine's clock.
    let now: @Sendable () -> Date
    private let root: String

    init(
        _ account: ServerAccount, now: @escaping @Sendable () -> Date = { Date() }
    ) throws(ServerFailure) {
        connection = try ServerConnection(account)
        self.now = now
        root = connection.base.contains("/apps/news/api/") ? "" : "/index.php/apps/news/api/v1-3"
    }

    static let abilities = Abilities(marksAtOnce: 250, folders: .one, tellsChanges: true, readsUpTo: true)
    var abilities: Abilities { Self.abilities }

    func logIn() throws(ServerFailure) { _ = try get("version").json(NextcloudPage.readVersion) }

    func cancel() { connection.cancel() }

    func get(_ path: String, _ query: Form = Form()) throws(ServerFailure) -> Response {
        try send(ServerRequest("\(root)/\(path)", query: query))
    }

    /// Makes a change that does no harm when it is made twice. The answer is empty, or JSON; a login page is neither.
    func change(_ method: Method, _ path: String, _ json: String? = nil) throws(ServerFailure) {
        let response = try send(ServerRequest(method, "\(root)/\(path)", json: json), isRepeatable: true)
        guard let first = response.body.first(where: { $0 > 0x20 }) else { return }
        if !"[{n".utf8.contains(first) { throw response.notUnderstood(isChange: true) }
    }

    /// Makes something new, and returns the answer.
    func create(_ path: String, _ json: String, patience: Duration = .zero) throws(ServerFailure) -> Response {
        var request = ServerRequest(.post, "\(root)/\(path)", json: json)
        request.patience = patience
        return try send(request)
    }

    private func send(_ request: ServerRequest, isRepeatable: Bool = false) throws(ServerFailure) -> Response {
        var request = request
        let account = connection.account
        request.authentication = .basic(Credentials(name: account.user, password: account.password))
        return try connection.sendPassword(in: request, isRepeatable: isRepeatable)
    }
}
