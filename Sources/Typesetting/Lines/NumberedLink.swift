/// A document's link with its number, its target and its text.
package struct NumberedLink: Equatable, Sendable {
    /// The number, from 1.
    package var number: Int
    /// The clean URL.
    package var address: String
    /// The clean text; empty for an image without a description.
    package var text: String

    package init(number: Int, address: String, text: String) {
        (self.number, self.address, self.text) = (number, address, text)
    }
}

extension Document {
    /// The links with visible numbers, in order.
    package var numberedLinks: [NumberedLink] {
        let references = References(self)
        return zip(references.addresses, references.contents).enumerated().map { index, link in
            let text = CleanText.line(Document(blocks: [.paragraph(link.1)]).plainText)
            return NumberedLink(number: index + 1, address: CleanText.line(link.0), text: text)
        }
    }
}
