import CCurl
import Glibc
package import URLs

/// The path of a request from the requested URL along its redirects.
package struct RequestRoute {
    package private(set) var url: String
    /// The URL as curl gets it, in a form that curl and servers read in the same way.
    package private(set) var target: WebURL?
    /// The URL to which the document has moved permanently. What was secure is never moved to a plain one for good.
    private(set) var permanentURL: String?
    private(set) var redirects = 0
    /// Whether data meant for the requested URL may also be sent here.
    package private(set) var isAtOrigin = true
    /// Whether all redirects have stayed at the requested origin, with or without “www.”.
    private(set) var isOnSite = true
    /// Whether the redirects have left a secure connection for a plain one.
    package private(set) var isLaidOpen = false
    private var isPermanent = true
    private let origin: Origin?

    package init(to url: String) {
        self.url = url
        target = WebURL(url)
        origin = target?.origin
    }

    /// The current host.
    var host: String { target?.origin?.host ?? "" }

    package var isSecure: Bool { target?.origin?.isSecure == true }

    var isOnTheWeb: Bool { target?.isOnTheWeb == true }

    /// Follows a redirect.
    package mutating func follow(_ location: String, status: Int) throws(FetchFailure) {
        guard location.utf8.count <= 8 << 10, let target else { throw .badAddress(of: url) }
        guard let next = WebURL(location, base: target) else { throw .badAddress(of: location) }
        guard let place = next.origin else { throw .forbiddenScheme }
        isLaidOpen = isLaidOpen || isSecure && !place.isSecure
        // A name and password in it would be the server's, and would appear in every URL of the document.
        self.target = next.withoutCredentials
        url = next.withoutCredentials.href
        redirects += 1
        isPermanent = isPermanent && !isLaidOpen && (status == 301 || status == 308)
        if isPermanent { permanentURL = url }
        isAtOrigin = origin.map(place.isTrusted) ?? false
        isOnSite = isOnSite && origin.map(place.isOnSite) == true
    }
}

extension Origin {
    /// Whether it is the same, or the same after a change to https, but for a “www.”.
    fileprivate func isOnSite(of other: Origin) -> Bool {
        let isUpgrade = isSecure && port == 443 && other.scheme == "http" && other.port == 80
        return host.withoutWWW == other.host.withoutWWW && (isUpgrade || scheme == other.scheme && port == other.port)
    }
}

/// Keeps redirects from leading out of the public network to this machine or to one of the user's own networks, where a
/// mere request may have effects. A feed whose own host is there may redirect freely.
struct NetworkBorder {
    private let proxy: Proxy
    /// Whether the first request is checked like a redirect.
    private let staysOutside: Bool
    private let isPublic: @Sendable (IPAddress) -> Bool
    private var beginsInside = false
    /// Whether a redirect was refused.
    private(set) var wasDefended = false

    init(_ proxy: Proxy, staysOutside: Bool = false, isPublic: @escaping @Sendable (IPAddress) -> Bool) {
        self.proxy = proxy
        self.staysOutside = staysOutside
        self.isPublic = isPublic
    }

    /// Whether the first request may go to this address of its host.
    fileprivate mutating func admitsFirst(_ peer: Peer?) -> Bool { staysOutside ? admits(peer) : true }

    /// Records whether the requested URL's host is in the user's own network.
    mutating func begin(at peer: Peer?, named host: String) {
        guard !staysOutside, let peer, !isPublic(peer.number) else { return }
        // Through a proxy, only the name is known here.
        beginsInside = ProxyPlaces(proxy).mayHold(peer) ? isInside(host) : true
    }

    /// Whether a redirect may lead to this host name. It is checked if a proxy looks the name up.
    mutating func admits(host: String) -> Bool {
        if beginsInside || ProxyPlaces(proxy).isEmpty || !isInside(host) { return true }
        wasDefended = true
        return false
    }

    /// Whether a redirect may lead to this address of its host.
    mutating func admits(_ peer: Peer?) -> Bool {
        if beginsInside { return true }
        if let peer, isPublic(peer.number) || ProxyPlaces(proxy).mayHold(peer) { return true }
        wasDefended = true
        return false
    }

    private func isInside(_ host: String) -> Bool {
        IPAddress(host).map { !isPublic($0) } ?? HostName(host).isLocal
    }
}

/// The other end of a connection.
struct Peer: Equatable {
    let number: IPAddress
    let port: Int
}

/// The addresses of the proxies that a request may use. A connection to one of them isn't one to the server.
private struct ProxyPlaces {
    private let places: [(host: String, port: Int)]

    init(_ proxy: Proxy) {
        let addresses =
            switch proxy {
            case .direct: [] as [String]
            case .server(let address, _): [address]
            case .fromEnvironment: Self.variables.compactMap { getenv($0).map { String(cString: $0) } }
            }
        places = addresses.filter { !$0.isEmpty }.map { address in
            guard let parts = AddressParts(address.withScheme(orElse: "http")) else {
                return (address, Self.usualPort)
            }
            // curl's own defaults.
            let usual = parts.scheme.lowercased() == "https" ? 443 : Self.usualPort
            return (String(parts.host), parts.port.flatMap { Int($0) } ?? usual)
        }
    }

    var isEmpty: Bool { places.isEmpty }

    /// Whether a proxy may be at this address. A proxy's host name isn't looked up.
    func mayHold(_ peer: Peer) -> Bool {
        places.contains { place in
            place.port == peer.port && (IPAddress(place.host).map { $0 == peer.number } ?? true)
        }
    }

    /// The variables that curl reads, depending on the scheme.
    private static let variables = ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
    private static let usualPort = 1080
}

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
