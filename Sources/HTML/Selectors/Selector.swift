/// A CSS selector: tags, classes, ids, attributes, `:nth-child()` and its kin, `:not()`, descendants, children and unions.
///
/// Every selector costs at most a fixed number of steps for each element, however the page is made.
package struct Selector: Sendable {
    /// The selectors between the commas.
    let alternatives: [Complex]

    /// Simple selectors with what stands between them, from right to left, as they are matched.
    struct Complex: Sendable {
        var subject: Compound
        var ancestors: [(combinator: Combinator, compound: Compound)] = []
    }

    enum Combinator: Sendable {
        case descendant, child, nextSibling, laterSibling
    }

    /// What one element must be.
    struct Compound: Sendable {
        var tests: [Test] = []
    }

    enum Test: Sendable {
        case tag(String)
        case attribute(String, AttributeTest)
        case nthChild(NthChild, fromEnd: Bool, ofType: Bool)
        case empty
        case not([Compound])
    }

    struct AttributeTest: Sendable {
        enum Relation: Sendable {
            case exists, equals, hasWord, startsWithPart, starts, ends, contains
        }

        var relation = Relation.exists
        var value: [UInt8] = []
        var ignoresCase = false
    }

    /// The numbers `step × n + offset` for each n from zero on.
    struct NthChild: Sendable {
        var step: Int
        var offset: Int

        func matches(_ number: Int) -> Bool {
            step == 0 ? number == offset : (number - offset) % step == 0 && (number - offset) / step >= 0
        }
    }
}

/// Why a text is no selector.
package struct SelectorFailure: Error, Equatable, CustomStringConvertible {
    /// How many bytes in front of the problem are right.
    package let offset: Int
    package let problem: String

    package var description: String { "\(problem) at character \(offset + 1)" }
}
