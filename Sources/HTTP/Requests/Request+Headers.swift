import Addresses

extension Request {
    /// The headers to send, as curl takes them: what is the origin's alone goes nowhere else.
    func headerLines(isAtOrigin: Bool) -> [String] {
        var headers = [Header("Accept", Self.accepted)]
        if isAtOrigin {
            // A version names who asks as well as a cookie does.
            headers += validators.headers
            if case .bearer(let token) = options.authentication {
                headers.append(Header("Authorization", "Bearer \(token)"))
            }
            headers += options.headers
        }
        return headers.compactMap(\.line)
    }

    private static let accepted =
        "application/atom+xml, application/rss+xml, application/feed+json, application/xml;q=0.9, */*;q=0.5"

    /// The same with the name and the password out of its address, so that the address may be shown and compared.
    var withCredentialsApart: Request {
        guard url.utf8.contains(UInt8(ascii: "@")), let address = WebURL(url), address.hasCredentials else {
            return self
        }
        var request = self
        request.url = address.withoutCredentials.href
        request.options.authentication =
            options.authentication
            ?? .any(Credentials(name: address.decodedUsername, password: address.decodedPassword))
        return request
    }
}
