import HTML
import URLs

/// Writes the URLs of a page as absolute ones. Nearly all of them can be written without being parsed, which takes long.
struct PageURLs {
    /// What a URL is for.
    enum Use {
        /// A link, which may lead to other programs, too.
        case linking
        /// A picture or a recording.
        case loading
    }

    private let base: WebURL?
    /// What comes before URLs on the same server, in the same folder, and on the same page; nil if the page isn't on the web.
    private let starts: (server: [UInt8], folder: [UInt8], page: [UInt8])?
    /// How many more URLs may be parsed.
    private var left = ExtractionLimits.oddURLs
    /// How many more bytes the page's own URL may add to others: it may have megabytes, and comes before each.
    private var budget = ExtractionLimits.addedBytes

    init(base: WebURL?) {
        self.base = base
        if let base, base.isOnTheWeb, let server = WebURL("/", base: base), let folder = WebURL(".", base: base) {
            starts = (
                Array(server.href.utf8.dropLast()), Array(folder.href.utf8), Array(base.withoutFragment.href.utf8)
            )
        } else {
            starts = nil
        }
    }

    /// Appends a URL, escaped for an attribute; returns false if it isn't one for this use.
    mutating func write(_ address: UnsafeBufferPointer<UInt8>, for use: Use, to html: inout [UInt8]) -> Bool {
        switch (PlainAddress(address), starts) {
        case (.absolute, _): html.append(escaping: address)
        case (.onServer, let starts?): return append(starts.server, address, to: &html)
        case (.inFolder, let starts?): return append(starts.folder, address, to: &html)
        case (.onPage, let starts?): return append(starts.page, address, to: &html)
        default: return writeParsed(address, for: use, to: &html)
        }
        return true
    }

    private mutating func append(
        _ start: [UInt8], _ address: UnsafeBufferPointer<UInt8>, to html: inout [UInt8]
    ) -> Bool {
        guard spend(start.count) else { return false }
        start.withUnsafeBufferPointer { html.append(escaping: $0) }
        html.append(escaping: address)
        return true
    }

    private mutating func spend(_ bytes: Int) -> Bool {
        budget -= bytes
        return budget >= 0
    }

    private mutating func writeParsed(
        _ address: UnsafeBufferPointer<UInt8>, for use: Use, to html: inout [UInt8]
    ) -> Bool {
        guard left > 0, spend(starts?.page.count ?? 0) else { return false }
        left -= 1
        guard let url = WebURL(String(decoding: address, as: UTF8.self), base: base),
            use == .linking ? url.mayBeLinked : url.isOnTheWeb
        else { return false }
        Array(url.href.utf8).withUnsafeBufferPointer { html.append(escaping: $0) }
        return true
    }
}
