import CCurl
import Glibc

/// curl's multi handle, with epoll, which knows the ready sockets without checking each one.
final class Multi {
    private let curl: Curl
    private let handle: UnsafeMutableRawPointer
    private let share: UnsafeMutableRawPointer?
    private let epoll: Int32
    private let bell: Int32
    private var events = [epoll_event](repeating: epoll_event(), count: 64)
    /// The number of events that have come.
    private var count = 0
    /// When curl wants to be called even without events.
    fileprivate var timer: ContinuousClock.Instant?

    /// `bell` also ends the waiting, and `connections` is the most open connections when idle. Nil without memory or a
    /// free descriptor.
    init?(_ curl: Curl, bell: Int32, connections: Int) {
        let epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard epoll >= 0 else { return nil }
        guard let handle = curl.multi_init() else {
            close(epoll)
            return nil
        }
        self.epoll = epoll
        self.curl = curl
        self.handle = handle
        self.bell = bell
        // Without it, every transfer has its own cache.
        share = curl.share_init()
        watch(bell, for: EPOLLIN.rawValue, EPOLL_CTL_ADD)
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

    /// Sleeps until an event, curl's timer or `time`. Returns true if the bell rings.
    func wait(until time: ContinuousClock.Instant?) -> Bool {
        count = max(0, Int(epoll_wait(epoll, &events, Int32(events.count), milliseconds(until: time))))
        return events.prefix(count).contains { $0.data.fd == bell }
    }

    /// Lets curl handle all events. Calls `look` after each step, since one may decompress megabytes.
    func work(_ look: () -> Void) {
        for event in events.prefix(count) where event.data.fd != bell {
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
