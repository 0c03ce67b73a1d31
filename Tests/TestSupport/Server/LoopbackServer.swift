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
