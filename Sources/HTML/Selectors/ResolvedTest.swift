/// A test of a selector, with names as the numbers of one tree.
enum ResolvedTest {
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
        // Comments don't count. Texts are never empty.
        var next = tree.firstChild(of: id)
        while let child = next {
            if tree.kind(of: child) != .comment { return false }
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
    var countsTypes: Bool {
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
