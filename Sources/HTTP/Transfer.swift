import CCurl

/// One document on its way: it owns curl's handle and gathers the answer.
final class Transfer {
    let id: TransferID
    let handle: UnsafeMutableRawPointer
    private let curl: Curl
    private let request: Request
    private let limits: Limits
    private let reportEnd: @Sendable (Result<Response, FetchFailure>) -> Void
    private let headerList: UnsafeMutablePointer<curl_slist>?
    private var headers: [String: String] = [:]
    private var body: [UInt8] = []
    private var isTooLarge = false

    init?(
        _ id: TransferID, _ request: Request, _ curl: Curl, _ settings: Settings,
        _ reportEnd: @escaping @Sendable (Result<Response, FetchFailure>) -> Void
    ) {
        guard let handle = curl.easy_init() else { return nil }
        self.id = id
        self.curl = curl
        self.request = request
        self.handle = handle
        limits = settings.limits
        self.reportEnd = reportEnd
        headerList = request.headerLines.reduce(nil) { list, line in curl.slist_append(list, line) }
        setOptions(settings)
    }

    deinit {
        curl.easy_cleanup(handle)
        curl.slist_free_all(headerList)
    }

    func cancel() { reportEnd(.failure(.cancelled)) }

    func finish(_ code: CURLcode) {
        if let failure = failure(code) { return reportEnd(.failure(failure)) }
        var status = 0
        lede_curl_get_long(curl, handle, CURLINFO_RESPONSE_CODE, &status)
        guard (200..<300).contains(status) || status == 304 else {
            return reportEnd(.failure(.refused(status: status)))
        }
        reportEnd(.success(Response(status: status, url: finalURL, headers: headers, body: body)))
    }

    private func setOptions(_ settings: Settings) {
        let limits = settings.limits
        lede_curl_set_string(curl, handle, CURLOPT_URL, request.url)
        lede_curl_set_string(curl, handle, CURLOPT_USERAGENT, settings.userAgent)
        lede_curl_set_list(curl, handle, CURLOPT_HTTPHEADER, headerList)
        // An empty list means every compression that curl was built with.
        lede_curl_set_string(curl, handle, CURLOPT_ACCEPT_ENCODING, "")
        lede_curl_set_string(curl, handle, CURLOPT_PROTOCOLS_STR, "http,https")
        lede_curl_set_string(curl, handle, CURLOPT_REDIR_PROTOCOLS_STR, "http,https")
        lede_curl_set_long(curl, handle, CURLOPT_FOLLOWLOCATION, 1)
        lede_curl_set_long(curl, handle, CURLOPT_MAXREDIRS, limits.redirects)
        lede_curl_set_long(curl, handle, CURLOPT_CONNECTTIMEOUT_MS, limits.connect.milliseconds)
        lede_curl_set_long(curl, handle, CURLOPT_TIMEOUT_MS, limits.overall.milliseconds)
        lede_curl_set_long(curl, handle, CURLOPT_LOW_SPEED_LIMIT, 1)
        lede_curl_set_long(curl, handle, CURLOPT_LOW_SPEED_TIME, limits.stall.milliseconds / 1000)
        // Without it curl would use SIGALRM for its timeouts, which are then any thread's.
        lede_curl_set_long(curl, handle, CURLOPT_NOSIGNAL, 1)

        // The transfer outlives every call of curl's: the engine holds it until the handle has left the multi handle.
        let context = Unmanaged.passUnretained(self).toOpaque()
        lede_curl_set_data_callback(curl, handle, CURLOPT_HEADERFUNCTION, takeHeader)
        lede_curl_set_pointer(curl, handle, CURLOPT_HEADERDATA, context)
        lede_curl_set_data_callback(curl, handle, CURLOPT_WRITEFUNCTION, takeBody)
        lede_curl_set_pointer(curl, handle, CURLOPT_WRITEDATA, context)
    }

    private var finalURL: String {
        var url: UnsafePointer<CChar>?
        lede_curl_get_string(curl, handle, CURLINFO_EFFECTIVE_URL, &url)
        return url.map { String(cString: $0) } ?? request.url
    }

    private var isOnTheWeb: Bool { finalURL.lowercased().hasPrefix("http") }

    private func failure(_ code: CURLcode) -> FetchFailure? {
        switch code {
        case CURLE_OK: nil
        case CURLE_WRITE_ERROR where isTooLarge: .tooLarge(limit: limits.size)
        case CURLE_URL_MALFORMAT: .badAddress(request.url)
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .hostNotFound
        case CURLE_COULDNT_CONNECT: .connectionFailed
        case CURLE_OPERATION_TIMEDOUT: .timedOut
        case CURLE_TOO_MANY_REDIRECTS: .tooManyRedirects
        // curl says the same of a scheme that it may not use and of an answer that it can't read.
        case CURLE_UNSUPPORTED_PROTOCOL: isOnTheWeb ? .notHTTP : .forbiddenScheme
        case CURLE_WEIRD_SERVER_REPLY: .notHTTP
        case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_HTTP2_STREAM: .cutOff
        case CURLE_SSL_CONNECT_ERROR: .other("no secure connection came about: the server may speak only http")
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE:
            .untrusted(curl.words(for: code))
        default: .other("the transfer failed: \(curl.words(for: code))")
        }
    }

    fileprivate func take(headerLine bytes: UnsafeRawBufferPointer) {
        // A new status line begins the headers of the next answer: after a redirect the former ones don't count.
        if bytes.starts(with: "HTTP/".utf8) { return headers = [:] }
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return }
        let name = String(decoding: bytes[..<colon], as: UTF8.self).lowercased()
        headers[name] = String(decoding: bytes[(colon + 1)...], as: UTF8.self).trimmingWhitespace
    }

    fileprivate func take(body bytes: UnsafeRawBufferPointer) -> Bool {
        if body.isEmpty { makeRoom() }
        isTooLarge = body.count + bytes.count > limits.size
        if !isTooLarge { body.append(contentsOf: bytes) }
        return !isTooLarge
    }

    /// Makes room for as much as the server says that it will send, so that it need not be moved as it grows.
    private func makeRoom() {
        guard let length = headers["content-length"].flatMap({ Int($0) }), length > 0 else { return }
        body.reserveCapacity(min(length, limits.size, Self.mostRoom))
    }

    /// What a server may have us set aside by its word alone.
    private static let mostRoom = 4 << 20
}

extension String {
    fileprivate var trimmingWhitespace: String {
        var rest = drop(while: \.isWhitespace)
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }
}

private func takeHeader(
    _ data: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
    guard let context else { return 0 }
    let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    transfer.take(headerLine: UnsafeRawBufferPointer(start: data, count: size * count))
    return size * count
}

private func takeBody(
    _ data: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
    guard let context else { return 0 }
    let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    let isTaken = transfer.take(body: UnsafeRawBufferPointer(start: data, count: size * count))
    return isTaken ? size * count : 0
}
