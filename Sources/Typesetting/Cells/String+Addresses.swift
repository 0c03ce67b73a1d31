import Addresses

extension String {
    /// Returns a URL for display, with or without its scheme, shortened to fit. It keeps the end of a long host
    /// visible, which tells who owns it.
    ///
    /// It drops a web URL's scheme first, then the middle of the path. Other text loses its middle.
    package func shortenedAddress(toCells cells: Int) -> String {
        guard cellWidth > cells, cells > 0, let address = ShownAddress(self) else { return shortened(toCells: cells) }
        let (beginning, rest) = (address.scheme + address.host, address.rest)
        let whole = beginning + rest
        guard whole.cellWidth > cells else { return whole }
        let room = cells - beginning.cellWidth
        // A path with fewer cells tells nothing.
        if room >= min(6, rest.cellWidth) { return beginning + rest.shortened(toCells: room) }
        return room > 0 ? beginning + "…" : address.host.shortened(toCells: cells)
    }
}

/// The important parts of a URL to shorten.
private struct ShownAddress {
    /// With its separator and credentials; empty for a web URL.
    let scheme: String
    /// With its port.
    let host: String
    let rest: String

    /// Nil if the text isn't a URL.
    init?(_ text: String) {
        let hasScheme = AddressParts(text) != nil
        // A missing scheme is the web's.
        let url = hasScheme ? text : "https://" + text
        guard let parts = AddressParts(url), hasScheme || parts.hasPlainHost else { return nil }
        scheme = parts.isWeb ? "" : String(url[..<parts.host.startIndex])
        host = String(url[parts.host.startIndex..<parts.rest.startIndex])
        rest = String(parts.rest)
    }
}

extension AddressParts {
    fileprivate var isWeb: Bool { ["http", "https"].contains(scheme) }

    /// Whether the part before the path can be a host. A command has a space there, or a colon without a port.
    fileprivate var hasPlainHost: Bool {
        let isHost = host.hasPrefix("[") || !host.contains { $0 == ":" || $0.isWhitespace }
        return isHost && !host.isEmpty && credentials == nil
    }
}
