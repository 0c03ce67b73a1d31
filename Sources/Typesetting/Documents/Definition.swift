/// One or more terms with their definitions. Either may be missing if a page forgot it.
package struct Definition: Equatable, Sendable {
    package var terms: [[Inline]]
    package var details: [[Block]]

    package init(terms: [[Inline]] = [], details: [[Block]] = []) {
        self.terms = terms
        self.details = details
    }
}
