/// A CSS selector: tags, classes, ids, attributes, `:nth-child()` and its relatives, `:not()`, combinators and unions.
///
/// A selector takes at most a fixed number of steps for each element, whatever the page.
package struct Selector: Sendable {
    /// The selectors between the commas.
    let alternatives: [Complex]

    /// Compound selectors with their combinators, from right to left.
    struct Complex: Sendable {
        var subject: Compound
        var ancestors: [(combinator: Combinator, compound: Compound)] = []
    }

    enum Combinator: Sendable {
        case descendant, child, nextSibling, laterSibling
    }

    /// The tests that one element must pass.
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

    /// The numbers `step × n + offset` for n ≥ 0.
    struct NthChild: Sendable {
        var step: Int
        var offset: Int

        func matches(_ number: Int) -> Bool {
            step == 0 ? number == offset : (number - offset) % step == 0 && (number - offset) / step >= 0
        }
    }
}

/// The reason why a text isn't a selector.
package struct SelectorFailure: Error, Equatable, CustomStringConvertible {
    /// The number of valid characters before the problem.
    package let offset: Int
    package let problem: String

    init(_ problem: String, after text: ArraySlice<UInt8>) {
        self.problem = problem
        offset = text.count { $0 & 0xC0 != 0x80 }
    }

    package var description: String { "\(problem) at character \(offset + 1)" }
}
