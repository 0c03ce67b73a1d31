extension WebURL {
    /// Whether it leads to a host on the web: nothing else is fetched because a document, a list or a server says so.
    package var isOnTheWeb: Bool { scheme == "https" || scheme == "http" }

    /// Whether a text may link to it. Not `javascript:`, `data:`, `file:` and the rest, which only a browser page needs.
    package var mayBeLinked: Bool { Self.linkedSchemes.contains(String(scheme)) }

    private static let linkedSchemes: Set = [
        "http", "https", "mailto", "tel", "sms", "geo", "ftp", "ftps", "sftp", "gemini", "gopher", "finger",
        "irc", "ircs", "xmpp", "sip", "sips", "matrix", "magnet", "news", "nntp", "feed", "git", "ssh", "svn", "doi"
    ]

    /// The server that it names; nil if it isn't on the web.
    package var origin: Origin? {
        guard isOnTheWeb, let host else { return nil }
        return Origin(scheme: String(scheme), host: String(host), port: port)
    }
}
