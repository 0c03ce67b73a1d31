import Dispatch
package import HTTP
import System
import URLs

/// Sends requests to one server, and to no other, and waits for the answers.
final class ServerConnection: Sendable {
    let account: ServerAccount
    /// The URL of the server's interface without a final slash.
    let base: String
    private let client = Client(userAgent: "lede")
    private let isCancelled = Locked(false)
    private let isRefused = Locked(false)
    /// The bytes of the answers since the sync began.
    let received = Locked(0)

    init(_ account: ServerAccount) throws(ServerFailure) {
        guard let url = WebURL(account.url), url.isOnTheWeb, let origin = url.origin else {
            throw ServerFailure(.notUnderstood, "“\(account.url.shownAddress)” isn't the URL of a server")
        }
        guard origin.isSecure || account.mayBeInsecure || IPAddress(origin.host)?.isThisMachine ?? origin.isLocalhost
        else {
            throw ServerFailure(
                .loginInsecure, "everybody on the way to “\(origin.hostAndPort)” could read the password: use https")
        }
        self.account = account
        var base = url.withoutCredentials.beginning + url.path
        while base.utf8.last == UInt8(ascii: "/") { base.removeLast() }
        self.base = String(base)
    }

    /// Sends a request and waits for the answer, which comes from the server itself. `isRepeatable` says that a change
    /// does no harm when it is made twice.
    func send(_ request: ServerRequest, isRepeatable: Bool = false) throws(ServerFailure) -> Response {
        try checkEnd()
        do throws(FetchFailure) {
            return try checked(try start(request).wait(), to: request)
        } catch .unanswered where isRepeatable {
            return try result(of: start(request), for: request)
        } catch {
            throw ServerFailure(error, isChange: request.isChange)
        }
    }

    /// Sends a request that carries the password. After a refusal no more are sent: servers slow down who guesses.
    func sendPassword(in request: ServerRequest, isRepeatable: Bool = false) throws(ServerFailure) -> Response {
        if isRefused.withLock({ $0 }) { throw .loginRefused }
        do throws(ServerFailure) {
            return try send(request, isRepeatable: isRepeatable)
        } catch {
            if error.kind == .loginRefused { isRefused.withLock { $0 = true } }
            throw error
        }
    }

    /// Waits for the answer to a request that was started.
    func result(of answer: PendingAnswer, for request: ServerRequest) throws(ServerFailure) -> Response {
        try checkEnd()
        do throws(FetchFailure) {
            return try checked(try answer.wait(), to: request)
        } catch {
            throw ServerFailure(error, isChange: request.isChange)
        }
    }

    func start(_ request: ServerRequest) -> PendingAnswer { start(self.request(request)) }

    private func start(_ request: Request) -> PendingAnswer {
        dispatchPrecondition(condition: .notOnQueue(.main))
        let answer = PendingAnswer()
        guard !isStopped else {
            answer.finish(.failure(.cancelled))
            return answer
        }
        let transfer = TransferID()
        client.fetch(request, as: transfer) { answer.finish($0) }
        // Asked again, so that a `cancel` meanwhile finds either the transfer or this.
        if isStopped { client.cancel(transfer) }
        return answer
    }

    /// Whether Miniflux is at this URL: without a login, it answers the request for its own interface with JSON.
    func hasMiniflux(at root: String) throws(ServerFailure) -> Bool {
        var request = request(ServerRequest(""))
        request.url = root + "/v1/me"
        do throws(FetchFailure) {
            _ = try start(request).wait()
            return false
        } catch .refused(401, _, let headers) {
            return headers["content-type"]?.hasPrefix("application/json") == true
        } catch .refused, .noDocument, .tooLarge {
            return false
        } catch {
            throw ServerFailure(error, isChange: false)
        }
    }

    private var isStopped: Bool { isCancelled.withLock { $0 } }

    func cancel() {
        isCancelled.withLock { $0 = true }
        client.cancelAll()
    }

    private func request(_ request: ServerRequest) -> Request {
        var options = account.options
        options.headers += request.headers
        options.authentication = request.authentication
        options.netrcFile = nil
        var limits = options.limits ?? HTTP.Limits()
        limits.size = Self.longestAnswer
        limits.stall = max(limits.stall, request.patience)
        limits.overall = max(limits.overall, request.patience)
        options.limits = limits
        return Request(base + request.path, method: request.method, body: request.body, options: options)
    }

    /// An answer from elsewhere isn't the server's word, even if it looks like it.
    private func checked(_ response: Response, to request: ServerRequest) throws(FetchFailure) -> Response {
        guard response.isFromOrigin else { throw .ledElsewhere(String(response.url.shownAddress.prefix(200))) }
        // Answers with nothing in them must have an end, too.
        received.withLock { $0 += max(response.body.count, 4 << 10) }
        return response
    }

    /// A server's pages may have no end, each with new items.
    private func checkEnd() throws(ServerFailure) {
        guard received.withLock({ $0 }) > Self.longestSync else { return }
        throw .endless("\(Self.longestSync >> 30) GB")
    }

    private static let longestAnswer = 64 << 20
    static let longestSync = 4 << 30
}

extension IPAddress {
    fileprivate var isThisMachine: Bool {
        bytes.count == 4 ? bytes[0] == 127 : bytes == [UInt8](repeating: 0, count: 15) + [1]
    }
}

extension Origin {
    /// Names that lead to this machine (RFC 6761, 6.3).
    fileprivate var isLocalhost: Bool { host == "localhost" || host.hasSuffix(".localhost") }
}

/// Where a user's feeds are, and how to log in there.
package struct ServerAccount: Sendable {
    /// The URL of the server's interface, as the urls file has it.
    package var url: String
    package var user: String
    /// The password, or the key for programs.
    package var password: String
    /// How to reach the server. Headers and limits are the protocol's own.
    package var options: RequestOptions
    /// Whether the user allows a login that everybody on the way can read.
    package var mayBeInsecure: Bool

    package init(
        url: String, user: String, password: String, options: RequestOptions = RequestOptions(),
        mayBeInsecure: Bool = false
    ) {
        self.url = url
        self.user = user
        self.password = password
        self.options = options
        self.mayBeInsecure = mayBeInsecure
    }
}

extension ServerAccount: CustomStringConvertible, CustomDebugStringConvertible {
    /// Without the password, wherever it is printed.
    package var description: String { "\(user) at \(url.shownAddress)" }

    package var debugDescription: String { description }
}

/// A request to a server, before it is known where the server is.
struct ServerRequest: Sendable {
    var method = Method.get
    /// The path behind the URL of the server's interface, with a query.
    var path: String
    var body: RequestBody?
    var headers: [Header] = []
    var authentication: Authentication?
    /// How long the server may take to answer, if it is longer than usual.
    var patience = Duration.zero
    /// Whether it changes something, so that it matters whether it was carried out.
    var isChange = false

    /// Asks for something.
    init(_ path: String, query: Form = Form()) {
        self.path = query.isEmpty ? path : "\(path)?\(query.text)"
    }

    init(_ path: String, sending form: Form, isChange: Bool) {
        method = .post
        self.path = path
        body = RequestBody(Array(form.text.utf8), type: "application/x-www-form-urlencoded")
        self.isChange = isChange
    }

    /// Sends JSON, or nothing.
    init(_ method: Method, _ path: String, json: String? = nil, isChange: Bool = true) {
        self.method = method
        self.path = path
        body = json.map { RequestBody(Array($0.utf8), type: "application/json") }
        self.isChange = isChange
    }
}

/// The fields of a form or a query, in their order.
struct Form: Sendable, ExpressibleByDictionaryLiteral {
    /// The fields as they are sent.
    private(set) var text = ""

    init() {}

    init(dictionaryLiteral fields: (String, String)...) {
        for (name, value) in fields { add(name, value) }
    }

    var isEmpty: Bool { text.isEmpty }

    mutating func add(_ name: String, _ value: String) {
        if !text.isEmpty { text += "&" }
        text += "\(Self.encoded(name))=\(Self.encoded(value))"
    }

    /// Encodes all but the characters that mean themselves in every part of a URL (RFC 3986, 2.3).
    static func encoded(_ value: String) -> String {
        if value.utf8.allSatisfy(isUnreserved) { return value }
        var bytes: [UInt8] = []
        for byte in value.utf8 {
            if isUnreserved(byte) { bytes.append(byte) } else { bytes.appendEncoded(byte) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        byte.isLetter || byte.isDigit || "-._~".utf8.contains(byte)
    }
}

/// A feed server, and the connection to it.
protocol ConnectedServer: FeedServer {
    var connection: ServerConnection { get }
}

extension ConnectedServer {
    package func beginSync() { connection.received.withLock { $0 = 0 } }

    package func cancel() { connection.cancel() }
}

/// The answer to a request under way.
final class PendingAnswer: Sendable {
    private let arrived = DispatchSemaphore(value: 0)
    private let result = Locked<Result<Response, FetchFailure>?>(nil)

    func finish(_ result: Result<Response, FetchFailure>) {
        self.result.withLock { $0 = result }
        arrived.signal()
    }

    /// Waits for the answer. Call it once.
    func wait() throws(FetchFailure) -> Response {
        arrived.wait()
        return try (result.withLock { $0 } ?? .failure(.cancelled)).get()
    }
}

extension ServerFailure {
    /// What a failed transfer means. `isChange` says that it was to change something.
    init(_ failure: FetchFailure, isChange: Bool) {
        let reason = failure.description
        switch failure {
        case .refused(let status, _, let headers):
            self.init(status: status, retryAfter: headers["retry-after"], reason, isChange: isChange)
        case .cancelled: self = ServerFailure(.cancelled, "the sync was stopped", mayBeDone: isChange)
        case .timedOut(_, .connection), .hostNotFound, .proxyNotFound, .connectionRefused, .unreachable,
            .proxyRefused, .insecure, .untrusted, .noAuthorities, .noCurl:
            self.init(.offline, reason)
        case .unanswered:
            // The URL was found to be a server's, so it is right.
            self.init(.offline, FetchFailure.unanswered(isPlain: false).description, mayBeDone: isChange)
        case .timedOut, .cutOff, .tooMuchAtOnce, .other:
            self.init(.offline, reason, mayBeDone: isChange)
        case .ledInside(let url), .ledElsewhere(let url):
            // A server could repeat a password in the rest of the URL.
            let origin = WebURL(url)?.origin.map { "\($0.scheme)://\($0.hostAndPort)" } ?? "nowhere"
            self.init(.notUnderstood, "the server redirects to “\(origin)”: check the URL")
        case .badAddress: self.init(.notUnderstood, "the server redirects to something that isn't a URL")
        case .tooManyRedirects, .forbiddenScheme, .forbiddenHost, .noFile, .changed, .webPage, .noRoom, .notWritten:
            self.init(.notUnderstood, reason)
        case .notHTTP, .tooLarge, .headersTooLarge, .badCompression, .noDocument:
            self.init(.notUnderstood, reason, mayBeDone: isChange)
        }
    }

    private init(status: Int, retryAfter: String?, _ reason: String, isChange: Bool) {
        // Servers write seconds; a date is as good as nothing said.
        let wait = retryAfter.flatMap { Int($0) }.map { Duration.seconds(min(max($0, 0), 24 * 3600)) }
        switch status {
        case 401, 403: self = .loginRefused
        case 404, 410: self.init(.gone, reason)
        case 429: self.init(.toldToWait(wait), reason)
        case 503 where wait != nil: self.init(.toldToWait(wait), reason, mayBeDone: isChange)
        // A gateway answers so when the server behind it takes too long.
        case 500...599: self.init(.busy, reason, mayBeDone: isChange)
        case 400..<500: self.init(.rejected, reason)
        default: self.init(.notUnderstood, reason, mayBeDone: isChange)
        }
    }
}
