/// An address that a feed can be fetched from.
package struct Address: Equatable, Sendable {
    package let url: String

    /// Nil where the text is no address of a kind that lede fetches.
    package init?(_ text: String) {
        guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else { return nil }
        let scheme = text.prefix { $0 != ":" }.lowercased()
        let rest = text.dropFirst(scheme.count)
        switch scheme {
        case "http", "https":
            guard rest.hasPrefix("://"), !rest.unicodeScalars.contains(" ") else { return nil }
            guard let first = rest.dropFirst(3).first, first.isLetter || first.isNumber || first == "[" else {
                return nil
            }
        case "file":
            guard rest.hasPrefix(":///"), rest.count > 4 else { return nil }
        default: return nil
        }
        url = text
    }

    /// Whether it leads to the web, and not to a file of this machine.
    package var isOnTheWeb: Bool { !url.lowercased().hasPrefix("file:") }

    /// What to say of text that is no address.
    package static func complaint(about text: String) -> String {
        for scheme in ["exec:", "filter:", "query:"] where text.hasPrefix(scheme) {
            return "“\(scheme)” feeds are not known to this version of lede"
        }
        return "“\(text)” is no address: one such as https://example.org/feed.xml was expected"
    }
}
