/// What a person may want to be different for one feed.
package struct RequestOptions: Equatable, Sendable {
    /// What the server is told instead of the client's own name.
    package var userAgent: String?
    /// What the server is told besides, on the host that was asked for and on no other.
    package var headers: [Header]
    package var authentication: Authentication?
    package var proxy: Proxy
    /// A file of names and passwords in netrc's form, asked for the host of the address when there is no `authentication`.
    package var netrcFile: String?
    /// A file of cookies in Netscape's form. It is read, and never written.
    package var cookieFile: String?
    /// A file of the authorities (PEM) to be trusted instead of the system's.
    package var authorityFile: String?
    /// Whether the server has to prove who it is. Where it need not, anyone on the way can read and change everything.
    package var verifiesServer: Bool
    /// The client's own where there are none.
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
