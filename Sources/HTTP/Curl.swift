import CCurl
import Glibc

extension Curl {
    /// The library, loaded at the first use, which takes milliseconds.
    static let loaded: Result<Curl, FetchFailure> = {
        var curl = Curl()
        if let reason = lede_curl_load(&curl) { return .failure(.noCurl(String(cString: reason))) }
        let status = curl.global_init(Int(CURL_GLOBAL_DEFAULT))
        precondition(status == CURLE_OK, "curl has no memory to start with")
        return .success(curl)
    }()

    /// Whether the system's certificate authorities are in the file where curl looks for them.
    fileprivate static let hasAuthorityFile: Bool = {
        guard let path = (try? loaded.get()).flatMap(EasyHandle.init)?.text(CURLINFO_CAINFO) else { return false }
        return access(path, R_OK) == 0
    }()

    /// Curl's description of an error code.
    func words(for code: CURLcode) -> String {
        easy_strerror(code).map { String(cString: $0) } ?? "error \(code.rawValue)"
    }
}

/// curl's multi handle, with epoll, which knows the ready sockets without checking each one.
final class Multi {
    private let curl: Curl
    private let handle: UnsafeMutableRawPointer
    private let share: UnsafeMutableRawPointer?
    private let epoll: Int32
    private let wakeUp: Int32
    private var events = [epoll_event](repeating: epoll_event(), count: 64)
    /// The number of events that have come.
    private var count = 0
    /// When curl wants to be called even without events.
    fileprivate var timer: ContinuousClock.Instant?

    /// `wakeUp` also ends the waiting, and `connections` is the most open connections when idle. Nil without memory or a
    /// free descriptor.
    init?(_ curl: Curl, wakeUp: Int32, connections: Int) {
        let epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard epoll >= 0 else { return nil }
        guard let handle = curl.multi_init() else {
            close(epoll)
            return nil
        }
        self.epoll = epoll
        self.curl = curl
        self.handle = handle
        self.wakeUp = wakeUp
        // Without it, every transfer has its own cache.
        share = curl.share_init()
        watch(wakeUp, for: EPOLLIN.rawValue, EPOLL_CTL_ADD)
        lede_curl_share_sessions(curl, share)
        let context = Unmanaged.passUnretained(self).toOpaque()
        lede_curl_multi_set_callbacks(curl, handle, watchSocket, setTimer, context)
        lede_curl_multi_set_long(curl, handle, CURLMOPT_MAXCONNECTS, connections)
    }

    deinit {
        // No callbacks while this object is deallocated.
        lede_curl_multi_set_callbacks(curl, handle, nil, nil, nil)
        _ = curl.multi_cleanup(handle)
        _ = curl.share_cleanup(share)
        close(epoll)
    }

    func add(_ transfer: EasyHandle) -> Bool {
        transfer.set(CURLOPT_SHARE, share)
        return curl.multi_add_handle(handle, transfer.pointer) == CURLM_OK
    }

    func remove(_ transfer: UnsafeMutableRawPointer) { _ = curl.multi_remove_handle(handle, transfer) }

    /// Sleeps until an event, curl's timer or `time`. Returns true if `wakeUp` is readable.
    func wait(until time: ContinuousClock.Instant?) -> Bool {
        count = max(0, Int(epoll_wait(epoll, &events, Int32(events.count), milliseconds(until: time))))
        return events.prefix(count).contains { $0.data.fd == wakeUp }
    }

    /// Lets curl handle all events. Calls `look` after each step, since one may decompress megabytes.
    func work(_ look: () -> Void) {
        for event in events.prefix(count) where event.data.fd != wakeUp {
            act(on: event.data.fd, Self.meaning(of: event.events))
            look()
        }
        if let due = timer, due <= .now {
            timer = nil
            act(on: CURL_SOCKET_TIMEOUT, 0)
            look()
        }
    }

    /// A finished transfer, and its outcome.
    func nextFinished() -> (transfer: UnsafeMutableRawPointer, code: CURLcode)? {
        var left: Int32 = 0
        while let message = curl.multi_info_read(handle, &left) {
            guard message.pointee.msg == CURLMSG_DONE, let transfer = message.pointee.easy_handle else { continue }
            return (transfer, lede_curl_message_result(message))
        }
        return nil
    }

    private func act(on socket: curl_socket_t, _ events: Int32) {
        var running: Int32 = 0
        _ = curl.multi_socket_action(handle, socket, events, &running)
    }

    private func milliseconds(until time: ContinuousClock.Instant?) -> Int32 {
        let times = [time, timer].compactMap { $0 }
        guard let next = times.min() else { return -1 }
        return Int32(clamping: max(.zero, next - .now).milliseconds)
    }

    private static func meaning(of events: UInt32) -> Int32 {
        var meaning: Int32 = 0
        if events & EPOLLIN.rawValue != 0 { meaning |= CURL_CSELECT_IN }
        if events & EPOLLOUT.rawValue != 0 { meaning |= CURL_CSELECT_OUT }
        if events & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0 { meaning |= CURL_CSELECT_ERR }
        return meaning
    }

    fileprivate func watch(_ socket: curl_socket_t, for events: UInt32, _ change: Int32) {
        var event = epoll_event(events: events, data: epoll_data_t(fd: socket))
        _ = epoll_ctl(epoll, change, socket, &event)
    }

    /// Marks a socket as watched, which curl passes back with its next event.
    fileprivate func remember(_ socket: curl_socket_t) {
        _ = curl.multi_assign(handle, socket, Unmanaged.passUnretained(self).toOpaque())
    }
}

private func watchSocket(
    _ transfer: UnsafeMutableRawPointer?, _ socket: curl_socket_t, _ action: Int32,
    _ context: UnsafeMutableRawPointer?, _ known: UnsafeMutableRawPointer?
) -> Int32 {
    guard let context else { return 0 }
    let multi = Unmanaged<Multi>.fromOpaque(context).takeUnretainedValue()
    guard action != CURL_POLL_REMOVE else {
        multi.watch(socket, for: 0, EPOLL_CTL_DEL)
        return 0
    }
    let reads = action & CURL_POLL_IN != 0 ? EPOLLIN.rawValue : 0
    let writes = action & CURL_POLL_OUT != 0 ? EPOLLOUT.rawValue : 0
    multi.watch(socket, for: reads | writes, known == nil ? EPOLL_CTL_ADD : EPOLL_CTL_MOD)
    if known == nil { multi.remember(socket) }
    return 0
}

private func setTimer(
    _ handle: UnsafeMutableRawPointer?, _ milliseconds: Int, _ context: UnsafeMutableRawPointer?
) -> Int32 {
    guard let context else { return 0 }
    let multi = Unmanaged<Multi>.fromOpaque(context).takeUnretainedValue()
    multi.timer = milliseconds < 0 ? nil : .now + .milliseconds(milliseconds)
    return 0
}

/// One of curl's easy handles, freed with this object.
final class EasyHandle {
    let pointer: UnsafeMutableRawPointer
    let curl: Curl

    init?(_ curl: Curl) {
        guard let pointer = curl.easy_init() else { return nil }
        self.pointer = pointer
        self.curl = curl
    }

    deinit { curl.easy_cleanup(pointer) }

    func set(_ option: CURLoption, _ value: Int) { lede_curl_set_long(curl, pointer, option, value) }

    func set(_ option: CURLoption, _ isOn: Bool) { lede_curl_set_long(curl, pointer, option, isOn ? 1 : 0) }

    /// curl copies the text.
    func set(_ option: CURLoption, _ text: String?) { lede_curl_set_string(curl, pointer, option, text) }

    /// Sets a body, which curl copies, and with it the method POST.
    func setBody(_ bytes: [UInt8]) {
        _ = bytes.withUnsafeBytes { lede_curl_set_body(curl, pointer, $0.baseAddress, $0.count) }
    }

    /// The pointer must stay valid as long as the transfer.
    func set(_ option: CURLoption, _ value: UnsafeMutableRawPointer?) {
        lede_curl_set_pointer(curl, pointer, option, value)
    }

    func set(_ option: CURLoption, _ callback: lede_curl_data_callback) {
        lede_curl_set_data_callback(curl, pointer, option, callback)
    }

    /// Reads a number, 0 if there is none.
    func figure(_ info: CURLINFO) -> Int {
        var value = 0
        lede_curl_get_long(curl, pointer, info, &value)
        return value
    }

    /// Reads a count or a time in microseconds, which have a wider type in curl.
    func amount(_ info: CURLINFO) -> Int {
        var value: curl_off_t = 0
        lede_curl_get_amount(curl, pointer, info, &value)
        return Int(value)
    }

    func text(_ info: CURLINFO) -> String? {
        var value: UnsafePointer<CChar>?
        lede_curl_get_string(curl, pointer, info, &value)
        return value.map { String(cString: $0) }
    }

    /// Sets the options that stay the same across redirects.
    func setOptions(_ options: RequestOptions, _ limits: Limits, userAgent: String) {
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

    /// Sends no cookies from the user's file any more.
    func forgetCookies() {
        set(CURLOPT_COOKIEFILE, nil as String?)
        set(CURLOPT_COOKIELIST, "ALL")
    }

    func setVerification(_ isOn: Bool) {
        set(CURLOPT_SSL_VERIFYPEER, isOn)
        set(CURLOPT_SSL_VERIFYHOST, isOn ? 2 : 0)
    }

    func setAuthentication(_ authentication: Authentication?) {
        switch authentication {
        case .basic(let credentials): set(credentials, lede_curl_basic)
        case .digest(let credentials): set(credentials, lede_curl_digest)
        case .any(let credentials): set(credentials, lede_curl_basic | lede_curl_digest)
        case .bearer, nil: set(nil, lede_curl_basic | lede_curl_digest)
        }
    }

    func setNetrc(_ file: String?) {
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

/// curl's list of headers, freed with this object.
final class HeaderList {
    let first: UnsafeMutablePointer<curl_slist>?
    private let curl: Curl

    init(_ lines: [String], _ curl: Curl) {
        self.curl = curl
        // Without memory for another header the list would be lost, so it stays as it is.
        first = lines.reduce(nil) { list, line in curl.slist_append(list, line) ?? list }
    }

    deinit { curl.slist_free_all(first) }
}

extension Duration {
    /// Rounded up, so that a wait isn't too short.
    var milliseconds: Int {
        let (seconds, attoseconds) = components
        let (whole, isTooLong) = Int(seconds).multipliedReportingOverflow(by: 1000)
        return isTooLong ? .max : whole + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}
