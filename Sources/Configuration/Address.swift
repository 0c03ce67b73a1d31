/// An address that a feed can be fetched from.
package struct Address: Equatable, Sendable {
    package let url: String

    /// Nil where the text is no address of a kind that lede fetches.
    package init?(_ text: String) {
        // What can't be seen would make the address that is shown another than the one that is fetched.
        let isHidden = { (scalar: Unicode.Scalar) in
            scalar.properties.generalCategory == .control || scalar.properties.isBidiControl
        }
        guard !text.unicodeScalars.contains(where: isHidden) else { return nil }
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
        url = scheme + rest
    }

    /// The address that a person typed, who may leave out the scheme of a page on the web.
    package init(typed text: String) throws(Failure) {
        let host = text.prefix { $0 != "/" && $0 != ":" }
        let lacksScheme = host.contains(".") && !text.contains("://")
        guard let address = Address(text) ?? (lacksScheme ? Address("https://" + text) : nil) else {
            throw Failure(description: Self.complaint(about: text))
        }
        self = address
    }

    /// Why what was typed is no address.
    package struct Failure: Error, Equatable, CustomStringConvertible {
        package let description: String
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
