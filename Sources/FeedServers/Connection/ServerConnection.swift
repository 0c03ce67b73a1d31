import Addresses
import Dispatch
import HTTP
import Locks

/// Sends requests to one server, and to no other, and waits for the answers.
final class ServerConnection: Sendable {
    let account: ServerAccount
    /// The URL of the server's interface without a final slash.
    let base: String
    private let client = Client(userAgent: "lede")
    private let isCancelled = Locked(false)
    private let isRefused = Locked(false)

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
        do throws(FetchFailure) {
            return try checked(try answer.wait(), to: request)
        } catch {
            throw ServerFailure(error, isChange: request.isChange)
        }
    }

    /// Starts a request.
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
        return response
    }

    private static let longestAnswer = 64 << 20
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
