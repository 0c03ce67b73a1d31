import Addresses

/// A web URL, split into the parts that sites give meaning to.
struct SiteAddress {
    /// In lower case, without a leading "www." or "m.".
    let host: String
    /// The parts of the path, percent-encoded.
    let segments: [String]
    let query: [String: String]
    /// Scheme, host and port.
    let origin: String

    /// Nil if the text isn't a web URL.
    init?(_ text: String) {
        guard text.utf8.count <= Limits.baseURL, let url = WebURL(link: text, base: nil),
            let origin = url.origin
        else { return nil }
        self.origin = "\(origin.scheme)://\(origin.hostAndPort)"
        host = Self.bare(origin.host)
        segments = url.path.split(separator: "/").map(String.init)
        query = Self.items(of: String(url.query ?? ""))
    }

    private static func bare(_ host: String) -> String {
        for prefix in ["www.", "m."] where host.hasPrefix(prefix) && host.dropFirst(prefix.count).contains(".") {
            return String(host.dropFirst(prefix.count))
        }
        return host
    }

    private static func items(of query: String) -> [String: String] {
        var items: [String: String] = [:]
        for item in query.split(separator: "&") {
            let halves = item.split(separator: "=", maxSplits: 1)
            if halves.count == 2 { items[String(halves[0])] = String(halves[1]) }
        }
        return items
    }
}
