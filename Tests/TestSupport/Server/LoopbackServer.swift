import Dispatch
import Foundation
import Glibc
import System

/// A real HTTP server on this machine. It answers as a test wishes and records its requests.
///
/// It stops with its last owner. The closure runs on the threads of the connections, so several calls can run at once.
package final class LoopbackServer: Sendable {
    package let port: UInt16
    /// The numbers of the connections that have ended.
    package let closed = Record<Int>()
    private let loopback: Loopback
    private let listener: Descriptor
    private let other: Descriptor
    private let stopped = Latch()
    private let log = RequestLog()
    private let threads = DispatchGroup()

    package init(
        on loopback: Loopback = .v4, refusesTLS: Bool = false, _ answer: @escaping @Sendable (Request) -> Answer
    ) throws {
        self.loopback = loopback
        (listener, other) = try Descriptor.listeningAlone(on: loopback)
        port = try listener.port()
        threads.enter()
        Thread.detachNewThread { [listener, stopped, log, threads, closed] in
            accept(on: listener, until: stopped, threads: threads) { connection in
                connection.serve(log: log, refusesTLS: refusesTLS, answer: answer)
                closed.add(connection.number)
            }
            threads.leave()
        }
    }

    deinit {
        stop()
    }

    package func url(_ path: String) -> String { "http://\(loopback.host):\(port)\(path)" }

    /// The reader's name for an untitled feed of this server.
    package func name(_ path: String) -> String { String(url(path).dropFirst("http://".count)) }

    /// All requests so far, in the order of their arrival.
    package var requests: [Request] { log.requests }

    package func hits(_ path: String) -> Int {
        requests.count { $0.path == path }
    }

    /// Waits until a path has been requested `count` times.
    package func waitForHits(_ count: Int = 1, on path: String, within seconds: Double = Deadline.patience) throws {
        let reached = log.latch(forHits: count, on: path)
        guard reached.wait(until: Deadline(in: seconds)) else {
            throw HitsMissing(path: path, expected: count, actual: hits(path))
        }
    }

    /// Refuses new clients and ends the connections of the others. Its threads end by themselves.
    package func stop() {
        stopped.set()
        // From here on new clients are refused, no matter when the accepting thread wakes.
        shutdown(listener.number, Int32(SHUT_RDWR))
    }

    /// Whether all threads of a stopped server ended in time.
    func waitForThreads(within seconds: Double) -> Bool {
        threads.wait(timeout: .now() + seconds) == .success
    }
}

/// A path was requested less often than a test waited for.
package struct HitsMissing: Error, Equatable, CustomStringConvertible {
    package let path: String
    package let expected: Int
    package let actual: Int

    package var description: String { "\(path) was asked for \(actual) times instead of \(expected)" }
}

/// Accepts clients until the server is stopped, each on its own thread.
func accept(
    on listener: Descriptor, until stopped: Latch, threads: DispatchGroup,
    serve: @escaping @Sendable (Connection) -> Void
) {
    var count = 0
    while true {
        let events = Poll.wait(
            for: [(listener.number, Poll.readable), (stopped.descriptor, Poll.readable)], until: .never)
        if events[1] != 0 { return }
        guard let socket = listener.accept() else { continue }
        count += 1
        let connection = Connection(number: count, socket: socket, stopped: stopped)
        threads.enter()
        Thread.detachNewThread {
            serve(connection)
            threads.leave()
        }
    }
}

extension LoopbackServer {
    /// A received request, with the names of its headers in lower case.
    package struct Request: Equatable, Sendable {
        package var method: String
        /// The path with its query.
        package var path: String
        package var headers: [String: String]
        package var body: [UInt8] = []
        /// The number of its connection, counted from 1.
        package var connection = 0
    }
}

/// Splits the bytes of a connection into requests.
struct RequestReader {
    private var buffer: [UInt8] = []

    /// Whether the client starts TLS with a handshake record (RFC 8446, 5.1).
    var beginsWithTLS: Bool { buffer.first == 22 }

    mutating func append(_ bytes: [UInt8]) {
        buffer += bytes
    }

    /// The next request if it is complete, with a body if it states its length.
    mutating func next() -> LoopbackServer.Request? {
        guard let headEnd = buffer.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        guard var request = LoopbackServer.Request(head: String(decoding: buffer[..<headEnd.lowerBound], as: UTF8.self))
        else { return nil }
        let length = request.headers["content-length"].flatMap { Int($0) } ?? 0
        guard buffer.count - headEnd.upperBound >= length else { return nil }
        let bodyEnd = headEnd.upperBound + length
        request.body = Array(buffer[headEnd.upperBound..<bodyEnd])
        buffer.removeFirst(bodyEnd)
        return request
    }
}

extension LoopbackServer.Request {
    init?(head: String) {
        let lines = head.components(separatedBy: "\r\n")
        let words = lines[0].split(separator: " ")
        guard words.count == 3 else { return nil }
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { return nil }
            headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
        }
        self.init(method: String(words[0]), path: String(words[1]), headers: headers)
    }
}

/// The requests to a server, and the latches that wait for some of them.
final class RequestLog: Sendable {
    private let state = Locked(State())

    var requests: [LoopbackServer.Request] { state.withLock { $0.requests } }

    func record(_ request: LoopbackServer.Request) {
        state.withLock { state in
            state.requests.append(request)
            state.releaseWaiting()
        }
    }

    /// A latch that is set as soon as a path has been requested `count` times.
    func latch(forHits count: Int, on path: String) -> Latch {
        let latch = Latch()
        state.withLock { state in
            state.waiting.append((path, count, latch))
            state.releaseWaiting()
        }
        return latch
    }

    private struct State {
        var requests: [LoopbackServer.Request] = []
        var waiting: [(path: String, count: Int, latch: Latch)] = []

        mutating func releaseWaiting() {
            waiting.removeAll { waiter in
                let isMet = requests.count { $0.path == waiter.path } >= waiter.count
                if isMet { waiter.latch.set() }
                return isMet
            }
        }
    }
}

/// Holds answers back until a test opens it, so that the test can look at the middle of a refresh without sleeping.
package final class Gate: Sendable {
    private let opened = Latch()
    private let reached = Latch()

    package init() {}

    /// Lets all waiting and future requests through.
    package func open() {
        opened.set()
    }

    package var isOpen: Bool { opened.wait(until: Deadline(in: 0)) }

    /// Waits until a request is held at the gate.
    package func waitUntilReached(within seconds: Double = Deadline.patience) throws {
        guard reached.wait(until: Deadline(in: seconds)) else { throw GateNotReached(seconds: seconds) }
    }

    /// Notes that a request is held, and returns the descriptor that becomes readable once the gate opens.
    func reach() -> Int32 {
        reached.set()
        return opened.descriptor
    }
}

/// No request came to the gate in time.
package struct GateNotReached: Error, Equatable, CustomStringConvertible {
    package let seconds: Double

    package var description: String { "no request came to the gate within \(seconds) s" }
}
