/// `filter:COMMAND:ADDRESS`, as the urls file has it: a command that makes a feed of a document.
package struct FilterAddress: Equatable, Sendable {
    package let command: Substring
    /// What the command reads.
    package let address: Substring

    /// Nil when the text isn't one.
    package init?(_ text: some StringProtocol) {
        let text = Substring(text)
        guard text.utf8.starts(with: "filter:".utf8) else { return nil }
        let rest = text.utf8.dropFirst("filter:".utf8.count)
        guard let colon = rest.firstIndex(of: .colon) else { return nil }
        command = text[rest.startIndex..<colon]
        address = text[rest.index(after: colon)...]
    }
}
