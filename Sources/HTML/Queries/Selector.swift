import System

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

/// Reads a selector (Selectors Level 4, the part of it that lede knows).
private struct SelectorParser {
    private let text: [UInt8]
    private var index = 0
    private var parts = 0
    private var tests = 0

    /// The number of bits in a word, which is more than anybody needs.
    private static let mostParts = 64
    private static let mostTests = 512

    init(_ text: String) {
        self.text = Array(text.utf8)
    }

    mutating func alternatives() throws(SelectorFailure) -> [Selector.Complex] {
        var found: [Selector.Complex] = []
        repeat {
            skipSpaces()
            found.append(try complex())
            skipSpaces()
        } while skip(",")
        guard index == text.count else { throw failure("unexpected character") }
        return found
    }

    private mutating func complex() throws(SelectorFailure) -> Selector.Complex {
        var selector = Selector.Complex(subject: try compound())
        while true {
            let hadSpace = skipSpaces()
            let combinator: Selector.Combinator
            if skip(">") {
                combinator = .child
            } else if skip("+") {
                combinator = .nextSibling
            } else if skip("~") {
                combinator = .laterSibling
            } else if hadSpace, index < text.count, text[index] != UInt8(ascii: ",") {
                combinator = .descendant
            } else {
                return selector
            }
            skipSpaces()
            let next = try compound()
            selector.ancestors.insert((combinator, selector.subject), at: 0)
            selector.subject = next
        }
    }

    private mutating func compound() throws(SelectorFailure) -> Selector.Compound {
        var compound = Selector.Compound()
        let start = index
        if !skip("*"), index < text.count, text[index].beginsName {
            compound.tests.append(.tag(try name().lowercased()))
        }
        while index < text.count {
            if skip("#") {
                compound.tests.append(attribute("id", .equals, try name()))
            } else if skip(".") {
                compound.tests.append(attribute("class", .hasWord, try name()))
            } else if skip("[") {
                compound.tests.append(try attribute())
            } else if skip(":") {
                compound.tests.append(try pseudoClass())
            } else {
                break
            }
        }
        guard index > start else { throw failure("expected a selector") }
        parts += isInNot ? 0 : 1
        tests += compound.tests.count
        guard parts <= Self.mostParts, tests <= Self.mostTests else { throw failure("the selector is too long") }
        return compound
    }

    private func attribute(
        _ name: String, _ relation: Selector.AttributeTest.Relation, _ value: String
    ) -> Selector.Test {
        .attribute(name, Selector.AttributeTest(relation: relation, value: Array(value.utf8)))
    }

    private mutating func attribute() throws(SelectorFailure) -> Selector.Test {
        skipSpaces()
        let name = try name().lowercased()
        skipSpaces()
        var test = Selector.AttributeTest()
        if skip("]") { return .attribute(name, test) }
        let relations: [(StaticString, Selector.AttributeTest.Relation)] = [
            ("=", .equals), ("~=", .hasWord), ("|=", .startsWithPart), ("^=", .starts), ("$=", .ends), ("*=", .contains)
        ]
        var relation: Selector.AttributeTest.Relation?
        for (sign, meaning) in relations where relation == nil && skip(sign) { relation = meaning }
        guard let relation else { throw failure("expected “=” or “]”") }
        test.relation = relation
        skipSpaces()
        test.value = Array(try value().utf8)
        skipSpaces()
        if skip("i") || skip("I") { test.ignoresCase = true }
        skipSpaces()
        guard skip("]") else { throw failure("expected “]”") }
        return .attribute(name, test)
    }

    private mutating func value() throws(SelectorFailure) -> String {
        guard index < text.count, text[index] == UInt8(ascii: "\"") || text[index] == UInt8(ascii: "'") else {
            return try name()
        }
        let quote = text[index]
        index += 1
        var value: [UInt8] = []
        while index < text.count, text[index] != quote {
            if let character = escapedCharacter() {
                value += character
            } else {
                value.append(text[index])
                index += 1
            }
        }
        guard index < text.count else { throw failure("expected a quotation mark") }
        index += 1
        return String(decoding: value, as: UTF8.self)
    }

    private mutating func pseudoClass() throws(SelectorFailure) -> Selector.Test {
        let start = index
        // No name of a pseudo-class needs an escape.
        let word = text[index...].prefix(while: \.continuesName)
        let name = String(decoding: word, as: UTF8.self).lowercased()
        index = word.endIndex
        let first = Selector.NthChild(step: 0, offset: 1)
        switch name {
        case "first-child": return .nthChild(first, fromEnd: false, ofType: false)
        case "last-child": return .nthChild(first, fromEnd: true, ofType: false)
        case "first-of-type": return .nthChild(first, fromEnd: false, ofType: true)
        case "last-of-type": return .nthChild(first, fromEnd: true, ofType: true)
        case "empty": return .empty
        case "nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type":
            guard skip("(") else { throw failure("expected “(”") }
            let number = try nthChild()
            guard skip(")") else { throw failure("expected “)”") }
            return .nthChild(number, fromEnd: name.contains("last"), ofType: name.hasSuffix("type"))
        case "not":
            guard skip("(") else { throw failure("expected “(”") }
            guard !isInNot else { throw failure("“:not()” can't contain another") }
            isInNot = true
            defer { isInNot = false }
            var compounds: [Selector.Compound] = []
            repeat {
                skipSpaces()
                compounds.append(try compound())
                skipSpaces()
            } while skip(",")
            guard skip(")") else { throw failure("expected “)”") }
            return .not(compounds)
        default:
            index = start
            throw failure("unknown “:\(name)”")
        }
    }

    /// A `:not()` can't contain another one, so parsing needs no stack.
    private var isInNot = false

    private mutating func nthChild() throws(SelectorFailure) -> Selector.NthChild {
        skipSpaces()
        defer { skipSpaces() }
        if skip("odd") { return .init(step: 2, offset: 1) }
        if skip("even") { return .init(step: 2, offset: 0) }
        let isNegative = skip("-")
        if !isNegative { _ = skip("+") }
        let number = self.number()
        guard skip("n") || skip("N") else {
            guard let number else { throw failure("expected a number") }
            return .init(step: 0, offset: isNegative ? -number : number)
        }
        let step = (number ?? 1) * (isNegative ? -1 : 1)
        skipSpaces()
        guard let sign = skip("+") ? 1 : skip("-") ? -1 : nil else { return .init(step: step, offset: 0) }
        skipSpaces()
        guard let offset = self.number() else { throw failure("expected a number") }
        return .init(step: step, offset: sign * offset)
    }

    private mutating func number() -> Int? {
        let digits = text[index...].prefix { $0.isDigit }.prefix(9)
        index += digits.count
        return digits.isEmpty ? nil : digits.reduce(0) { $0 * 10 + Int($1 & 0x0F) }
    }

    private mutating func name() throws(SelectorFailure) -> String {
        var name: [UInt8] = []
        while index < text.count {
            if let character = escapedCharacter() {
                name += character
            } else if text[index].continuesName {
                name.append(text[index])
                index += 1
            } else {
                break
            }
        }
        guard !name.isEmpty else { throw failure("expected a name") }
        return String(decoding: name, as: UTF8.self)
    }

    /// The character that a backslash escapes: itself, or its number in up to six hexadecimal digits and perhaps a space
    /// (CSS Syntax 3, 4.3.7). Browsers copy “#\31 2” as the selector of the id “12”.
    private mutating func escapedCharacter() -> [UInt8]? {
        guard text[index] == UInt8(ascii: "\\"), index + 1 < text.count, !text[index + 1].isLineBreak else {
            return nil
        }
        index += 1
        let digits = text[index...].prefix(6).prefix { $0.isHexadecimalDigit }
        guard !digits.isEmpty else {
            index += 1
            return [text[index - 1]]
        }
        index += digits.count
        if index < text.count, text[index].isHTMLSpace { index += 1 }
        let number = digits.reduce(UInt32(0)) { $0 * 16 + UInt32($1.hexValue ?? 0) }
        return Array(String(Character(Unicode.Scalar(numbered: number))).utf8)
    }

    @discardableResult
    private mutating func skipSpaces() -> Bool {
        let start = index
        while index < text.count, text[index].isHTMLSpace { index += 1 }
        return index > start
    }

    private mutating func skip(_ sign: StaticString) -> Bool {
        let end = index + sign.utf8CodeUnitCount
        guard end <= text.count,
            text[index..<end].elementsEqual(UnsafeBufferPointer(start: sign.utf8Start, count: sign.utf8CodeUnitCount))
        else { return false }
        index = end
        return true
    }

    private func failure(_ problem: String) -> SelectorFailure { SelectorFailure(problem, after: text[..<index]) }
}

extension UInt8 {
    fileprivate var continuesName: Bool {
        isLetter || isDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: "_") || self >= 0x80
    }

    fileprivate var isLineBreak: Bool { self == 0x0A || self == 0x0C || self == 0x0D }

    fileprivate var beginsName: Bool { continuesName || self == UInt8(ascii: "\\") }
}

extension Selector {
    package init(_ text: String) throws(SelectorFailure) {
        var parser = SelectorParser(text)
        alternatives = try parser.alternatives()
    }
}
