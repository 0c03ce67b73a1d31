/// The user's list of allowed hosts: “lwn.net !ads.example”. Each host includes its subdomains, and “!” forbids it.
package struct HostList: Equatable, Sendable {
    private var allowed: [String] = []
    private var forbidden: [String] = []

    /// Allows all hosts.
    package init() {}

    package init(_ words: String) {
        var isForbidden = false
        for word in words.split(whereSeparator: { $0 == " " || $0 == "," }) {
            let name = word.drop { $0 == "!" }
            isForbidden = isForbidden || name.count < word.count
            // The “!” may stand alone.
            if name.isEmpty { continue }
            if isForbidden { forbidden.append(Self.host(name)) } else { allowed.append(Self.host(name)) }
            isForbidden = false
        }
    }

    /// The host as URLs have it, in lower case and in Punycode. Takes URLs, too, and a wildcard for subdomains.
    private static func host(_ name: Substring) -> String {
        if name.contains("://"), let host = WebURL(name)?.host { return String(host) }
        let name = name.trimmingPrefix("*").trimmingPrefix(".")
        return WebURL("https://\(name)")?.host.map(String.init) ?? name.lowercased()
    }

    package func allows(_ host: some StringProtocol) -> Bool {
        // A look-up takes “lwn.net.” for the same.
        let host = host.hasSuffix(".") ? host.dropLast() : host[...]
        func isIn(_ names: [String]) -> Bool { names.contains { host == $0 || host.hasSuffix(".\($0)") } }
        return !isIn(forbidden) && (allowed.isEmpty || isIn(allowed))
    }
}
