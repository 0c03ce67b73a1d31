/// A server as URLs name it. The secrets of one origin must not reach another.
package struct Origin: Hashable, Sendable {
    /// In lower case.
    package let scheme: String
    /// In lower case.
    package let host: String
    package let port: UInt16?

    /// Uses the scheme's default port if the URL has none.
    package init(scheme: String, host: String, port: UInt16?) {
        self.scheme = scheme
        self.host = host
        self.port = port ?? Self.usualPort(of: scheme)
    }

    package var isSecure: Bool { scheme == "https" }

    /// “example.org”, or “example.org:8080” if that isn't the scheme's default port.
    package var hostAndPort: String {
        guard let port, port != Self.usualPort(of: scheme) else { return host }
        return "\(host):\(port)"
    }

    /// Whether secrets of `other` may go here: to the same origin, or to the same host after it changed from http to
    /// https.
    package func isTrusted(as other: Origin) -> Bool {
        self == other || host == other.host && isSecure && port == 443 && other.scheme == "http" && other.port == 80
    }

    private static func usualPort(of scheme: String) -> UInt16? {
        switch scheme {
        case "http": 80
        case "https": 443
        default: nil
        }
    }
}
