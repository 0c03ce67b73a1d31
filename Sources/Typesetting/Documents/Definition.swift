/// One or more terms and what is said of them; either may be missing where a page forgot it.
package struct Definition: Equatable, Sendable {
    package var terms: [[Inline]]
    package var details: [[Block]]

    package init(terms: [[Inline]] = [], details: [[Block]] = []) {
        self.terms = terms
        self.details = details
    }
}
