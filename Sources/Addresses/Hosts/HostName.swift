/// The name of a host, as an address has it.
package struct HostName: Equatable, Sendable {
    private let name: Substring

    package init(_ name: some StringProtocol) { self.name = Substring(name) }

    /// The name for people: in lower case, and each label in Punycode that could pass for another one.
    package var shown: String {
        guard name.utf8.contains(where: { $0 >= 0x80 }) else { return name.lowercased() }
        // A host is looked up by other letters than some that it may be written with.
        let lookedUp = IDNA.unicode(String(name))?.split(separator: ".", omittingEmptySubsequences: false)
        return (lookedUp ?? labels).map { HostLabel($0).shown }.joined(separator: ".")
    }

    /// Whether it can only mean a host of the user's own network, whoever looks it up: a number that isn't public, a name
    /// without a dot, or one of those that are set aside for this (RFC 6761, 6762, 8375).
    package var isLocal: Bool {
        if let number = IPAddress(name) { return !number.isPublic }
        let name = labels.filter { !$0.isEmpty }.map { $0.lowercased() }
        guard name.count > 1, let last = name.last else { return true }
        return Self.localEndings.contains(last) || name.suffix(2) == ["home", "arpa"]
    }

    private static let localEndings: Set = [
        "localhost", "local", "internal", "intranet", "lan", "home", "corp", "private", "localdomain"
    ]

    /// Full stops of East Asian scripts part labels, too (UTS 46, 4.5).
    private var labels: [Substring] {
        name.split(omittingEmptySubsequences: false) { [".", "\u{3002}", "\u{FF0E}", "\u{FF61}"].contains($0) }
    }
}
