import Addresses

extension String {
    /// An address as it is shown, or what fits of it: of a long host the end stays in sight, which tells whose host it is.
    ///
    /// What most addresses begin with goes first, then the middle of the path.
    package func shortenedAddress(toCells cells: Int) -> String {
        guard cellWidth > cells, cells > 0, let parts = AddressParts(self) else { return shortened(toCells: cells) }
        let isUsual = ["http", "https"].contains(parts.scheme)
        let (host, rest) = (String(self[parts.host.startIndex..<parts.rest.startIndex]), String(parts.rest))
        let whole = isUsual ? host + rest : self
        guard whole.cellWidth > cells else { return whole }
        let beginning = isUsual ? host : String(self[..<parts.rest.startIndex])
        let room = cells - beginning.cellWidth
        // A path of fewer cells tells nothing.
        if room >= min(6, rest.cellWidth) { return beginning + rest.shortened(toCells: room) }
        return room > 0 ? beginning + "…" : host.shortened(toCells: cells)
    }
}
