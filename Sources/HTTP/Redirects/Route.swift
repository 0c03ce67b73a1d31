import Addresses
import CCurl

/// The way of a request from the address asked for to where redirects lead.
struct Route {
    private(set) var url: String
    /// Where the address has moved for good.
    private(set) var permanentURL: String?
    private(set) var redirects = 0
    /// Whether what was meant for the address asked for may be told here too.
    private(set) var isAtOrigin = true
    /// Whether anyone on the way can read and change what is sent, though nobody could before.
    private(set) var isLaidOpen = false
    private var isPermanent = true
    private var origin: Origin?
    /// The host where it leads now, as curl reads it; nil at the address asked for.
    private(set) var host: String?

    init(to url: String) { self.url = url }

    var isSecure: Bool { url.prefix(8).lowercased() == "https://" }

    /// Goes on to where a server sends.
    mutating func follow(_ location: String, status: Int, _ curl: Curl) throws(FetchFailure) {
        guard location.utf8.count <= 8 << 10, let address = WebAddress(url, curl) else { throw .badAddress(of: url) }
        let before = address.origin
        origin = origin ?? before
        guard address.follow(location) else { throw .badAddress(of: location) }
        // A name and a password in it would be the server's, and would stand in every address that the document gives.
        address.removeCredentials()
        guard let next = address.text, next.isOnTheWeb, let place = address.origin else { throw .forbiddenScheme }
        url = next
        redirects += 1
        isPermanent = isPermanent && (status == 301 || status == 308)
        if isPermanent { permanentURL = next }
        host = place.host
        isAtOrigin = origin.map(place.isTrusted) ?? false
        isLaidOpen = isLaidOpen || before?.isSecure == true && !place.isSecure
    }
}

extension String {
    var isOnTheWeb: Bool { AddressParts(self)?.isOnTheWeb == true }
}
