import CCurl
import Glibc

/// The thread of a `FeedServer`: it waits for its sockets and for the time of each answer.
///
/// It has no sources of libdispatch, which sometimes crashes when a client hangs up (apple/swift-corelibs-libdispatch, issue
/// 949).
final class FeedServerLoop {
    private struct Connection {
        /// Differs for each client, while the kernel gives descriptors again.
        let number: Int
        var received: [UInt8] = []
        var unsent: ArraySlice<UInt8> = []
        var endsWhenSent = false
    }

    private struct Answer {
        let time: ContinuousClock.Instant
        let descriptor: Int32
        let number: Int
        let bytes: [UInt8]
        let isLast: Bool
    }

    private let manners: [FeedServer.Manners]
    private let listeners: Set<Int32>
    private let epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
    private var events = [epoll_event](repeating: epoll_event(), count: 64)
    private var connections: [Int32: Connection] = [:]
    private var accepted = 0
    /// The next answer comes first.
    private var answers: [Answer] = []

    init(_ manners: [FeedServer.Manners], _ listeners: [Int32]) {
        self.manners = manners
        self.listeners = Set(listeners)
        for listener in listeners { watch(listener, for: EPOLLIN.rawValue, EPOLL_CTL_ADD) }
    }

    deinit {
        for descriptor in listeners.union(connections.keys) { close(descriptor) }
        close(epoll)
    }

    /// Serves clients until a listener is shut down.
    func run() {
        while true {
            let count = max(0, epoll_wait(epoll, &events, Int32(events.count), millisecondsToNextAnswer))
            for event in events.prefix(Int(count)) {
                let descriptor = event.data.fd
                if listeners.contains(descriptor) {
                    guard acceptAll(on: descriptor) else { return }
                } else if event.events & EPOLLOUT.rawValue != 0 {
                    sendRest(to: descriptor)
                } else {
                    receive(from: descriptor)
                }
            }
            while let answer = answers.first, answer.time <= .now {
                answers.removeFirst()
                // The client may have left.
                guard connections[answer.descriptor]?.number == answer.number else { continue }
                connections[answer.descriptor]?.unsent = answer.bytes[...]
                connections[answer.descriptor]?.endsWhenSent = answer.isLast
                sendRest(to: answer.descriptor)
            }
        }
    }

    private var millisecondsToNextAnswer: Int32 {
        guard let next = answers.first else { return -1 }
        return Int32(max(0, ((next.time - .now) / .milliseconds(1)).rounded(.up)))
    }

    private func watch(_ descriptor: Int32, for events: UInt32, _ change: Int32) {
        var event = epoll_event(events: events, data: epoll_data_t(fd: descriptor))
        epoll_ctl(epoll, change, descriptor, &event)
    }

    /// Returns false if the listener was shut down.
    private func acceptAll(on listener: Int32) -> Bool {
        while true {
            let descriptor = accept(listener, nil, nil)
            guard descriptor >= 0 else { return errno != EINVAL }
            _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            accepted += 1
            connections[descriptor] = Connection(number: accepted)
            watch(descriptor, for: EPOLLIN.rawValue, EPOLL_CTL_ADD)
        }
    }

    private func end(_ descriptor: Int32) {
        connections[descriptor] = nil
        close(descriptor)
    }

    private func receive(from descriptor: Int32) {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = read(descriptor, &buffer, buffer.count)
        guard count > 0 else { return count < 0 && errno == EAGAIN ? () : end(descriptor) }
        connections[descriptor]?.received += buffer[..<count]
        guard let head = connections[descriptor]?.received, head.suffix(4) == Array("\r\n\r\n".utf8)[...] else {
            return
        }
        connections[descriptor]?.received = []
        answer(String(decoding: head, as: UTF8.self).lowercased(), to: descriptor)
    }

    private func answer(_ head: String, to descriptor: Int32) {
        let path = head.split(separator: " ").dropFirst().first ?? ""
        guard let number = Int(path.dropFirst()), manners.indices.contains(number) else {
            return send("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", to: descriptor)
        }
        switch manners[number] {
        case .feed(let feed): send(feed.answer(to: head, tag: "\"\(number)\""), to: descriptor, after: feed.delay)
        case .answer(let text): send(text, to: descriptor)
        case .cut:
            let half = "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n<rss><channel>"
            send(Array(half.utf8), to: descriptor, after: 0.05, isLast: true)
        case .reset:
            var now = linger(l_onoff: 1, l_linger: 0)
            setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
            end(descriptor)
        case .silence: break
        }
    }

    private func send(_ text: String, to descriptor: Int32) { send(Array(text.utf8), to: descriptor, after: 0.05) }

    private func send(_ bytes: [UInt8], to descriptor: Int32, after seconds: Double, isLast: Bool = false) {
        guard let number = connections[descriptor]?.number else { return }
        let time = ContinuousClock.now + .seconds(seconds)
        let place = answers.lastIndex { $0.time <= time }.map { $0 + 1 } ?? 0
        answers.insert(
            Answer(time: time, descriptor: descriptor, number: number, bytes: bytes, isLast: isLast), at: place)
    }

    /// Sends as much as the kernel accepts, and waits until it accepts the rest.
    private func sendRest(to descriptor: Int32) {
        guard var rest = connections[descriptor]?.unsent else { return }
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else {
                guard count < 0, errno == EAGAIN else { return end(descriptor) }
                break
            }
            rest = rest.dropFirst(count)
        }
        if rest.isEmpty, connections[descriptor]?.endsWhenSent == true { return end(descriptor) }
        connections[descriptor]?.unsent = rest
        watch(descriptor, for: rest.isEmpty ? EPOLLIN.rawValue : EPOLLOUT.rawValue, EPOLL_CTL_MOD)
    }
}

extension FeedSet.Feed {
    /// The answer to a request with this head: the document, or that it hasn't changed.
    fileprivate func answer(to head: String, tag: String) -> [UInt8] {
        let tagLine = "ETag: \(tag)\r\n"
        if head.contains("if-none-match: \(tag)") { return Array("HTTP/1.1 304 Not Modified\r\n\(tagLine)\r\n".utf8) }
        let isCompressed = head.contains("gzip")
        let body = isCompressed ? compressed : document
        let encoding = isCompressed ? "Content-Encoding: gzip\r\n" : ""
        let lines = "Content-Type: application/rss+xml\r\nContent-Length: \(body.count)\r\n\(encoding)\(tagLine)"
        return Array("HTTP/1.1 200 OK\r\n\(lines)\r\n".utf8) + body
    }
}
