/// A link of a document: the number that stands behind it, where it leads to, and what the text calls it.
package struct NumberedLink: Equatable, Sendable {
    /// The first link has the number 1.
    package var number: Int
    /// The address, clean.
    package var address: String
    /// The words that lead there, clean; empty where a picture without a description does.
    package var text: String
}

extension Document {
    /// The links whose numbers are shown, in the order of these.
    package var numberedLinks: [NumberedLink] {
        let references = References(self)
        return zip(references.addresses, references.contents).enumerated().map { index, link in
            let text = CleanText.line(Document(blocks: [.paragraph(link.1)]).plainText)
            return NumberedLink(number: index + 1, address: CleanText.line(link.0), text: text)
        }
    }
}
