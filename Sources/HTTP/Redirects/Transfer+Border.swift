import Addresses
import CCurl
import Glibc

extension Transfer {
    /// Makes curl ask before it connects and before it sends a request: with an open connection it doesn't connect.
    func watchBorder() {
        let context = Unmanaged.passUnretained(self).toOpaque()
        lede_curl_set_border_callbacks(handle.curl, handle.pointer, openSocket, mayRequest, context)
    }

    /// Whether curl may connect to this address.
    fileprivate func admits(_ peer: Peer?) -> Bool {
        route.redirects == 0 ? border.admitsFirst(peer) : border.admits(peer)
    }

    /// Whether curl may send the request on a connection to this address.
    fileprivate func admitsRequest(to peer: Peer?) -> Bool {
        if route.redirects > 0 { return border.admits(peer) }
        border.begin(at: peer, named: route.host)
        return border.admitsFirst(peer)
    }
}

extension Peer {
    fileprivate init?(_ address: UnsafePointer<sockaddr>, size: Int) {
        guard let number = IPAddress(address, size: size) else { return nil }
        // The port is at the same offset for IPv4 and IPv6.
        let port = UnsafeRawPointer(address).loadUnaligned(fromByteOffset: 2, as: in_port_t.self)
        self.init(number: number, port: Int(UInt16(bigEndian: port)))
    }
}

private func openSocket(
    _ context: UnsafeMutableRawPointer?, _ purpose: curlsocktype, _ address: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
    guard let context, let address, let place = lede_curl_socket_address(address) else { return -1 }
    let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    guard transfer.admits(Peer(place, size: Int(address.pointee.addrlen))) else { return -1 }
    // Programs started meanwhile must not inherit the connection.
    let type = address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue)
    return socket(address.pointee.family, type, address.pointee.protocol)
}

private func mayRequest(
    _ context: UnsafeMutableRawPointer?, _ number: UnsafeMutablePointer<CChar>?,
    _ ownNumber: UnsafeMutablePointer<CChar>?, _ port: Int32, _ ownPort: Int32
) -> Int32 {
    guard let context, let number else { return CURL_PREREQFUNC_ABORT }
    let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    let peer = IPAddress(String(cString: number)).map { Peer(number: $0, port: Int(port)) }
    return transfer.admitsRequest(to: peer) && transfer.admitsSending() ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
}
