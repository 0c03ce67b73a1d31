/// An XPath 1.0 path, as far as rules for sites need it: children, descendants, attributes, texts, conditions and
/// unions.
package struct XPath: Sendable {
    /// The paths between the bars.
    let paths: [[Step]]

    package init(_ text: String) throws(SelectorFailure) {
        var parser = XPathParser(text)
        paths = try parser.paths()
    }

    /// A match of a path.
    package enum Match: Equatable, Sendable {
        case node(NodeID)
        case attribute(of: NodeID, value: String)
    }

    struct Step: Sendable {
        var axis = Axis.child
        var test = Test.anyNode
        var conditions: [Expression] = []

        /// The step for two slashes.
        static let downwards = Step(axis: .descendantOrSelf)
    }

    enum Axis: String, Sendable {
        case child, descendant, parent, attribute
        case itself = "self"
        case descendantOrSelf = "descendant-or-self"
    }

    enum Test: Sendable {
        case name(String)
        case anyName
        case text
        case anyNode
    }

    indirect enum Expression: Sendable {
        case text(String)
        case number(Int)
        case position
        case last
        case path([Step])
        case concatenated([Expression])
        case normalised(Expression)
        case contains(Expression, Expression)
        case starts(Expression, Expression)
        case compared(Expression, Comparison, Expression)
        case not(Expression)
        case both(Expression, Expression)
        case either(Expression, Expression)

        var isNumber: Bool {
            switch self {
            case .number, .position, .last: true
            default: false
            }
        }
    }

    enum Comparison: String, CaseIterable, Sendable {
        // The longer operator comes before the shorter one that it begins with.
        case differs = "!="
        case isAtMost = "<="
        case isAtLeast = ">="
        case equals = "="
        case isLess = "<"
        case isGreater = ">"

        func holds<Value: Comparable>(_ one: Value, _ other: Value) -> Bool {
            switch self {
            case .differs: one != other
            case .isAtMost: one <= other
            case .isAtLeast: one >= other
            case .equals: one == other
            case .isLess: one < other
            case .isGreater: one > other
            }
        }
    }
}
