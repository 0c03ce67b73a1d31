/// A document that is ready to be set, in parts and more than once.
package struct Manuscript: Sendable {
    package let document: Document
    let references: References
    let ornament: Ornament

    package init(_ document: Document) {
        self.document = document
        references = References(document)
        ornament = Ornament(document)
    }
}
