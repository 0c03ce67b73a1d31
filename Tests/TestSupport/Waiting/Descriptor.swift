import CLinux
import Glibc

/// A file descriptor that is closed with its last owner and that no child inherits.
final class Descriptor: Sendable {
    let number: Int32

    init(_ number: Int32) {
        self.number = number
    }

    deinit {
        close(number)
    }
}

extension Descriptor {
    /// Adopts new descriptors, or throws if the call failed.
    static func adopt(_ call: String, _ make: () -> [Int32]?) throws(SystemFailure) -> [Descriptor] {
        guard let made = make() else { throw SystemFailure(call) }
        for number in made { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }
        return made.map(Descriptor.init)
    }

    static func pipe() throws(SystemFailure) -> (reading: Descriptor, writing: Descriptor) {
        let ends = try adopt("pipe2") {
            var ends: [Int32] = [-1, -1]
            return pipe2(&ends, O_CLOEXEC) == 0 ? ends : nil
        }
        return (ends[0], ends[1])
    }

    /// Makes reads and writes return at once, so that only poll() ever waits.
    func stopBlocking() {
        _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
    }
}

/// The result of reading from a non-blocking descriptor.
enum Reading: Equatable {
    case bytes([UInt8])
    case nothingYet
    case ended
}

extension Descriptor {
    func read() -> Reading {
        var count = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: 65536) { room, filled in
            count = Glibc.read(number, room.baseAddress, room.count)
            filled = max(0, count)
        }
        if count > 0 { return .bytes(bytes) }
        if count < 0, errno == EAGAIN || errno == EINTR { return .nothingYet }
        return .ended
    }

    /// Writes as much as fits and returns the number of bytes, or nil if nobody reads any more.
    func write(_ bytes: ArraySlice<UInt8>) -> Int? {
        let count = withoutPipeSignal { bytes.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) } }
        if count >= 0 { return count }
        return errno == EAGAIN || errno == EINTR ? 0 : nil
    }
}

/// Writes without the signal for a pipe that nobody reads. It would end the process, or reach another part of it.
private func withoutPipeSignal(_ write: () -> Int) -> Int {
    var pipeSignal = sigset_t()
    var before = sigset_t()
    sigemptyset(&pipeSignal)
    sigaddset(&pipeSignal, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &pipeSignal, &before)
    let count = write()
    let failure = errno
    if count < 0, failure == EPIPE {
        var atOnce = timespec()
        sigtimedwait(&pipeSignal, nil, &atOnce)
    }
    pthread_sigmask(SIG_SETMASK, &before, nil)
    errno = failure
    return count
}

extension Descriptor {
    /// A socket that listens on a free port of a loopback address, which other machines can't reach.
    static func listening(on loopback: Loopback = .v4) throws(SystemFailure) -> Descriptor {
        let listener = try socket(of: loopback)
        let bound = withAddress(of: loopback, port: 0) { bind(listener.number, $0, $1) }
        guard bound == 0 else { throw SystemFailure("bind") }
        guard listen(listener.number, SOMAXCONN) == 0 else { throw SystemFailure("listen") }
        return listener
    }

    /// A socket that listens on a free port of a loopback address, and one that keeps others off that port of the other
    /// address: “localhost” means both.
    static func listeningAlone(on loopback: Loopback) throws(SystemFailure) -> (listener: Descriptor, other: Descriptor)
    {
        while true {
            let listener = try listening(on: loopback)
            let (port, other) = (try listener.port(), try socket(of: loopback.other))
            if withAddress(of: loopback.other, port: port, { bind(other.number, $0, $1) }) == 0 {
                return (listener, other)
            }
            guard errno == EADDRINUSE else { throw SystemFailure("bind") }
        }
    }

    /// A connection to a port of 127.0.0.1.
    static func connected(to port: UInt16) throws(SystemFailure) -> Descriptor {
        let client = try socket(of: .v4)
        let connected = withAddress(of: .v4, port: port) { connect(client.number, $0, $1) }
        guard connected == 0 || errno == EINPROGRESS else { throw SystemFailure("connect") }
        return client
    }

    private static func socket(of loopback: Loopback) throws(SystemFailure) -> Descriptor {
        let type = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        let number = Glibc.socket(loopback == .v4 ? AF_INET : AF_INET6, Int32(type), 0)
        guard number >= 0 else { throw SystemFailure("socket") }
        return Descriptor(number)
    }

    private static func withAddress(
        of loopback: Loopback, port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        switch loopback {
        case .v4:
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
            return withSockaddr(&address, body)
        case .v6:
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = port.bigEndian
            address.sin6_addr = in6addr_loopback
            return withSockaddr(&address, body)
        }
    }

    private static func withSockaddr<Address>(
        _ address: inout Address, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<Address>.size)) }
        }
    }

    func port() throws(SystemFailure) -> UInt16 {
        // IPv4 and IPv6 keep the port in the same place, and the address of IPv6 is the longer one.
        var address = sockaddr_in6()
        var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
        let status = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(number, $0, &size) }
        }
        guard status == 0 else { throw SystemFailure("getsockname") }
        return UInt16(bigEndian: address.sin6_port)
    }

    /// The next client, or nil if there is none after all.
    func accept() -> Descriptor? {
        let accepted = try? Descriptor.adopt("accept") {
            let client = Glibc.accept(number, nil, nil)
            return client < 0 ? nil : [client]
        }
        guard let client = accepted?.first else { return nil }
        client.stopBlocking()
        var one: Int32 = 1
        // Dripping bytes must leave one by one, and heads at once.
        setsockopt(client.number, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
        return client
    }

    /// Makes the connection end with a reset instead of a proper close.
    func resetOnClosing() {
        var none = linger(l_onoff: 1, l_linger: 0)
        setsockopt(number, SOL_SOCKET, SO_LINGER, &none, socklen_t(MemoryLayout<linger>.size))
    }
}

/// One of the two loopback addresses of this machine.
package enum Loopback: Sendable {
    case v4
    case v6

    var other: Loopback { self == .v4 ? .v6 : .v4 }

    /// The host as it is written in a URL.
    var host: String { self == .v4 ? "127.0.0.1" : "[::1]" }
}

/// A failed system call with its reason.
package struct SystemFailure: Error, Equatable, CustomStringConvertible {
    package let call: String
    package let code: Int32

    init(_ call: String, code: Int32 = errno) {
        self.call = call
        self.code = code
    }

    package var description: String { "\(call): \(String(cString: strerror(code)))" }
}
