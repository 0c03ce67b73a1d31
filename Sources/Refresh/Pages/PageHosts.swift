import Addresses

/// The user's list of hosts whose pages lede may fetch without being asked: “lwn.net !ads.example”. Each host includes its
/// subdomains, and “!” forbids it.
package struct PageHosts: Equatable, Sendable {
    private var allowed: [String] = []
    private var forbidden: [String] = []

    /// Allows all hosts.
    package init() {}

    package init(_ words: String) {
        for word in words.split(whereSeparator: { $0 == " " || $0 == "," }) {
            let isForbidden = word.hasPrefix("!")
            let name = isForbidden ? word.dropFirst() : word
            // As URLs write it: in lower case, and in Punycode.
            let host = WebURL("https://\(name)")?.host.map(String.init) ?? name.lowercased()
            if isForbidden { forbidden.append(host) } else { allowed.append(host) }
        }
    }

    func allows(_ url: WebURL) -> Bool {
        guard let host = url.host else { return false }
        func isIn(_ names: [String]) -> Bool { names.contains { host == $0 || host.hasSuffix(".\($0)") } }
        return !isIn(forbidden) && (allowed.isEmpty || isIn(allowed))
    }
}
