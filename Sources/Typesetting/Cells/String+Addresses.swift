import Addresses

extension String {
    /// A URL as it is shown, with or without its scheme, or what fits of it: the end of a long host stays in sight, which tells
    /// who owns the host.
    ///
    /// The scheme of a web address goes first, then the middle of the path. Other text loses its middle.
    package func shortenedAddress(toCells cells: Int) -> String {
        guard cellWidth > cells, cells > 0, let address = ShownAddress(self) else { return shortened(toCells: cells) }
        let (beginning, rest) = (address.scheme + address.host, address.rest)
        let whole = beginning + rest
        guard whole.cellWidth > cells else { return whole }
        let room = cells - beginning.cellWidth
        // A path of fewer cells tells nothing.
        if room >= min(6, rest.cellWidth) { return beginning + rest.shortened(toCells: room) }
        return room > 0 ? beginning + "…" : address.host.shortened(toCells: cells)
    }
}

/// What tells something in a URL that has to be short.
private struct ShownAddress {
    /// With what parts it from the host, and credentials; empty on the web.
    let scheme: String
    /// With its port.
    let host: String
    let rest: String

    /// Nil for what is no URL.
    init?(_ text: String) {
        let hasScheme = AddressParts(text) != nil
        // Where it was left out it was one of the web's.
        let url = hasScheme ? text : "https://" + text
        guard let parts = AddressParts(url), hasScheme || parts.hasPlainHost else { return nil }
        scheme = parts.isWeb ? "" : String(url[..<parts.host.startIndex])
        host = String(url[parts.host.startIndex..<parts.rest.startIndex])
        rest = String(parts.rest)
    }
}

extension AddressParts {
    fileprivate var isWeb: Bool { ["http", "https"].contains(scheme) }

    /// Whether what is before the path can be a host: a command has a space or a colon there, which parts no port from it.
    fileprivate var hasPlainHost: Bool {
        let isHost = host.hasPrefix("[") || !host.contains { $0 == ":" || $0.isWhitespace }
        return isHost && !host.isEmpty && credentials == nil
    }
}
