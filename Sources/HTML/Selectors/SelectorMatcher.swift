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
