import Addresses

/// Keeps redirects from leading out of the public network to this machine or to a network of the user's own, where a
/// request alone may do something. A feed whose own host lies there may redirect as it likes.
struct Border {
    private let proxy: Proxy
    private let isPublic: @Sendable (IPAddress) -> Bool
    private var beginsInside = false
    /// Whether a redirect was refused.
    private(set) var wasDefended = false

    init(_ proxy: Proxy, isPublic: @escaping @Sendable (IPAddress) -> Bool) {
        self.proxy = proxy
        self.isPublic = isPublic
    }

    /// Notes what the host of the address asked for has turned out to be.
    mutating func begin(at peer: Peer?, named host: String) {
        guard let peer, !isPublic(peer.number) else { return }
        // By a proxy nobody here knows more than the name.
        beginsInside = ProxyPlaces(proxy).mayHold(peer) ? isInside(host) : true
    }

    /// Whether a redirect may lead to a host, as far as its name tells. That is asked of what a proxy looks up.
    mutating func admits(host: String) -> Bool {
        if beginsInside || ProxyPlaces(proxy).isEmpty || !isInside(host) { return true }
        wasDefended = true
        return false
    }

    /// Whether a redirect may lead to what its host's name has turned out to be.
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
