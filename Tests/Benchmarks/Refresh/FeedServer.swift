import Foundation
import Glibc

/// Many servers of this machine in one, each with its own address: 127.1.0.1 and so on, all on the same port.
///
/// One thread does all the work, so that it costs little compared with what is measured.
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
    private let feeds: Int
    private let hosts: Int
    /// One of the listeners, whose end is that of the thread.
    private let listener: Int32

    init(_ manners: [Manners], hosts: Int) throws {
        feeds = manners.count
        self.hosts = hosts
        listener = try Self.listen(on: 0, port: 0)
        let port = try Self.port(of: listener)
        self.port = port
        let listeners = try [listener] + (1..<max(1, hosts)).map { try Self.listen(on: $0, port: port) }
        Thread.detachNewThread { FeedServerLoop(manners, listeners).run() }
    }

    deinit { shutdown(listener, Int32(SHUT_RDWR)) }

    var urls: [String] {
        (0..<feeds).map { number in
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
