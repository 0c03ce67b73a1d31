extension WebURL {
    /// Whether it leads to a host on the web. If a document, a list or a server asks for it, lede fetches nothing else.
    package var isOnTheWeb: Bool { scheme == "https" || scheme == "http" }

    /// Whether a text may link to it. `javascript:`, `data:`, `file:` and others are only for pages in a browser.
    package var mayBeLinked: Bool { Self.linkedSchemes.contains(String(scheme)) }

    private static let linkedSchemes: Set = [
        "http", "https", "mailto", "tel", "sms", "geo", "ftp", "ftps", "sftp", "gemini", "gopher", "finger",
        "irc", "ircs", "xmpp", "sip", "sips", "matrix", "magnet", "news", "nntp", "feed", "git", "ssh", "svn", "doi"
    ]

    /// The server; nil if the URL isn't on the web.
    package var origin: Origin? {
        guard isOnTheWeb, let host else { return nil }
        return Origin(scheme: String(scheme), host: String(host), port: port)
    }
}
