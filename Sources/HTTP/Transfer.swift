import CCurl
import Glibc
import URLs

/// A document being fetched. It owns curl's handle and collects the answer, from redirect to redirect.
final class Transfer {
    let assignment: Assignment
    let handle: EasyHandle
    let request: Request
    let limits: Limits
    private(set) var route: RequestRoute
    var border: NetworkBorder
    fileprivate(set) var answer: PartialAnswer
    let started = ContinuousClock.now
    /// When the request to the current URL of the route began.
    private(set) var asked: ContinuousClock.Instant
    var lastNews: ContinuousClock.Instant
    var waiting = Waiting()
    /// Whether curl has begun to send the request to the current URL of the route.
    var isSent = false
    /// Whether curl was about to send a change for a second time.
    private var isRepetition = false
    private unowned let running: RunningTransfers
    private var headers: HeaderList?
    private var received = 0

    init?(_ assignment: Assignment, _ curl: Curl, _ settings: Settings, among running: RunningTransfers) {
        guard let handle = EasyHandle(curl) else { return nil }
        self.running = running
        self.assignment = assignment
        self.handle = handle
        request = assignment.request.withCredentialsApart
        limits = request.options.limits ?? settings.limits
        route = RequestRoute(to: request.url)
        border = NetworkBorder(
            request.options.proxy, staysOutside: request.options.staysOutside, isPublic: settings.isPublic)
        answer = PartialAnswer(limits, running.budget)
        asked = started
        lastNews = started
        handle.setOptions(request.options, limits, userAgent: settings.userAgent)
        setContent()
        setCallbacks()
        watchBorder()
        setRoute()
    }

    /// Ends the transfer, or returns true if a redirect starts it again.
    func finish(_ code: CURLcode) -> Bool {
        received += handle.amount(CURLINFO_SIZE_DOWNLOAD_T) + handle.figure(CURLINFO_HEADER_SIZE)
        do throws(FetchFailure) {
            if let failure = failure(code) { throw failure }
            if let location = answer.isRedirect ? answer.headers["location"] : nil {
                try follow(location)
                return true
            }
            assignment.finish(.success(try response()))
        } catch {
            assignment.finish(.failure(error))
        }
        return false
    }

    private func follow(_ location: String) throws(FetchFailure) {
        guard route.redirects < limits.redirects else { throw .tooManyRedirects }
        try route.follow(location, status: answer.status)
        try checkRedirectOfChange(status: answer.status)
        if !border.admits(host: route.host) { throw .ledInside(route.url.shownAddress) }
        if request.options.hosts?.allows(route.host) == false { throw .forbiddenHost(route.host) }
        answer = PartialAnswer(limits, running.budget)
        isSent = false
        asked = .now
        lastNews = asked
        setRoute()
    }

    private func response() throws(FetchFailure) -> Response {
        let status = answer.status
        switch status {
        case 204 where request.method.changes, 205 where request.method.changes: break
        case 204, 205, 206: throw .noDocument(status: status)
        case 304 where request.validators.headers.isEmpty || !route.isAtOrigin: throw .noDocument(status: status)
        case 200..<300, 304: break
        default: throw .refused(status: status, by: route.url, headers: answer.headers)
        }
        return Response(
            status: status, url: route.url, isFromOrigin: route.isAtOrigin, isLaidOpen: route.isLaidOpen,
            permanentURL: route.permanentURL, headers: answer.headers, body: answer.body, mayBeCut: answer.mayBeCut,
            received: received, duration: .now - started, charge: answer.charge)
    }

    /// Gives the document up, to free memory for others.
    func evict() { answer.giveUp(.tooMuchAtOnce) }

    fileprivate func makeRoom(for count: Int) { running.makeRoom(for: count) }

    private func setRoute() {
        // If curl can't use it either, curl's failure names it.
        handle.set(CURLOPT_URL, route.target?.href ?? "")
        let headers = HeaderList(request.headerLines(isAtOrigin: route.isAtOrigin), handle.curl)
        handle.set(CURLOPT_HTTPHEADER, headers.first)
        self.headers = headers
        // A connection being made may turn out to carry several transfers. A secure one tells before the first
        // transfer; a plain one only with its first answer, for which the others would wait.
        handle.set(CURLOPT_PIPEWAIT, route.isSecure)
        handle.setAuthentication(route.isAtOrigin ? request.options.authentication : nil)
        // Another site must not make lede act in the user's name.
        if !route.isOnSite, request.options.cookieFile != nil { handle.forgetCookies() }
        handle.setVerification(request.options.verifiesServer || !route.isAtOrigin)
        // A netrc file with a “default” entry has a password for every host.
        let asksFile = route.isAtOrigin && request.options.authentication == nil
        handle.setNetrc(asksFile ? request.options.netrcFile : nil)
    }

    private func setCallbacks() {
        // The transfer outlives all calls of curl: the engine holds it until the handle has left the multi handle.
        let context = Unmanaged.passUnretained(self).toOpaque()
        handle.set(CURLOPT_HEADERFUNCTION, receiveHeader)
        handle.set(CURLOPT_HEADERDATA, context)
        handle.set(CURLOPT_WRITEFUNCTION, receiveBody)
        handle.set(CURLOPT_WRITEDATA, context)
    }
}

private func receiveHeader(
    _ data: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
    receive(data, count, context) { $0.add(headerLine: $1) }
}

private func receiveBody(
    _ data: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
    // Before the answer is accessed, because it may be the one that is given up.
    if let context { Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue().makeRoom(for: count) }
    return receive(data, count, context) { $0.add(body: $1) }
}

/// Passes bytes to the answer, and tells curl how many were taken. Their size is one, so that is their count.
private func receive(
    _ data: UnsafeMutablePointer<CChar>?, _ count: Int, _ context: UnsafeMutableRawPointer?,
    _ use: (inout PartialAnswer, UnsafeRawBufferPointer) -> Bool
) -> Int {
    guard let context else { return 0 }
    let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    transfer.lastNews = .now
    return use(&transfer.answer, UnsafeRawBufferPointer(start: data, count: count)) ? count : 0
}

/// A request that may change something on the server is sent only once, and only to the requested origin.
extension Transfer {
    /// Passes the method and the body to curl, which copies it for all redirects.
    private func setContent() {
        guard request.method.changes else { return }
        handle.setBody(request.body?.bytes ?? [])
        handle.set(CURLOPT_CUSTOMREQUEST, request.method.rawValue)
    }

    /// Fails unless the request may be sent again to where a redirect has just led. Other redirects than these two ask
    /// for another method (RFC 9110, 15.4).
    private func checkRedirectOfChange(status: Int) throws(FetchFailure) {
        guard request.method.changes else { return }
        guard status == 307 || status == 308, route.isAtOrigin else {
            throw .ledElsewhere(String(route.url.shownAddress.prefix(200)))
        }
    }

    /// Whether curl may send the request now. Without an answer on a connection that was already open, curl would send
    /// it again on a new one; but the server may have carried it out.
    func admitsSending() -> Bool {
        isRepetition = isSent && request.method.changes && answer.status == 0
        isSent = true
        return !isRepetition
    }

    /// When the transfer will have failed unless data comes, and with what failure.
    var deadline: (time: ContinuousClock.Instant, failure: FetchFailure) {
        // While the transfer waits for others, its time stands still, but not for ever: servers won't wait either.
        let end = started + limits.overall + min(waiting.time(at: .now), limits.overall)
        if isWaiting { return (end, .timedOut(after: limits.overall, .end)) }
        let (time, limit, phase) = nextLimit
        if end <= time { return (end, .timedOut(after: limits.overall, .end)) }
        return (time, .timedOut(after: limit, phase))
    }

    private var nextLimit: (ContinuousClock.Instant, Duration, FetchFailure.Phase) {
        let beforeRequest = handle.amount(CURLINFO_PRETRANSFER_TIME_T)
        guard beforeRequest > 0 else { return (asked + limits.connect, limits.connect, .connection) }
        let news = max(lastNews, asked + .microseconds(beforeRequest))
        return (news + limits.stall, limits.stall, answer.hasHead ? .document : .answer)
    }

    /// The failure behind curl's code; nil after success, or if lede itself ended the transfer.
    func failure(_ code: CURLcode) -> FetchFailure? {
        if code != CURLE_OK, border.wasDefended { return .ledInside(route.url.shownAddress) }
        if code != CURLE_OK, isRepetition { return unanswered }
        if code != CURLE_OK, proxyStatus >= 300 { return .proxyRefused(status: proxyStatus) }
        return switch code {
        case CURLE_OK: nil
        case CURLE_WRITE_ERROR where answer.isLeft: nil
        case CURLE_WRITE_ERROR where answer.excess != nil: answer.excess
        case CURLE_URL_MALFORMAT: .badAddress(of: route.url)
        case CURLE_UNSUPPORTED_PROTOCOL: route.isOnTheWeb ? .notHTTP : .forbiddenScheme
        case CURLE_WEIRD_SERVER_REPLY, CURLE_HTTP2: .notHTTP
        case CURLE_COULDNT_RESOLVE_HOST: .hostNotFound
        case CURLE_COULDNT_RESOLVE_PROXY: .proxyNotFound
        case CURLE_OPERATION_TIMEDOUT: .timedOut(after: limits.connect, .connection)
        case CURLE_PROXY: .proxyRefused(status: nil)
        case CURLE_COULDNT_CONNECT where isByProxy: .proxyRefused(status: nil)
        case CURLE_COULDNT_CONNECT: handle.figure(CURLINFO_OS_ERRNO) == ECONNREFUSED ? .connectionRefused : .unreachable
        case CURLE_GOT_NOTHING: unanswered
        case CURLE_RECV_ERROR where !answer.hasHead, CURLE_SEND_ERROR where !answer.hasHead: unanswered
        case CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_HTTP2_STREAM: .cutOff
        case CURLE_BAD_CONTENT_ENCODING, CURLE_WRITE_ERROR: .badCompression
        case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_USE_SSL_FAILED: .insecure
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS:
            .untrusted(Distrust(handle.figure(CURLINFO_SSL_VERIFYRESULT)))
        case CURLE_SSL_CACERT_BADFILE: .noAuthorities(request.options.authorityFile ?? "")
        // This is curl's code for a line that is too long.
        case CURLE_OUT_OF_MEMORY where !answer.hasHead: .headersTooLarge
        case CURLE_OUT_OF_MEMORY: .other("out of memory")
        default: .other("the transfer failed: \(handle.curl.words(for: code))")
        }
    }

    private var unanswered: FetchFailure { .unanswered(isPlain: !route.isSecure) }

    private var isByProxy: Bool { if case .server = request.options.proxy { true } else { false } }

    /// The proxy's answer to the request for a tunnel to the server; 0 without such a request.
    private var proxyStatus: Int { handle.figure(CURLINFO_HTTP_CONNECTCODE) }
}

extension Distrust {
    /// From OpenSSL's X509_V_ERR codes (openssl/x509_vfy.h), which don't change.
    fileprivate init(_ code: Int) {
        switch code {
        // The certificate itself is fine so far, so the host name doesn't match.
        case 0, 1, 62: self = .wrongHost
        case 2, 19, 20, 21, 27: self = .unknownAuthority
        case 9: self = .notYetValid
        case 10: self = .expired
        case 18: self = .selfSigned
        case 23: self = .revoked
        default: self = .other("its certificate is invalid (OpenSSL error \(code))")
        }
    }
}
