/// The server that an address is asked of: scheme, name and port. What is bounded for a server is bounded for one of these.
struct Host: Hashable, Sendable {
    private let name: String

    /// Nil for an address that no server is asked for.
    init?(of url: String) {
        guard let scheme = ["http", "https"].first(where: { url.hasScheme($0) }) else { return nil }
        let authority = url.utf8.dropFirst(scheme.utf8.count + 3).prefix { !"/?#\\".utf8.contains($0) }
        // Before an @ stands who asks, and not who is asked.
        let server = authority.lastIndex(of: UInt8(ascii: "@")).map { authority[$0...].dropFirst() } ?? authority
        let host = String(decoding: server, as: UTF8.self).lowercased()
        let usualPort = scheme == "http" ? ":80" : ":443"
        name = scheme + "://" + (host.hasSuffix(usualPort) ? String(host.dropLast(usualPort.count)) : host)
    }
}

extension String {
    fileprivate func hasScheme(_ scheme: String) -> Bool {
        let start = scheme + "://"
        return utf8.count > start.utf8.count && prefix(start.count).lowercased() == start
    }
}
