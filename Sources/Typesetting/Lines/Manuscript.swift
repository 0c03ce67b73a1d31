/// A document prepared for setting, in parts and several times.
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
