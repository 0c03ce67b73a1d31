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
    private var isSent = false
    /// Whether curl was about to send a change for a second time.
    private(set) var isRepetition = false
    private unowned let running: RunningTransfers
    private var headers: HeaderList?
    private var received = 0

    init?(_ assignment: Assignment, _ curl: Curl, _ settings: Settings, among running: RunningTransfers) {
        guard let handle = EasyHandle(curl) else { return nil }
        self.running = running
        self.assignment = assignment
        self.handle = handle
        request = assignment.request.withCredentialsApart
        let limits = request.options.limits ?? settings.limits
        self.limits = request.file == nil ? limits : limits.ofDownload
        route = RequestRoute(to: request.url)
        border = NetworkBorder(
            request.options.proxy, staysOutside: request.options.staysOutside, isPublic: settings.isPublic)
        answer = PartialAnswer(limits, running.budget, request.file, from: route.server)
        asked = started
        lastNews = started
        handle.setOptions(request.options, limits, userAgent: settings.userAgent)
        if request.file != nil { handle.setForDownload() }
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
        answer = PartialAnswer(limits, running.budget, request.file, from: route.server)
        isSent = false
        asked = .now
        lastNews = asked
        setRoute()
    }

    private func response() throws(FetchFailure) -> Response {
        let status = answer.status
        switch status {
        case 204 where request.method.changes, 205 where request.method.changes: break
        // Judged with their heads.
        case 206 where request.file != nil, 416 where request.file?.version != nil: break
        case 204, 205, 206: throw .noDocument(status: status)
        case 304 where request.validators.headers.isEmpty || !route.isAtOrigin: throw .noDocument(status: status)
        case 200..<300, 304: break
        default: throw .refused(status: status, by: route.url, headers: answer.headers)
        }
        if request.file?.progress.isWhole == false { throw .cutOff }
        return Response(
            status: status, url: route.url, isFromOrigin: route.isAtOrigin, isLaidOpen: route.isLaidOpen,
            permanentURL: route.permanentURL, headers: answer.headers, body: answer.body, mayBeCut: answer.mayBeCut,
            received: received, duration: .now - started, charge: answer.charge)
    }

    /// Gives the document up, to free memory for others.
    func evict() { answer.giveUp(.tooMuchAtOnce) }

    fileprivate func makeRoom(for count: Int) { if request.file == nil { running.makeRoom(for: count) } }

    private func setRoute() {
        // If curl can't use it either, curl's failure names it.
        handle.set(CURLOPT_URL, route.target?.href ?? "")
        let ofFile = request.file?.headerLines(to: route.server) ?? []
        let headers = HeaderList(request.headerLines(isAtOrigin: route.isAtOrigin) + ofFile, handle.curl)
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
}

extension EasyHandle {
    /// Sets the options that stay the same across redirects.
    fileprivate func setOptions(_ options: RequestOptions, _ limits: Limits, userAgent: String) {
        set(CURLOPT_USERAGENT, options.userAgent.flatMap { $0.fitsHeader ? $0 : nil } ?? userAgent)
        // An empty list means every compression that curl supports.
        set(CURLOPT_ACCEPT_ENCODING, "")
        set(CURLOPT_PROTOCOLS_STR, "http,https")
        // It also determines how many addresses of a host curl tries.
        set(CURLOPT_CONNECTTIMEOUT_MS, max(1, limits.connect.milliseconds))
        // Without it curl would use SIGALRM, which may reach any thread, for its timeouts.
        set(CURLOPT_NOSIGNAL, true)
        // Giving up a transfer must not wait for the lookup of its host.
        set(CURLOPT_QUICK_EXIT, true)
        set(CURLOPT_SUPPRESS_CONNECT_HEADERS, true)
        set(CURLOPT_COOKIEFILE, options.cookieFile ?? "")
        setProxy(options.proxy)
        setTrust(options)
    }

    /// A file is stored as it is, and comes in larger pieces.
    fileprivate func setForDownload() {
        set(CURLOPT_ACCEPT_ENCODING, nil as String?)
        set(CURLOPT_BUFFERSIZE, 512 << 10)
    }

    /// Sends no cookies from the user's file any more.
    fileprivate func forgetCookies() {
        set(CURLOPT_COOKIEFILE, nil as String?)
        set(CURLOPT_COOKIELIST, "ALL")
    }

    fileprivate func setVerification(_ isOn: Bool) {
        set(CURLOPT_SSL_VERIFYPEER, isOn)
        set(CURLOPT_SSL_VERIFYHOST, isOn ? 2 : 0)
    }

    fileprivate func setAuthentication(_ authentication: Authentication?) {
        switch authentication {
        case .basic(let credentials): set(credentials, lede_curl_basic)
        case .digest(let credentials): set(credentials, lede_curl_digest)
        case .any(let credentials): set(credentials, lede_curl_basic | lede_curl_digest)
        case .bearer, nil: set(nil, lede_curl_basic | lede_curl_digest)
        }
    }

    fileprivate func setNetrc(_ file: String?) {
        set(CURLOPT_NETRC, Int((file == nil ? CURL_NETRC_IGNORED : CURL_NETRC_OPTIONAL).rawValue))
        set(CURLOPT_NETRC_FILE, file)
    }

    private func set(_ credentials: Credentials?, _ ways: Int) {
        set(CURLOPT_USERNAME, credentials?.name)
        set(CURLOPT_PASSWORD, credentials?.password)
        set(CURLOPT_HTTPAUTH, ways)
    }

    private func setProxy(_ proxy: Proxy) {
        switch proxy {
        case .fromEnvironment: break
        case .direct: set(CURLOPT_PROXY, "")
        case .server(let address, let credentials):
            set(CURLOPT_PROXY, address)
            set(CURLOPT_PROXYUSERNAME, credentials?.name)
            set(CURLOPT_PROXYPASSWORD, credentials?.password)
            set(CURLOPT_PROXYAUTH, lede_curl_basic | lede_curl_digest)
        }
    }

    private func setTrust(_ options: RequestOptions) {
        if let file = options.authorityFile { set(CURLOPT_CAINFO, file) }
        // With a folder of authorities besides the file, as Debian has it, curl reads the whole file for each
        // connection, in 20 ms. Without the folder it caches the file.
        if options.authorityFile != nil || Curl.hasAuthorityFile { set(CURLOPT_CAPATH, nil as String?) }
    }
}

extension Request {
    /// Returns the headers to send, as curl takes them. Some go only to the origin.
    func headerLines(isAtOrigin: Bool) -> [String] {
        var headers = [Header("Accept", options.accepted ?? Self.accepted)]
        if method.changes, let body { headers.append(Header("Content-Type", body.type)) }
        if isAtOrigin {
            // A document's version can identify the user as well as a cookie.
            headers += validators.headers
            if case .bearer(let token) = options.authentication {
                headers.append(Header("Authorization", "Bearer \(token)"))
            }
            headers += options.headers
        }
        var lines = headers.compactMap(\.line)
        // curl would name the type of forms.
        if method.changes, body == nil { lines.append("Content-Type:") }
        return lines
    }

    private static let accepted =
        "application/atom+xml, application/rss+xml, application/feed+json, application/xml;q=0.9, */*;q=0.5"

    /// The request with the name and password moved out of its URL, so that the URL may be shown and compared.
    fileprivate var withCredentialsApart: Request {
        guard url.utf8.contains(UInt8(ascii: "@")), let address = WebURL(url), address.hasCredentials else {
            return self
        }
        var request = self
        request.url = address.withoutCredentials.href
        request.options.authentication =
            options.authentication
            ?? .any(Credentials(name: address.decodedUsername, password: address.decodedPassword))
        return request
    }
}

/// The part of an answer that has come so far.
struct PartialAnswer {
    fileprivate private(set) var status = 0
    fileprivate private(set) var headers = Headers()
    private(set) var body: [UInt8] = []
    /// Whether all headers have come.
    private(set) var hasHead = false
    /// The reason why no more of the answer is wanted.
    private(set) var excess: FetchFailure?
    /// Whether the rest of an unneeded body was left unread.
    private(set) var isLeft = false
    private var isHTTP1 = false
    private var headBytes = 0
    private var unreadBytes = 0
    private let limits: Limits
    /// Where the body goes, if not into memory.
    private let file: DownloadFile?
    private let server: String
    /// The charge of the body's bytes as they come.
    fileprivate let charge: MemoryCharge

    fileprivate init(_ limits: Limits, _ budget: MemoryBudget, _ file: DownloadFile?, from server: String) {
        (self.limits, self.file, self.server) = (limits, file, server)
        charge = MemoryCharge(to: budget)
    }

    /// Whether the connection may carry other answers at the same time.
    var sharesConnection: Bool { status > 0 && !isHTTP1 }

    /// Whether the document may be incomplete without notice: only the end of the connection ends it, or it is
    /// compressed, and curl accepts the beginning of compressed data.
    fileprivate var mayBeCut: Bool {
        guard status != 304 else { return false }
        let hasEnd = headers["content-length"] != nil || headers["transfer-encoding"] != nil
        return isHTTP1 && !hasEnd || isCompressed
    }

    private var isCompressed: Bool { headers["content-encoding"] != nil }

    /// Whether this answer redirects.
    fileprivate var isRedirect: Bool { [300, 301, 302, 303, 307, 308].contains(status) && headers["location"] != nil }

    /// Adds a line, and returns whether more is wanted.
    fileprivate mutating func add(headerLine line: UnsafeRawBufferPointer) -> Bool {
        headBytes += line.count
        if headBytes > limits.headers {
            excess = .headersTooLarge
            return false
        }
        if line.starts(with: "HTTP/".utf8) {
            begin(statusLine: line)
        } else if !hasHead {
            // A line after the document isn't one of its headers.
            if line.first == UInt8(ascii: "\r") || line.first == UInt8(ascii: "\n") {
                hasHead = status >= 200
                if hasHead, let file, !isRedirect { excess = file.begin(status: status, headers, from: server) }
                return excess == nil
            } else {
                headers.append(line: line)
            }
        }
        return true
    }

    /// Adds a part of the document, and returns whether more is wanted.
    fileprivate mutating func add(body bytes: UnsafeRawBufferPointer) -> Bool {
        guard excess == nil else { return false }
        guard (200..<300).contains(status) else { return pass(bytes.count) }
        if let file {
            excess = file.add(bytes)
            return excess == nil
        }
        guard body.count + bytes.count <= limits.size else {
            excess = .tooLarge(limit: limits.size)
            return false
        }
        if body.isEmpty { makeRoom() }
        body.append(contentsOf: bytes)
        charge.add(bytes.count)
        return true
    }

    /// Drops what has come, and wants no more.
    fileprivate mutating func giveUp(_ reason: FetchFailure) {
        excess = reason
        clearBody()
    }

    private mutating func clearBody() {
        body.removeAll()
        charge.set(to: 0)
    }

    /// A new status line starts the headers of the next answer, after an interim one.
    private mutating func begin(statusLine line: UnsafeRawBufferPointer) {
        let words = line.split(separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: true)
        isHTTP1 = line.starts(with: "HTTP/1".utf8)
        status = words.count > 1 ? Int(String(decoding: words[1].prefix(3), as: UTF8.self)) ?? 0 : 0
        headers.removeAll()
        clearBody()
        hasHead = false
    }

    /// Skips unneeded bytes as long as that is cheaper than a new connection.
    private mutating func pass(_ count: Int) -> Bool {
        unreadBytes += count
        isLeft = unreadBytes > 64 << 10
        return !isLeft
    }

    /// Reserves the length that the server announces, so that the body isn't moved as it grows.
    private mutating func makeRoom() {
        guard let length = headers["content-length"].flatMap({ Int($0) }), length > 0 else { return }
        let room = min(length, limits.size, Self.mostRoom)
        body.reserveCapacity(isCompressed ? min(room * Self.expansion, limits.size, Self.mostRoom) : room)
    }

    /// The usual factor by which feeds expand, mostly a little less.
    private static let expansion = 4

    /// The most memory to reserve only because a server announces it.
    private static let mostRoom = 4 << 20
}
