package import Addresses

/// The user's options for one feed.
package struct RequestOptions: Equatable, Sendable {
    /// Replaces the client's own name.
    package var userAgent: String?
    /// Additional headers, sent only to the requested host.
    package var headers: [Header]
    package var authentication: Authentication?
    package var proxy: Proxy
    /// A netrc file of names and passwords, used for the URL's host without `authentication`.
    package var netrcFile: String?
    /// A file of cookies in Netscape's format, which is only read.
    package var cookieFile: String?
    /// A file of certificate authorities (PEM) to trust instead of the system's.
    package var authorityFile: String?
    /// Whether the server must prove its identity. Otherwise anyone on the network path can read and change everything.
    package var verifiesServer: Bool
    /// The types of documents to prefer; nil for feeds.
    package var accepted: String?
    /// Whether even the first request must not reach the user's own network, as for a URL that a feed has named.
    package var staysOutside = false
    /// The hosts to which redirects may lead; nil for all.
    package var hosts: HostList?
    /// The limits; by default the client's.
    package var limits: Limits?

    package init(
        userAgent: String? = nil, headers: [Header] = [], authentication: Authentication? = nil,
        proxy: Proxy = .fromEnvironment, netrcFile: String? = nil, cookieFile: String? = nil,
        authorityFile: String? = nil, verifiesServer: Bool = true, limits: Limits? = nil
    ) {
        self.userAgent = userAgent
        self.headers = headers
        self.authentication = authentication
        self.proxy = proxy
        self.netrcFile = netrcFile
        self.cookieFile = cookieFile
        self.authorityFile = authorityFile
        self.verifiesServer = verifiesServer
        self.limits = limits
    }
}
