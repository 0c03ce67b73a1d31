import CLibXML2

/// Bytes in, a feed out: the one door of this module, open to any number of threads at once.
package enum FeedParser {
    /// Reads a feed out of memory alone: no file is opened and no request made, whatever the document asks for.
    ///
    /// `contentType` is what the server said, `baseURL` the document's address, against which relative links resolve.
    package static func parse(
        _ document: [UInt8], contentType: String? = nil, baseURL: String? = nil
    ) throws(ParseFailure) -> ParsedFeed {
        guard document.count <= Limits.documentSize else { throw .tooLarge(Limits.documentSizeInWords) }
        if let file = FileSignature.description(of: document[...]) { throw .notAFeed(file) }
        let text = try DecodedDocument(document, contentType: contentType).bytes
        switch DocumentKind(of: text) {
        case .empty: throw .empty
        case .foreign(let description): throw .notAFeed(description)
        case .page(let page):
            throw .notAFeed(page.description, feeds: FeedDiscovery.feeds(inPage: text, at: baseURL))
        case .json: return try JSONFeedReader.read(text, baseURL: baseURL)
        case .xml: return try parse(text, baseURL: baseURL)
        }
    }

    // libxml2's own way to recover loses text, so a broken document is read again from a mended copy, and so is one that
    // begins with something else than a feed, such as a server's warning.
    private static func parse(_ document: ArraySlice<UInt8>, baseURL: String?) throws(ParseFailure) -> ParsedFeed {
        let library = try LibXML2.loaded.get()
        do throws(ParseFailure) {
            return try SAXParser(library).read(document, baseURL: baseURL)
        } catch {
            if case .tooLarge = error { throw error }
            guard let mended = try MendedDocument(document) else { throw error }
            return try SAXParser(library).read(mended.bytes[...], baseURL: baseURL)
        }
    }
}
