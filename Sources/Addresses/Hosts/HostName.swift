/// A host name as it is written in a URL.
package struct HostName: Equatable, Sendable {
    private let name: Substring

    package init(_ name: some StringProtocol) { self.name = Substring(name) }

    /// The name for display: in lower case, with labels in Punycode that could pass for others.
    package var shown: String {
        guard name.utf8.contains(where: { $0 >= 0x80 }) else { return name.lowercased() }
        // A look-up replaces some letters that a host may be written with.
        let lookedUp = IDNA.unicode(String(name))?.split(separator: ".", omittingEmptySubsequences: false)
        return (lookedUp ?? labels).map { HostLabel($0).shown }.joined(separator: ".")
    }

    /// Whether it can only name a host on the user's network: an IP address that isn't public, a name without a dot, or
    /// a name reserved for private use (RFC 6761, 6762, 8375).
    package var isLocal: Bool {
        if let number = IPAddress(name) { return !number.isPublic }
        let name = labels.filter { !$0.isEmpty }.map { $0.lowercased() }
        guard name.count > 1, let last = name.last else { return true }
        return Self.localEndings.contains(last) || name.suffix(2) == ["home", "arpa"]
    }

    private static let localEndings: Set = [
        "localhost", "local", "internal", "intranet", "lan", "home", "corp", "private", "localdomain"
    ]

    /// East Asian full stops separate labels, too (UTS 46, 4.5).
    private var labels: [Substring] {
        name.split(omittingEmptySubsequences: false) { [".", "\u{3002}", "\u{FF0E}", "\u{FF61}"].contains($0) }
    }
}
