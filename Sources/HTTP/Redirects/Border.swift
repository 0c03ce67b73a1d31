import Addresses

/// Keeps redirects from leading out of the public network to this machine or to one of the user's own networks, where a
/// mere request may have effects. A feed whose own host is there may redirect freely.
struct Border {
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
    mutating func admitsFirst(_ peer: Peer?) -> Bool { staysOutside ? admits(peer) : true }

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
