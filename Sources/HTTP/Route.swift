import CCurl

/// The way of a request from the address asked for to where redirects lead.
struct Route {
    private(set) var url: String
    /// Where the address has moved for good.
    private(set) var permanentURL: String?
    private(set) var redirects = 0
    /// Whether what was meant for the address asked for may be told here too.
    private(set) var isAtOrigin = true
    /// Whether anyone can listen, though nobody could before.
    private(set) var isLaidOpen = false
    private var isPermanent = true
    private var origin: Origin?

    init(to url: String) { self.url = url }

    var isSecure: Bool { url.prefix(8).lowercased() == "https://" }

    /// Goes on to where a server sends.
    mutating func follow(_ location: String, status: Int, _ curl: Curl) throws(FetchFailure) {
        guard location.utf8.count <= 8 << 10, let address = WebAddress(url, curl) else { throw .badAddress(url) }
        let before = address.origin
        origin = origin ?? before
        guard address.follow(location) else { throw .badAddress(String(location.prefix(200))) }
        // A name and a password in it would be the server's, and would stand in every address that the document gives.
        address.removeCredentials()
        guard let next = address.text, next.isOnTheWeb else { throw .forbiddenScheme }
        url = next
        redirects += 1
        isPermanent = isPermanent && (status == 301 || status == 308)
        if isPermanent { permanentURL = next }
        isAtOrigin = origin.map { address.origin.isTrusted(as: $0) } ?? false
        isLaidOpen = isLaidOpen || before.isSecure && !address.origin.isSecure
    }
}

extension String {
    var isOnTheWeb: Bool {
        let start = prefix(8).lowercased()
        return start.hasPrefix("http://") || start == "https://"
    }
}
