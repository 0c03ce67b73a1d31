import System

extension HTMLTree {
    /// The elements inside a node that match a selector, in document order.
    package func elements(matching selector: Selector, in root: NodeID? = nil) -> [NodeID] {
        SelectorMatcher(selector, self).elements(in: root ?? self.root)
    }
}

/// Walks a tree once and tracks on the way down which parts of a selector match.
///
/// Each part has a bit. Children and later siblings inherit sets of bits, so no element has to look back at its
/// ancestors.
private struct SelectorMatcher {
    private let tree: HTMLTree
    private var parts: [Part] = []
    private let countsTypes: Bool

    /// A part of the selector, with the combinator before it.
    private struct Part {
        let tests: [ResolvedTest]
        /// Nil for the first part of an alternative.
        let combinator: Selector.Combinator?
        let isLast: Bool
    }

    /// The state of the walk among the children of one element.
    private struct Level {
        /// Parts that match an ancestor, the parent, the previous element, and any earlier sibling.
        var ancestors: UInt64 = 0
        var parent: UInt64 = 0
        var previous: UInt64 = 0
        var earlier: UInt64 = 0
        var place = ChildPlace()
    }

    init(_ selector: Selector, _ tree: HTMLTree) {
        self.tree = tree
        countsTypes = selector.countsTypes
        for complex in selector.alternatives {
            let earlier = complex.ancestors.reversed()
            let compounds = earlier.map(\.compound) + [complex.subject]
            let combinators: [Selector.Combinator?] = [nil] + earlier.map(\.combinator)
            for (index, compound) in compounds.enumerated() {
                parts.append(
                    Part(
                        tests: compound.tests.map { ResolvedTest($0, in: tree) }, combinator: combinators[index],
                        isLast: index == compounds.count - 1))
            }
        }
    }

    func elements(in root: NodeID) -> [NodeID] {
        var found: [NodeID] = []
        var levels = [Level()]
        var next = tree.firstChild(of: root)
        while let id = next {
            var child: NodeID?
            if tree.kind(of: id) == .element {
                let matched = visit(id, &levels[levels.count - 1], &found)
                // A template's content is a separate document.
                if !tree.nodes[id.index].isHTML(.template) { child = tree.firstChild(of: id) }
                if child != nil {
                    levels.append(Level(ancestors: levels[levels.count - 1].ancestors | matched, parent: matched))
                }
            }
            next = child ?? tree.nextSibling(of: id)
            var last = id
            while next == nil, levels.count > 1, let parent = tree.parent(of: last) {
                levels.removeLast()
                next = tree.nextSibling(of: parent)
                last = parent
            }
        }
        return found
    }

    private func visit(_ id: NodeID, _ level: inout Level, _ found: inout [NodeID]) -> UInt64 {
        let place = level.place.next(id, in: tree, countsTypes: countsTypes)
        var matched: UInt64 = 0
        var isFound = false
        for (index, part) in parts.enumerated() {
            if let combinator = part.combinator {
                let possible =
                    switch combinator {
                    case .descendant: level.ancestors
                    case .child: level.parent
                    case .nextSibling: level.previous
                    case .laterSibling: level.earlier
                    }
                guard possible & 1 << UInt64(index - 1) != 0 else { continue }
            }
            guard part.tests.allSatisfy({ $0.matches(id, at: place, in: tree) }) else { continue }
            matched |= 1 << UInt64(index)
            isFound = isFound || part.isLast
        }
        level.previous = matched
        level.earlier |= matched
        if isFound { found.append(id) }
        return matched
    }
}

/// A test of a selector, with names as the numbers of one tree.
private enum ResolvedTest {
    case tag(UInt32)
    case attribute(UInt32, Selector.AttributeTest)
    case nthChild(Selector.NthChild, fromEnd: Bool, ofType: Bool)
    case empty
    /// None of these compounds may match.
    case not([[ResolvedTest]])
    /// The tree lacks the name, so nothing matches.
    case never

    init(_ test: Selector.Test, in tree: HTMLTree) {
        switch test {
        case .tag(let name): self = tree.elementNames.known(Array(name.utf8)).map { .tag($0) } ?? .never
        case .attribute(let name, let test):
            self = tree.attributeNames.known(Array(name.utf8)).map { .attribute($0, test) } ?? .never
        case .nthChild(let number, let fromEnd, let ofType):
            self = .nthChild(number, fromEnd: fromEnd, ofType: ofType)
        case .empty: self = .empty
        case .not(let compounds):
            // The parser rejects a “:not()” inside another, so this recurses one level at most.
            self = .not(compounds.map { $0.tests.map { ResolvedTest($0, in: tree) } })
        }
    }

    func matches(_ id: NodeID, at place: ChildPlace.Numbers, in tree: HTMLTree) -> Bool {
        switch self {
        case .never: return false
        case .tag(let name):
            let own = tree.nodes[id.index].name
            return own == name || Names.inHTML(own) == name
        case .attribute(let name, let test):
            return tree.value(of: name, of: id).map { test.matches($0) } ?? false
        case .nthChild(let number, let fromEnd, let ofType):
            let numbers = ofType ? place.ofType : place.all
            return number.matches(fromEnd ? numbers.fromEnd : numbers.fromStart)
        case .empty: return isEmpty(id, in: tree)
        case .not(let compounds):
            return !compounds.contains { $0.allSatisfy { $0.matches(id, at: place, in: tree) } }
        }
    }

    private func isEmpty(_ id: NodeID, in tree: HTMLTree) -> Bool {
        // Only elements and texts count. Texts are never empty.
        var next = tree.firstChild(of: id)
        while let child = next {
            if tree.kind(of: child) == .element || tree.kind(of: child) == .text { return false }
            next = tree.nextSibling(of: child)
        }
        return true
    }
}

extension Selector.AttributeTest {
    func matches(_ text: ArraySlice<UInt8>) -> Bool {
        switch relation {
        case .exists: true
        case .equals: text.count == value.count && starts(text)
        case .hasWord:
            !value.isEmpty && text.split { $0.isHTMLSpace }.contains { $0.count == value.count && starts($0) }
        case .startsWithPart:
            starts(text)
                && (text.count == value.count || text[text.startIndex + value.count] == UInt8(ascii: "-"))
        case .starts: !value.isEmpty && starts(text)
        case .ends: !value.isEmpty && text.count >= value.count && starts(text.suffix(value.count))
        case .contains: contains(text)
        }
    }

    private func starts(_ text: ArraySlice<UInt8>) -> Bool {
        guard text.count >= value.count else { return false }
        guard ignoresCase else { return text.starts(with: value) }
        return zip(text, value).allSatisfy { $0.lowercased == $1.lowercased }
    }

    private func contains(_ text: ArraySlice<UInt8>) -> Bool {
        guard !value.isEmpty, text.count >= value.count else { return false }
        return (text.startIndex...text.endIndex - value.count).contains { starts(text[$0...]) }
    }
}

extension Selector {
    /// Whether a part counts elements of one name, which costs more than counting all.
    fileprivate var countsTypes: Bool {
        alternatives.contains { complex in
            ([complex.subject] + complex.ancestors.map(\.compound)).contains { compound in
                (compound.tests
                    + compound.tests.flatMap { test in
                        if case .not(let others) = test { others.flatMap(\.tests) } else { [Selector.Test]() }
                    }).contains { if case .nthChild(_, _, true) = $0 { true } else { false } }
            }
        }
    }
}

/// Counts the children of an element, for `:nth-child()` and its relatives.
struct ChildPlace {
    private var count = 0
    private var total = 0
    private var counts: [UInt32: Int] = [:]
    private var totals: [UInt32: Int] = [:]

    /// An element's number from the start and from the end, among all elements and among those with its name.
    struct Numbers {
        var all = (fromStart: 0, fromEnd: 0)
        var ofType = (fromStart: 0, fromEnd: 0)
    }

    /// Moves to the next child. The first call counts all children, for numbers from the end.
    mutating func next(_ id: NodeID, in tree: HTMLTree, countsTypes: Bool) -> Numbers {
        if count == 0 { countAll(from: id, in: tree, countsTypes: countsTypes) }
        count += 1
        var numbers = Numbers()
        numbers.all = (count, total - count + 1)
        if countsTypes {
            let name = tree.nodes[id.index].name
            counts[name, default: 0] += 1
            let number = counts[name] ?? 0
            numbers.ofType = (number, (totals[name] ?? 0) - number + 1)
        }
        return numbers
    }

    private mutating func countAll(from first: NodeID, in tree: HTMLTree, countsTypes: Bool) {
        var next: NodeID? = first
        while let id = next {
            if tree.kind(of: id) == .element {
                total += 1
                if countsTypes { totals[tree.nodes[id.index].name, default: 0] += 1 }
            }
            next = tree.nextSibling(of: id)
        }
    }
}
