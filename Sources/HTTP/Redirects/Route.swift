import Addresses

/// The way of a request from the address asked for to where redirects lead.
struct Route {
    private(set) var url: String
    /// The same as curl gets it: in the one form that neither curl nor a server can read in another way.
    private(set) var target: WebURL?
    /// Where the address has moved for good.
    private(set) var permanentURL: String?
    private(set) var redirects = 0
    /// Whether what was meant for the address asked for may be told here too.
    private(set) var isAtOrigin = true
    /// Whether anyone on the way can read and change what is sent, though nobody could before.
    private(set) var isLaidOpen = false
    private var isPermanent = true
    private let origin: Origin?

    init(to url: String) {
        self.url = url
        target = WebURL(url)
        origin = target?.origin
    }

    /// The host where it leads now.
    var host: String { target?.origin?.host ?? "" }

    var isSecure: Bool { target?.origin?.isSecure == true }

    var isOnTheWeb: Bool { target?.isOnTheWeb == true }

    /// Goes on to where a server sends.
    mutating func follow(_ location: String, status: Int) throws(FetchFailure) {
        guard location.utf8.count <= 8 << 10, let target else { throw .badAddress(of: url) }
        guard let next = WebURL(location, base: target) else { throw .badAddress(of: location) }
        guard let place = next.origin else { throw .forbiddenScheme }
        isLaidOpen = isLaidOpen || isSecure && !place.isSecure
        // A name and a password in it would be the server's, and would stand in every address that the document gives.
        self.target = next.withoutCredentials
        url = next.withoutCredentials.href
        redirects += 1
        isPermanent = isPermanent && (status == 301 || status == 308)
        if isPermanent { permanentURL = url }
        isAtOrigin = origin.map(place.isTrusted) ?? false
    }
}
