/// The user's list of allowed hosts: “lwn.net !ads.example”. Each host includes its subdomains, and “!” forbids it.
package struct HostList: Equatable, Sendable {
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

    package func allows(_ host: some StringProtocol) -> Bool {
        // A look-up takes “lwn.net.” for the same.
        let host = host.hasSuffix(".") ? host.dropLast() : host[...]
        func isIn(_ names: [String]) -> Bool { names.contains { host == $0 || host.hasSuffix(".\($0)") } }
        return !isIn(forbidden) && (allowed.isEmpty || isIn(allowed))
    }
}
