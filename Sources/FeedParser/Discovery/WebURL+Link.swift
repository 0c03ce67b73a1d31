import Addresses

extension WebURL {
    /// Resolves a link on the web, without its fragment; nil if it isn't on the web.
    init?(link: String, base: WebURL?) {
        guard let url = WebURL(Self.withoutFeedScheme(link.trimmed), base: base), url.isOnTheWeb else { return nil }
        self = url.withoutFragment
    }

    // "feed:" before a URL, or in place of its scheme, once told browsers which program to use.
    private static func withoutFeedScheme(_ link: String) -> String {
        guard link.prefix(5).lowercased() == "feed:" else { return link }
        let rest = link.dropFirst(5)
        return rest.hasPrefix("//") ? "http:" + rest : String(rest)
    }
}
