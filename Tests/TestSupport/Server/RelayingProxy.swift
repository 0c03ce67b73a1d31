import Dispatch
import Foundation
import Glibc
import System

/// A real proxy on 127.0.0.1. It connects each client with one port of this machine, whatever host the client asks for.
///
/// It stops with its last owner.
package final class RelayingProxy: Sendable {
    /// The protocol in which clients name their destination.
    package enum Language: Sendable {
        /// RFC 1928, with a name and a password (RFC 1929) if they are required.
        case socks5(name: String?, password: String?)
        /// HTTP's CONNECT method.
        case connect
    }

    package let port: UInt16
    private let listener: Descriptor
    private let stopped = Latch()
    private let places = Locked<[String]>([])
    private let threads = DispatchGroup()

    package init(_ language: Language, to destination: UInt16) throws {
        listener = try Descriptor.listening()
        port = try listener.port()
        Thread.detachNewThread { [listener, stopped, places, threads] in
            accept(on: listener, until: stopped, threads: threads) { connection in
                var client = RelayedClient(connection)
                guard let place = client.greet(language) else { return }
                places.withLock { $0.append(place) }
                guard let server = try? Descriptor.connected(to: destination), client.welcome(language) else { return }
                client.relay(to: server)
            }
        }
    }

    deinit { stopped.set() }

    /// The destinations that clients asked for, in their words.
    package var asked: [String] { places.withLock { $0 } }
}

/// One client of a proxy.
private struct RelayedClient {
    private let connection: Connection
    /// Received bytes that haven't been handled yet.
    private var received: [UInt8] = []

    init(_ connection: Connection) { self.connection = connection }

    /// Reads the destination that the client asks for, as “host:port”. Nil if the client is turned away.
    mutating func greet(_ language: RelayingProxy.Language) -> String? {
        switch language {
        case .socks5(let name, let password):
            guard let ways = methods(), logIn(name, password, ways) else { return nil }
            return destination()
        case .connect:
            guard let head = take(through: Array("\r\n\r\n".utf8)) else { return nil }
            let words = String(decoding: head, as: UTF8.self).split(separator: " ")
            return words.first == "CONNECT" ? String(words[1]) : nil
        }
    }

    func welcome(_ language: RelayingProxy.Language) -> Bool {
        switch language {
        case .socks5: connection.send([5, 0, 0, 1, 127, 0, 0, 1, 0, 0])
        case .connect: connection.send(Array("HTTP/1.1 200 Connection established\r\n\r\n".utf8))
        }
    }

    private mutating func methods() -> [UInt8]? {
        guard let head = take(2), head[0] == 5 else { return nil }
        return take(Int(head[1]))
    }

    private mutating func logIn(_ name: String?, _ password: String?, _ ways: [UInt8]) -> Bool {
        guard let name, let password else { return ways.contains(0) && connection.send([5, 0]) }
        guard ways.contains(2) else {
            _ = connection.send([5, 0xFF])
            return false
        }
        guard connection.send([5, 2]), take(1) == [1], let given = text(), let secret = text() else { return false }
        let isRight = given == name && secret == password
        return connection.send([1, isRight ? 0 : 1]) && isRight
    }

    private mutating func destination() -> String? {
        guard let head = take(4), head[0] == 5, head[1] == 1 else { return nil }
        let host =
            switch head[3] {
            case 1: take(4)?.map(String.init).joined(separator: ".")
            case 3: text()
            case 4: take(16)?.map { String($0, radix: 16) }.joined(separator: ":")
            default: nil as String?
            }
        guard let host, let port = take(2) else { return nil }
        return "\(host):\(Int(port[0]) << 8 + Int(port[1]))"
    }

    /// A text that is preceded by its length.
    private mutating func text() -> String? {
        take(1).flatMap { take(Int($0[0])) }.map { String(decoding: $0, as: UTF8.self) }
    }

    private mutating func take(_ count: Int) -> [UInt8]? {
        while received.count < count { guard receive() else { return nil } }
        defer { received.removeFirst(count) }
        return Array(received.prefix(count))
    }

    private mutating func take(through end: [UInt8]) -> [UInt8]? {
        var count = end.count
        while true {
            guard let bytes = take(count) else { return nil }
            if bytes.suffix(end.count) == end[...] { return bytes }
            received = bytes + received
            count += 1
        }
    }

    private mutating func receive() -> Bool {
        guard connection.wait(for: Poll.readable) else { return false }
        switch connection.socket.read() {
        case .bytes(let bytes): received += bytes
        case .nothingYet: break
        case .ended: return false
        }
        return true
    }

    /// Relays bytes in both directions until one side ends.
    func relay(to server: Descriptor) {
        let other = Connection(number: 0, socket: server, stopped: connection.stopped)
        guard other.send(received) else { return }
        while true {
            let events = Poll.wait(
                for: [
                    (connection.socket.number, Poll.readable), (server.number, Poll.readable),
                    (connection.stopped.descriptor, Poll.readable)
                ], until: .never)
            if events[2] != 0 { return }
            if events[0] != 0, !pass(from: connection, to: other) { return }
            if events[1] != 0, !pass(from: other, to: connection) { return }
        }
    }

    private func pass(from source: Connection, to target: Connection) -> Bool {
        switch source.socket.read() {
        case .bytes(let bytes): target.send(bytes)
        case .nothingYet: true
        case .ended: false
        }
    }
}
