/// What a server says of a document: `text/html; charset=utf-8`.
package struct ContentType: Sendable {
    /// The media type in lower case, without parameters.
    package let mediaType: String?
    /// The encoding as it is written.
    package let charset: String?

    package init(_ header: String) {
        let parts = header.split(separator: ";", omittingEmptySubsequences: false)
        mediaType = parts.first.map { $0.lowercased().filter { !$0.isWhitespace } }?.unlessEmpty
        let charsets = parts.dropFirst().lazy.compactMap { parameter in
            let halves = parameter.split(separator: "=", maxSplits: 1)
            guard halves.count == 2, halves[0].onOneLine.lowercased() == "charset" else { return String?.none }
            return halves[1].filter { $0 != "\"" && $0 != "'" }.onOneLine
        }
        charset = charsets.first?.unlessEmpty
    }
}
