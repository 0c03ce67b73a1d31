import CLibXML2

/// The only entry to this module: parses bytes into a feed, on any number of threads.
package enum FeedParser {
    /// Parses a feed in memory. It opens no file and makes no request, whatever the document asks for.
    ///
    /// `contentType` comes from the server, and relative links resolve against `baseURL`, the document's URL.
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

    // libxml2's own recovery loses text. So a broken document is parsed again from a mended copy, and so is one that
    // begins with something else, such as a server's warning.
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
