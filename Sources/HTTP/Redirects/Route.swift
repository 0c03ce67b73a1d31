package import Addresses

/// The path of a request from the requested URL along its redirects.
package struct Route {
    package private(set) var url: String
    /// The URL as curl gets it, in a form that curl and servers read in the same way.
    package private(set) var target: WebURL?
    /// The URL to which the document has moved permanently.
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
        isPermanent = isPermanent && (status == 301 || status == 308)
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
