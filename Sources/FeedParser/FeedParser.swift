/// Bytes in, a feed out: the one door of this module, open to any number of threads at once.
package enum FeedParser {
    /// Reads a feed out of memory alone: no file is opened and no request made, whatever the document asks for.
    ///
    /// `contentType` is what the server said, `baseURL` the document's address, against which relative links resolve.
    package static func parse(
        _ document: [UInt8], contentType: String? = nil, baseURL: String? = nil
    ) throws(ParseFailure) -> ParsedFeed {
        guard document.count <= Limits.documentSize else { throw .tooLarge("more than 64 MB") }
        switch DocumentKind(of: document) {
        case .empty: throw .empty
        case .foreign(let description): throw .notAFeed(description)
        case .xml:
            let encoding = DocumentEncoding(of: document, contentType: contentType)
            return try XMLFeedReader(document, baseURL: baseURL).read(encoding: encoding)
        }
    }
}
