import Addresses

extension Request {
    /// Returns the headers to send, as curl takes them. Some go only to the origin.
    func headerLines(isAtOrigin: Bool) -> [String] {
        var headers = [Header("Accept", options.accepted ?? Self.accepted)]
        if method.changes, let body { headers.append(Header("Content-Type", body.type)) }
        if isAtOrigin {
            // A document's version can identify the user as well as a cookie.
            headers += validators.headers
            if case .bearer(let token) = options.authentication {
                headers.append(Header("Authorization", "Bearer \(token)"))
            }
            headers += options.headers
        }
        var lines = headers.compactMap(\.line)
        // curl would name the type of forms.
        if method.changes, body == nil { lines.append("Content-Type:") }
        return lines
    }

    private static let accepted =
        "application/atom+xml, application/rss+xml, application/feed+json, application/xml;q=0.9, */*;q=0.5"

    /// The request with the name and password moved out of its URL, so that the URL may be shown and compared.
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
