import Glibc

@testable import TestSupport

/// A minimal client of the loopback server, which shows the bytes that are really sent.
struct Client {
    private let socket: Descriptor

    init(_ server: LoopbackServer) throws {
        try self.init(port: server.port)
    }

    init(port: UInt16) throws {
        socket = Descriptor(Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket.number, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else { throw SystemFailure("connect") }
        socket.stopBlocking()
    }

    func send(_ text: String) {
        _ = socket.write(Array(text.utf8)[...])
    }

    func get(_ path: String) {
        send("GET \(path) HTTP/1.1\r\nHost: loopback\r\n\r\n")
    }

    /// Everything up to the end of the connection.
    func readToEnd() -> String {
        read { _ in false }
    }

    /// Everything up to the given text.
    func read(until end: String) -> String {
        read { $0.hasSuffix(end) }
    }

    var hasSomethingToRead: Bool {
        Poll.wait(for: [(socket.number, Poll.readable)], until: Deadline(in: 0)) != [0]
    }

    private func read(until isEnough: (String) -> Bool) -> String {
        let deadline = Deadline()
        var text = ""
        while !isEnough(text), !deadline.hasPassed {
            _ = Poll.wait(for: [(socket.number, Poll.readable)], until: deadline)
            switch socket.read() {
            case .bytes(let bytes): text += String(decoding: bytes, as: UTF8.self)
            case .nothingYet: continue
            case .ended: return text
            }
        }
        return text
    }
}
