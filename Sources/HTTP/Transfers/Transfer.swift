import Addresses
import CCurl

/// A document being fetched. It owns curl's handle and collects the answer, from redirect to redirect.
final class Transfer {
    let assignment: Assignment
    let handle: EasyHandle
    let request: Request
    let limits: Limits
    private(set) var route: Route
    var border: Border
    fileprivate(set) var answer: PartialAnswer
    let started = ContinuousClock.now
    /// When the request to the current URL of the route began.
    private(set) var asked: ContinuousClock.Instant
    var lastNews: ContinuousClock.Instant
    var waiting = Waiting()
    /// Whether curl has begun to send the request to the current URL of the route.
    var isSent = false
    /// Whether curl was about to send a change for a second time.
    var isRepetition = false
    private unowned let crowd: Crowd
    private var headers: HeaderList?
    private var received = 0

    init?(_ assignment: Assignment, _ curl: Curl, _ settings: Settings, in crowd: Crowd) {
        guard let handle = EasyHandle(curl) else { return nil }
        self.crowd = crowd
        self.assignment = assignment
        self.handle = handle
        request = assignment.request.withCredentialsApart
        limits = request.options.limits ?? settings.limits
        route = Route(to: request.url)
        border = Border(
            request.options.proxy, staysOutside: request.options.staysOutside, isPublic: settings.isPublic)
        answer = PartialAnswer(limits, crowd.budget)
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
        answer = PartialAnswer(limits, crowd.budget)
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

    fileprivate func makeRoom(for count: Int) { crowd.makeRoom(for: count) }

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
