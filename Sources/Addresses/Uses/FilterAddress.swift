/// `filter:COMMAND:URL` as in the urls file: a command that turns a document into a feed.
package struct FilterAddress: Equatable, Sendable {
    package let command: Substring
    /// The URL of the document.
    package let address: Substring

    /// Nil if the text has another form.
    package init?(_ text: some StringProtocol) {
        let text = Substring(text)
        guard text.utf8.starts(with: "filter:".utf8) else { return nil }
        let rest = text.utf8.dropFirst("filter:".utf8.count)
        guard let colon = rest.firstIndex(of: .colon) else { return nil }
        command = text[rest.startIndex..<colon]
        address = text[rest.index(after: colon)...]
    }
}
