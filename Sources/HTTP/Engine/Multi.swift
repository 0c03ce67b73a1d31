import CCurl
import Glibc

/// curl's multi handle, and epoll, which knows which of its sockets have something to do without asking them all.
final class Multi {
    private let curl: Curl
    private let handle: UnsafeMutableRawPointer
    private let share: UnsafeMutableRawPointer?
    private let epoll: Int32
    private let bell: Int32
    private var events = [epoll_event](repeating: epoll_event(), count: 64)
    /// How many of the events have come.
    private var count = 0
    /// When curl wants to be called though nothing has come.
    fileprivate var timer: ContinuousClock.Instant?

    /// `bell` ends the waiting too; `connections` is how many may be open when nothing uses them. Nil where no memory or
    /// no descriptor is left.
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
        // Where there is none, every transfer has a cache of its own.
        share = curl.share_init()
        watch(bell, for: EPOLLIN.rawValue, EPOLL_CTL_ADD)
        lede_curl_share_sessions(curl, share)
        let context = Unmanaged.passUnretained(self).toOpaque()
        lede_curl_multi_set_callbacks(curl, handle, watchSocket, setTimer, context)
        lede_curl_multi_set_long(curl, handle, CURLMOPT_MAXCONNECTS, connections)
    }

    deinit {
        // Nobody can be called who is going away.
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

    /// Sleeps until something has come, curl wants to be called or it is time; true where the bell rings.
    func wait(until time: ContinuousClock.Instant?) -> Bool {
        count = max(0, Int(epoll_wait(epoll, &events, Int32(events.count), milliseconds(until: time))))
        return events.prefix(count).contains { $0.data.fd == bell }
    }

    /// Has curl do what there is to do; `look` is called after each deed, of which one may unpack megabytes.
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

    /// A transfer that is over, and how it ended.
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

    /// Notes that a socket is watched, which curl tells again when it next speaks of it.
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
