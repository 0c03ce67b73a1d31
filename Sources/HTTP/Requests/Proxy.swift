/// How to reach servers.
package enum Proxy: Equatable, Sendable {
    /// As `http_proxy`, `https_proxy` and `all_proxy` say, except for hosts in `no_proxy`.
    case fromEnvironment
    case direct
    /// Through a proxy with a URL such as `http://…`, `https://…`, `socks5://…` (lede looks up names) or `socks5h://…`
    /// (the proxy looks up names), except for hosts in `no_proxy`.
    case server(String, Credentials? = nil)
}
