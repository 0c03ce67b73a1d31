import URLs

/// What must hold for every URL, whatever text it was parsed from.
package enum AddressPromises {
    /// The broken promises for `bytes`, in words. A crash counts as one, too. A line break may end a base URL.
    package static func broken(by bytes: [UInt8]) -> [String] {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 1).map { String(decoding: $0, as: UTF8.self) }
        guard let text = lines.last else { return [] }
        let base = lines.count > 1 ? lines.first.flatMap { WebURL($0) } : nil
        // The address that lede shows comes from the same text.
        _ = text.shownAddress
        guard let url = WebURL(text, base: base) else { return [] }
        var broken: [String] = []
        if WebURL(url.href) != url { broken.append("a URL that is read again stays the same") }
        if !url.href.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { broken.append("a URL is all in ASCII") }
        if url.withoutCredentials.hasCredentials { broken.append("no credentials are left") }
        if !url.hasOpaquePath, WebURL("", base: url) != url.withoutFragment {
            broken.append("nothing leads to the URL itself")
        }
        if WebURL("#", base: url)?.withoutFragment != url.withoutFragment {
            broken.append("a fragment stays on the page")
        }
        if let host = url.host, host.utf8.contains(where: { "/?#@\\ <>".utf8.contains($0) }) {
            broken.append("a host holds nothing that ends one")
        }
        return broken
    }
}
