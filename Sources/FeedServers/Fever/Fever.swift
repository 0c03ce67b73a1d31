import Addresses
import FeedParser
import HTTP
import Locks

/// The Fever API, which FreshRSS, coldsweat and a plugin of tt-rss speak. It can't manage feeds, marks one item at a time,
/// and gives the items of fifty ids at most.
final class Fever: FeedServer {
    private struct State {
        var isChecked = false
        /// Whether the server has refused the password, which then isn't tried again.
        var isRefused = false
    }

    let connection: ServerConnection
    /// Whether titles come with wide characters, as from FreshRSS.
    let writesWide: Bool
    private let key: String
    private let end: String
    private let state = Locked(State())

    init(_ account: ServerAccount) throws(ServerFailure) {
        connection = try ServerConnection(account)
        key = MD5.hash("\(account.user):\(account.password)")
        let path = WebURL(account.url)?.path ?? ""
        writesWide = path.hasSuffix(".php")
        // Some servers redirect from a folder without its slash, and then the form is lost.
        end = writesWide ? "" : "/"
    }

    static let abilities = Abilities(marksAtOnce: 1, folders: .many, adds: false, arranges: false)
    var abilities: Abilities { Self.abilities }

    func logIn() throws(ServerFailure) {
        try ask("") { reader, _ throws(JSONReader.Failure) in try reader.skip() }
    }

    func cancel() { connection.cancel() }

    /// Sends a request and reads each member of the answer.
    func ask(
        _ query: String, read: (inout JSONReader, String) throws(JSONReader.Failure) -> Void
    ) throws(ServerFailure) {
        let request = try request(query)
        try self.read(try connection.send(request, isRepeatable: true), read)
    }

    /// The request for what a query names, with the key.
    func request(
        _ query: String, _ fields: [(String, String)] = [], isChange: Bool = false
    ) throws(ServerFailure) -> ServerRequest {
        if state.withLock({ $0.isRefused }) { throw .loginRefused }
        try refuseMiniflux()
        var form: Form = ["api_key": key]
        for (name, value) in fields { form.add(name, value) }
        return ServerRequest("\(end)?api\(query)", sending: form, isChange: isChange)
    }

    /// Reads each member of an answer. The server's status is the same for a wrong password.
    func read(
        _ response: Response, isChange: Bool = false,
        _ read: (inout JSONReader, String) throws(JSONReader.Failure) -> Void
    ) throws(ServerFailure) {
        let isLoggedIn: Bool = try response.json(isChange: isChange) { reader throws(JSONReader.Failure) in
            guard try reader.beginObject() else { return nil }
            var isLoggedIn: Bool?
            while let name = try reader.nextKey() {
                if name == "auth" { isLoggedIn = try reader.flag() } else { try read(&reader, name) }
            }
            return isLoggedIn
        }
        guard isLoggedIn else {
            state.withLock { $0.isRefused = true }
            throw .loginRefused
        }
    }

    /// Miniflux toggles stars where it should set or remove them. It answers the request for its own interface with JSON;
    /// other servers have nothing there.
    private func refuseMiniflux() throws(ServerFailure) {
        if state.withLock({ $0.isChecked }) { return }
        let root = connection.base.hasSuffix("/fever") ? connection.base.dropLast("/fever".count) : nil
        guard let root, try connection.hasMiniflux(at: String(root)) else {
            state.withLock { $0.isChecked = true }
            return
        }
        throw ServerFailure(
            .unsupported, "Miniflux's Fever API loses stars: use its own interface or its Google Reader API")
    }
}
