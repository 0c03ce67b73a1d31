import CCurl
import Foundation
import Glibc
import TestSupport

/// Many servers of this machine in one, each with its own address: 127.1.0.1 and so on, all on the same port.
///
/// One thread does all the work, so that it costs little compared with what is measured.
final class FeedServer: Sendable {
    private let port: UInt16
    private let count: Int
    private let hosts: Int
    /// One of the listeners, whose end is that of the thread.
    private let listener: Int32

    init(_ feeds: [FeedSet.Feed], hosts: Int) throws {
        count = feeds.count
        self.hosts = hosts
        listener = try Self.listen(on: 0, port: 0)
        let port = try Self.port(of: listener)
        self.port = port
        let listeners = try [listener] + (1..<max(1, hosts)).map { try Self.listen(on: $0, port: port) }
        Thread.detachNewThread { FeedServerLoop(feeds, listeners).run() }
    }

    deinit { shutdown(listener, Int32(SHUT_RDWR)) }

    var urls: [String] {
        (0..<count).map { number in
            let host = number % hosts
            return "http://127.1.\(host / 250).\(host % 250 + 1):\(port)/\(number)"
        }
    }

    private static func listen(on host: Int, port: UInt16) throws -> Int32 {
        let descriptor = socket(
            AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        var one: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &one, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F01_0000 + (host / 250) << 8 + host % 250 + 1).bigEndian
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0, Glibc.listen(descriptor, 128) == 0 else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EADDRINUSE)
        }
        return descriptor
    }

    private static func port(of descriptor: Int32) throws -> UInt16 {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
        }
        return UInt16(bigEndian: address.sin_port)
    }
}

/// The thread of a `FeedServer`: it waits for its sockets and for the time of each answer.
///
/// It has no sources of libdispatch, which sometimes crashes when a client hangs up (apple/swift-corelibs-libdispatch, issue
/// 949).
private final class FeedServerLoop {
    private struct Connection {
        /// Differs for each client, while the kernel gives descriptors again.
        let number: Int
        var received: [UInt8] = []
        var unsent: ArraySlice<UInt8> = []
    }

    private struct Answer {
        let time: ContinuousClock.Instant
        let descriptor: Int32
        let number: Int
        let bytes: [UInt8]
    }

    private let feeds: [FeedSet.Feed]
    private let listeners: Set<Int32>
    private let epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
    private var events = [epoll_event](repeating: epoll_event(), count: 64)
    private var connections: [Int32: Connection] = [:]
    private var accepted = 0
    /// The next answer comes first.
    private var answers: [Answer] = []

    init(_ feeds: [FeedSet.Feed], _ listeners: [Int32]) {
        self.feeds = feeds
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
        guard let number = Int(path.dropFirst()), feeds.indices.contains(number),
            let connection = connections[descriptor]?.number
        else { return end(descriptor) }
        let feed = feeds[number]
        let bytes = feed.answer(to: head, tag: "\"\(number)\"")
        let time = ContinuousClock.now + .seconds(feed.delay)
        let place = answers.lastIndex { $0.time <= time }.map { $0 + 1 } ?? 0
        answers.insert(Answer(time: time, descriptor: descriptor, number: connection, bytes: bytes), at: place)
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
        connections[descriptor]?.unsent = rest
        watch(descriptor, for: rest.isEmpty ? EPOLLIN.rawValue : EPOLLOUT.rawValue, EPOLL_CTL_MOD)
    }
}

extension FeedSet.Feed {
    /// The answer to a request with this head: the document, or that it hasn't changed.
    fileprivate func answer(to head: String, tag: String) -> [UInt8] {
        let tagLine = "ETag: \(tag)\r\n"
        if [tag, "*"].contains(where: { head.contains("if-none-match: \($0)") }) {
            return Array("HTTP/1.1 304 Not Modified\r\n\(tagLine)\r\n".utf8)
        }
        let isCompressed = head.contains("gzip")
        let body = isCompressed ? compressed : document
        let encoding = isCompressed ? "Content-Encoding: gzip\r\n" : ""
        let lines = "Content-Type: application/rss+xml\r\nContent-Length: \(body.count)\r\n\(encoding)\(tagLine)"
        return Array("HTTP/1.1 200 OK\r\n\(lines)\r\n".utf8) + body
    }
}

/// Feeds like a user's, in their sizes and the distances of their servers, the same in every run.
struct FeedSet {
    struct Feed: Sendable {
        let document: [UInt8]
        let compressed: [UInt8]
        /// The server's delay in seconds: less than 50 ms for half of them, a whole second for one in a thousand.
        let delay: Double
    }

    let feeds: [Feed]

    /// Creates the documents, with this median number of items, or uses those kept beside the build.
    init(count: Int, items: Double = 20) throws {
        var chance = SplitMix(state: 2026)
        let sizes = (0..<count).map { _ in
            (
                items: Int(max(3, min(250, chance.lognormal(median: items, spread: 1)))),
                delay: max(0.005, min(1, chance.lognormal(median: 0.05, spread: 0.95)))
            )
        }
        let folder = try GeneratedLibrary.folder() + "/feeds-\(count)-\(Int(items))"
        if !FileManager.default.fileExists(atPath: folder) { try Self.write(sizes.map(\.items), to: folder) }
        feeds = try sizes.enumerated().map { number, size in
            let path = "\(folder)/\(number).xml"
            return Feed(
                document: try Self.bytes(of: path), compressed: try Self.bytes(of: path + ".gz"), delay: size.delay)
        }
    }

    private static func write(_ sizes: [Int], to folder: String) throws {
        let unfinished = folder + ".unfinished"
        try? FileManager.default.removeItem(atPath: unfinished)
        try FileManager.default.createDirectory(atPath: unfinished, withIntermediateDirectories: true)
        let articles = GeneratedArticles(count: sizes.reduce(0, +))
        var first = 0
        for (number, size) in sizes.enumerated() {
            let document = articles.rss(ofFeed: number, numbers: first..<first + size)
            try Data(document.utf8).write(to: URL(filePath: "\(unfinished)/\(number).xml"))
            first += size
        }
        let compression = try CommandRun(
            program: "/bin/sh", arguments: ["-c", "exec gzip -k '\(unfinished)'/*.xml"],
            environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"], within: 120)
        precondition(compression.status == 0, "the feeds could not be compressed: \(compression.errors)")
        try FileManager.default.moveItem(atPath: unfinished, toPath: folder)
    }

    private static func bytes(of path: String) throws -> [UInt8] { try Array(Data(contentsOf: URL(filePath: path))) }
}

extension SplitMix {
    fileprivate mutating func lognormal(median: Double, spread: Double) -> Double {
        let (first, second) = (Double.random(in: 1e-9..<1, using: &self), Double.random(in: 0..<1, using: &self))
        return median * exp(spread * (-2 * log(first)).squareRoot() * cos(2 * .pi * second))
    }
}
