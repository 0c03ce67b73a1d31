import Dispatch
import Foundation
import Glibc
import Locks

/// Many servers of this machine in one, each with its own address: 127.1.0.1 and so on, all on the same port.
///
/// One queue does all the work, so that it costs little compared with what is measured.
final class FeedServer: Sendable {
    /// How to answer a request.
    enum Manners: Sendable {
        /// Answers with the feed, or that it hasn't changed.
        case feed(FeedSet.Feed)
        case answer(String)
        /// Announces more than it sends, and closes.
        case cut
        /// Closes as if the program had crashed.
        case reset
        /// Sends nothing.
        case silence
    }

    private let port: UInt16
    private let manners: [Manners]
    private let hosts: Int
    private let queue = DispatchQueue(label: "server")
    private let listeners = Locked<[any DispatchSourceRead]>([])
    private let asked = Locked<[Int: Int]>([:])

    init(_ manners: [Manners], hosts: Int) throws {
        self.manners = manners
        self.hosts = hosts
        var port: UInt16 = 0
        for host in 0..<hosts {
            let descriptor = try Self.listen(on: host, port: port)
            if port == 0 { port = try Self.port(of: descriptor) }
            listeners.withLock { [queue] listeners in
                listeners.append(DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue))
            }
        }
        self.port = port
        listeners.withLock { listeners in
            for source in listeners {
                let descriptor = Int32(source.handle)
                source.setEventHandler { [weak self] in self?.accept(on: descriptor) }
                source.setCancelHandler { close(descriptor) }
                source.resume()
            }
        }
    }

    deinit {
        listeners.withLock { listeners in
            for source in listeners { source.cancel() }
        }
    }

    var urls: [String] {
        manners.indices.map { number in
            let host = number % hosts
            return "http://127.1.\(host / 250).\(host % 250 + 1):\(port)/\(number)"
        }
    }

    /// The number of requests for each feed.
    var hits: [Int: Int] { asked.withLock { $0 } }

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

    private func accept(on listener: Int32) {
        while true {
            let descriptor = Glibc.accept(listener, nil, nil)
            guard descriptor >= 0 else { return }
            _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            FeedConnection(descriptor, of: self, queue).open()
        }
    }

    fileprivate func manners(for path: Substring) -> (Int, Manners) {
        guard let number = Int(path.dropFirst()), manners.indices.contains(number) else {
            return (-1, .answer("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"))
        }
        asked.withLock { $0[number, default: 0] += 1 }
        return (number, manners[number])
    }
}

/// A client's connection. Its source holds it until it is closed.
private final class FeedConnection: Sendable {
    private let descriptor: Int32
    private let server: FeedServer
    private let queue: DispatchQueue
    private let source: Locked<any DispatchSourceRead>
    private let received = Locked<[UInt8]>([])

    init(_ descriptor: Int32, of server: FeedServer, _ queue: DispatchQueue) {
        self.descriptor = descriptor
        self.server = server
        self.queue = queue
        source = Locked(DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue))
    }

    func open() {
        source.withLock { source in
            source.setEventHandler { self.read() }
            source.setCancelHandler { [descriptor] in Glibc.close(descriptor) }
            source.resume()
        }
    }

    private func close() { source.withLock { $0.cancel() } }

    private func read() {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = Glibc.read(descriptor, &buffer, buffer.count)
        guard count > 0 else { return count < 0 && errno == EAGAIN ? () : close() }
        received.withLock { $0 += buffer[..<count] }
        let head = received.withLock { received in
            guard received.suffix(4) == Array("\r\n\r\n".utf8)[...] else { return "" }
            defer { received = [] }
            return String(decoding: received, as: UTF8.self).lowercased()
        }
        if !head.isEmpty { answer(head) }
    }

    private func answer(_ head: String) {
        let (number, manners) = server.manners(for: head.split(separator: " ").dropFirst().first ?? "")
        switch manners {
        case .feed(let feed): after(feed.delay) { self.send(feed, number, head) }
        case .answer(let text): after(0.05) { self.send(Array(text.utf8)) }
        case .cut:
            after(0.05) {
                self.send(Array("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n<rss><channel>".utf8))
                self.close()
            }
        case .reset:
            var now = linger(l_onoff: 1, l_linger: 0)
            setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
            close()
        case .silence: break
        }
    }

    private func send(_ feed: FeedSet.Feed, _ number: Int, _ head: String) {
        let tag = "ETag: \"\(number)\"\r\n"
        if head.contains("if-none-match: \"\(number)\"") {
            return send(Array("HTTP/1.1 304 Not Modified\r\n\(tag)\r\n".utf8))
        }
        let isCompressed = head.contains("gzip")
        let body = isCompressed ? feed.compressed : feed.document
        let encoding = isCompressed ? "Content-Encoding: gzip\r\n" : ""
        let lines = "Content-Type: application/rss+xml\r\nContent-Length: \(body.count)\r\n\(encoding)\(tag)"
        send(Array("HTTP/1.1 200 OK\r\n\(lines)\r\n".utf8) + body)
    }

    /// Sends as much as the kernel accepts, and the rest a little later.
    private func send(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EAGAIN {
                let left = Array(rest)
                return after(0.001) { self.send(left) }
            }
            guard count > 0 else { return close() }
            rest = rest.dropFirst(count)
        }
    }

    private func after(_ seconds: Double, _ body: @escaping @Sendable () -> Void) {
        queue.asyncAfter(deadline: .now() + seconds) {
            if self.source.withLock({ !$0.isCancelled }) { body() }
        }
    }
}
