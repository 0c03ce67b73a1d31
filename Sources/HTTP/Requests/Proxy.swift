/// By which way servers are reached.
package enum Proxy: Equatable, Sendable {
    /// By what `http_proxy`, `https_proxy` and `all_proxy` say, except for the hosts in `no_proxy`.
    case fromEnvironment
    case direct
    /// By a proxy's address, such as `http://…`, `https://…`, `socks5://…` (names are looked up here) or `socks5h://…`
    /// (names are looked up there), except for the hosts in `no_proxy`.
    case server(String, Credentials? = nil)
}
