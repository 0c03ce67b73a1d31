import Glibc

extension Descriptor {
    /// A socket that listens on a free port of 127.0.0.1.
    static func listening() throws(SystemFailure) -> Descriptor {
        let type = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        let number = socket(AF_INET, Int32(type), 0)
        guard number >= 0 else { throw SystemFailure("socket") }
        let listener = Descriptor(number)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard bound == 0 else { throw SystemFailure("bind") }
        guard listen(number, SOMAXCONN) == 0 else { throw SystemFailure("listen") }
        return listener
    }

    func port() throws(SystemFailure) -> UInt16 {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(number, $0, &size) }
        }
        guard status == 0 else { throw SystemFailure("getsockname") }
        return UInt16(bigEndian: address.sin_port)
    }

    /// The next client, or nil when there is none after all.
    func accept() -> Descriptor? {
        let accepted = try? Descriptor.adopt("accept") {
            let client = Glibc.accept(number, nil, nil)
            return client < 0 ? nil : [client]
        }
        guard let client = accepted?.first else { return nil }
        client.stopBlocking()
        var one: Int32 = 1
        // Bytes that drip must leave one by one, and heads at once.
        setsockopt(client.number, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
        return client
    }

    /// Has the connection end in a reset instead of properly.
    func resetOnClosing() {
        var none = linger(l_onoff: 1, l_linger: 0)
        setsockopt(number, SOL_SOCKET, SO_LINGER, &none, socklen_t(MemoryLayout<linger>.size))
    }
}
