import System

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

/// Parses a path.
///
/// Nested brackets nest function calls, so their depth is limited.
private struct XPathParser {
    private let text: [UInt8]
    private var index = 0
    private var steps = 0
    private var depth = 0

    private static let mostSteps = 128
    private static let mostDepth = 12

    init(_ text: String) {
        self.text = Array(text.utf8)
    }

    mutating func paths() throws(SelectorFailure) -> [[XPath.Step]] {
        var paths: [[XPath.Step]] = []
        repeat {
            var path: [XPath.Step] = []
            if skip("//") { path.append(.downwards) } else { _ = skip("/") }
            paths.append(try self.path(after: path))
        } while skip("|")
        skipSpaces()
        guard index == text.count else { throw failure("unexpected character") }
        return paths
    }

    private mutating func path(after start: [XPath.Step]) throws(SelectorFailure) -> [XPath.Step] {
        var path = start
        while true {
            path.append(try step())
            steps += 1
            guard steps <= Self.mostSteps else { throw failure("the path is too long") }
            if skip("//") {
                path.append(.downwards)
            } else if !skip("/") {
                return path
            }
        }
    }

    private mutating func step() throws(SelectorFailure) -> XPath.Step {
        var step = XPath.Step()
        if skip("..") {
            step.axis = .parent
        } else if skip(".") {
            step.axis = .itself
        } else {
            if skip("@") { step.axis = .attribute }
            step.test = try test(&step.axis)
        }
        while skip("[") {
            step.conditions.append(try condition())
            guard skip("]") else { throw failure("“]” is missing") }
        }
        return step
    }

    private mutating func test(_ axis: inout XPath.Axis) throws(SelectorFailure) -> XPath.Test {
        if skip("*") { return .anyName }
        let name = try name()
        if skip("::") {
            guard let named = XPath.Axis(rawValue: name) else { throw failure("lede doesn't know “\(name)::”") }
            axis = named
            if skip("*") { return .anyName }
            return try nodeTest(try self.name())
        }
        return try nodeTest(name)
    }

    private mutating func nodeTest(_ name: String) throws(SelectorFailure) -> XPath.Test {
        guard skip("(") else { return .name(name.lowercased()) }
        guard skip(")") else { throw failure("“)” is missing") }
        switch name {
        case "text": return .text
        case "node": return .anyNode
        default: throw failure("lede doesn't know “\(name)()”")
        }
    }
}

// Conditions.
extension XPathParser {
    private mutating func condition() throws(SelectorFailure) -> XPath.Expression {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.mostDepth else { throw failure("too many brackets inside each other") }
        var condition = try conjunction()
        while skipWord("or") { condition = .either(condition, try conjunction()) }
        return condition
    }

    private mutating func conjunction() throws(SelectorFailure) -> XPath.Expression {
        var condition = try comparison()
        while skipWord("and") { condition = .both(condition, try comparison()) }
        return condition
    }

    private mutating func comparison() throws(SelectorFailure) -> XPath.Expression {
        let value = try value()
        steps += 1
        guard steps <= Self.mostSteps else { throw failure("the path is too long") }
        for comparison in XPath.Comparison.allCases where skip(comparison.rawValue) {
            return .compared(value, comparison, try self.value())
        }
        return value
    }

    private mutating func value() throws(SelectorFailure) -> XPath.Expression {
        skipSpaces()
        guard index < text.count else { throw failure("a condition is missing") }
        let first = text[index]
        if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") { return .text(try quoted(first)) }
        if first.isDigit { return .number(number()) }
        if skip("(") {
            let condition = try condition()
            guard skip(")") else { throw failure("“)” is missing") }
            return condition
        }
        let start = index
        if first.isLetter {
            let name = try name()
            if name != "text", name != "node", skip("(") { return try call(name) }
        }
        index = start
        return .path(try path(after: skip("//") ? [.downwards] : []))
    }

    private mutating func call(_ name: String) throws(SelectorFailure) -> XPath.Expression {
        var arguments: [XPath.Expression] = []
        if !skip(")") {
            repeat { arguments.append(try condition()) } while skip(",")
            guard skip(")") else { throw failure("“)” is missing") }
        }
        switch (name, arguments.count) {
        case ("contains", 2): return .contains(arguments[0], arguments[1])
        case ("starts-with", 2): return .starts(arguments[0], arguments[1])
        case ("concat", 1...): return .concatenated(arguments)
        case ("normalize-space", 1): return .normalised(arguments[0])
        case ("normalize-space", 0): return .normalised(.path([XPath.Step(axis: .itself)]))
        case ("string", 1): return .concatenated(arguments)
        case ("not", 1): return .not(arguments[0])
        case ("position", 0): return .position
        case ("last", 0): return .last
        default: throw failure("lede doesn't know “\(name)()” with \(arguments.count) arguments")
        }
    }

    private mutating func quoted(_ quote: UInt8) throws(SelectorFailure) -> String {
        guard let end = text[(index + 1)...].firstIndex(of: quote) else { throw failure("a quotation mark is missing") }
        defer { index = end + 1 }
        return String(decoding: text[(index + 1)..<end], as: UTF8.self)
    }

    private mutating func number() -> Int {
        let digits = text[index...].prefix { $0.isDigit }
        index += digits.count
        return digits.prefix(9).reduce(0) { $0 * 10 + Int($1 & 0x0F) }
    }

    private mutating func name() throws(SelectorFailure) -> String {
        skipSpaces()
        let name = text[index...].prefix { $0.isLetter || $0.isDigit || $0 >= 0x80 || "-_.".utf8.contains($0) }
        guard let first = name.first, !first.isDigit else { throw failure("a name is missing") }
        index += name.count
        return String(decoding: name, as: UTF8.self)
    }

    private mutating func skipWord(_ word: String) -> Bool {
        let start = index
        guard skip(word), index < text.count, text[index].isHTMLSpace || text[index] == UInt8(ascii: "(") else {
            index = start
            return false
        }
        return true
    }

    /// Skips white space and then a sign, and returns whether it was there.
    private mutating func skip(_ sign: String) -> Bool {
        skipSpaces()
        guard text[index...].starts(with: sign.utf8) else { return false }
        index += sign.utf8.count
        return true
    }

    private mutating func skipSpaces() { while index < text.count, text[index].isHTMLSpace { index += 1 } }

    private func failure(_ problem: String) -> SelectorFailure { SelectorFailure(problem, after: text[..<index]) }
}
