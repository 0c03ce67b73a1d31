import System

extension HTMLTree {
    /// The matches of a path from a node, each once and in document order. None if finding them takes too many steps.
    package func matches(of path: XPath, in root: NodeID? = nil) -> [XPath.Match] {
        var walk = XPathWalk(self)
        let found = path.paths.flatMap { walk.items(at: $0, from: [.node(root ?? self.root)]) }
        let inOrder = path.paths.count > 1 ? walk.inOrder(found) : found
        guard !walk.isOver else { return [] }
        return inOrder.map { item in
            switch item {
            case .node(let id): .node(id)
            case .attribute(let id, _): .attribute(of: id, value: String(decoding: walk.text(of: item), as: UTF8.self))
            }
        }
    }
}

/// Follows paths through a tree.
private struct XPathWalk {
    enum Item: Equatable {
        case node(NodeID)
        case attribute(NodeID, UInt32)
    }

    /// An item among the results of a step, with its position for conditions.
    private struct Place {
        let item: Item
        let position: Int
        let last: Int
    }

    private let tree: HTMLTree
    /// The number of nodes and pieces of text that may still be examined.
    private var left: Int
    /// The position of each node in the document, once it is needed.
    private var ranks: [UInt32] = []

    var isOver: Bool { left < 0 }

    init(_ tree: HTMLTree) {
        self.tree = tree
        left = HTMLLimits.stepsOfPath + HTMLLimits.stepsOfPathForNode * tree.nodes.count
    }

    mutating func items(at path: [XPath.Step], from start: [Item]) -> [Item] {
        var items = start
        for step in path {
            var found: [Item] = []
            for item in items {
                var group = candidates(of: step, from: item)
                for condition in step.conditions {
                    let last = group.count
                    var kept: [Item] = []
                    for (index, item) in group.enumerated()
                    where accepts(condition, Place(item: item, position: index + 1, last: last)) {
                        kept.append(item)
                    }
                    group = kept
                }
                found += group
            }
            items = items.count > 1 ? inOrder(found) : found
        }
        return items
    }

    private mutating func candidates(of step: XPath.Step, from item: Item) -> [Item] {
        guard case .node(let id) = item, left >= 0 else { return step.axis == .itself ? [item] : [] }
        var found: [Item] = []
        switch step.axis {
        case .itself: if passes(id, step.test) { found.append(item) }
        case .parent: if let parent = tree.parent(of: id), passes(parent, step.test) { found.append(.node(parent)) }
        case .child:
            var next = firstChild(of: id)
            while let child = next {
                if passes(child, step.test) { found.append(.node(child)) }
                next = tree.nextSibling(of: child)
            }
        case .descendant, .descendantOrSelf:
            var next: NodeID? = id
            while let node = next {
                if node != id || step.axis == .descendantOrSelf, passes(node, step.test) { found.append(.node(node)) }
                next = firstChild(of: node) ?? tree.nodePast(node, in: id)
            }
        case .attribute:
            let wanted: UInt32?
            if case .name(let name) = step.test {
                wanted = tree.attributeNames.known(Array(name.utf8)) ?? .max
            } else {
                wanted = nil
            }
            for attribute in tree.attributes(of: id) where wanted == nil || attribute.name == wanted {
                found.append(.attribute(id, attribute.name))
            }
            left -= 1
        }
        return found
    }

    /// The first child. None for a template, whose content is a separate document.
    private func firstChild(of id: NodeID) -> NodeID? {
        tree.nodes[id.index].isHTML(.template) ? nil : tree.firstChild(of: id)
    }

    private mutating func passes(_ id: NodeID, _ test: XPath.Test) -> Bool {
        left -= 1
        switch test {
        case .anyNode: return true
        case .anyName: return tree.kind(of: id) == .element
        case .text: return tree.kind(of: id) == .text
        case .name(let name):
            return tree.kind(of: id) == .element
                && tree.elementNames[tree.nodes[id.index].name].elementsEqual(name.utf8)
        }
    }

    /// The items in document order, each once.
    mutating func inOrder(_ items: [Item]) -> [Item] {
        if ranks.isEmpty { rankAll() }
        let isSorted = zip(items, items.dropFirst()).allSatisfy { rank($0) < rank($1) }
        guard !isSorted else { return items }
        var found: [Item] = []
        for item in items.sorted(by: { rank($0) < rank($1) }) where found.last != item { found.append(item) }
        return found
    }

    private func rank(_ item: Item) -> UInt64 {
        switch item {
        case .node(let id): UInt64(ranks[id.index]) << 32
        case .attribute(let id, let name): UInt64(ranks[id.index]) << 32 + UInt64(name) + 1
        }
    }

    private mutating func rankAll() {
        ranks = [UInt32](repeating: 0, count: tree.nodes.count)
        var rank: UInt32 = 0
        var next: NodeID? = .document
        while let id = next {
            ranks[id.index] = rank
            rank += 1
            next = tree.node(after: id, in: .document)
        }
    }
}

// Conditions.
extension XPathWalk {
    private mutating func accepts(_ condition: XPath.Expression, _ place: Place) -> Bool {
        condition.isNumber ? number(condition, place) == place.position : holds(condition, place)
    }

    private mutating func holds(_ condition: XPath.Expression, _ place: Place) -> Bool {
        switch condition {
        case .path(let steps): return !items(at: steps, from: [place.item]).isEmpty
        case .text, .concatenated, .normalised: return !text(condition, place).isEmpty
        case .number, .position, .last: return number(condition, place) != 0
        case .contains(let text, let part):
            let text = self.text(text, place)
            let part = self.text(part, place)
            left -= 1 + text.count * part.count / 256
            return left >= 0 && text.firstRange(of: part) != nil
        case .starts(let text, let part): return self.text(text, place).starts(with: self.text(part, place))
        case .not(let condition): return !holds(condition, place)
        case .both(let one, let other): return holds(one, place) && holds(other, place)
        case .either(let one, let other): return holds(one, place) || holds(other, place)
        case .compared(let one, let comparison, let other):
            if one.isNumber || other.isNumber {
                guard let one = number(one, place), let other = number(other, place) else { return false }
                return comparison.holds(one, other)
            }
            // A path equals a text if any of its matches does.
            let (texts, others) = (texts(one, place), texts(other, place))
            left -= 1 + texts.count * others.count / 4
            return left >= 0 && texts.contains { text in others.contains { comparison.holds(text, $0) } }
        }
    }

    private mutating func number(_ value: XPath.Expression, _ place: Place) -> Int? {
        switch value {
        case .number(let number): number
        case .position: place.position
        case .last: place.last
        default: Int(String(decoding: text(value, place), as: UTF8.self))
        }
    }

    private mutating func texts(_ value: XPath.Expression, _ place: Place) -> [String] {
        guard case .path(let steps) = value else { return [String(decoding: text(value, place), as: UTF8.self)] }
        var texts: [String] = []
        for item in items(at: steps, from: [place.item]) {
            texts.append(String(decoding: text(of: item), as: UTF8.self))
        }
        return texts
    }

    private mutating func text(_ value: XPath.Expression, _ place: Place) -> [UInt8] {
        switch value {
        case .text(let text): return Array(text.utf8)
        case .path(let steps): return items(at: steps, from: [place.item]).first.map { text(of: $0) } ?? []
        case .concatenated(let values):
            var joined: [UInt8] = []
            for value in values { joined += text(value, place) }
            return joined
        case .normalised(let value):
            let words = text(value, place).split { $0.isHTMLSpace }
            return Array(words.joined(separator: [UInt8.space]))
        case .number, .position, .last: return Array(String(number(value, place) ?? 0).utf8)
        default: return Array((holds(value, place) ? "true" : "false").utf8)
        }
    }

    /// The text of an item. It costs one step per node inside, and more if it is long.
    mutating func text(of item: Item) -> [UInt8] {
        switch item {
        case .attribute(let id, let name):
            let value = tree.value(of: name, of: id) ?? []
            left -= value.count / 16
            return Array(value)
        case .node(let root):
            var text: [UInt8] = []
            var next: NodeID? = root
            while let id = next, left >= 0 {
                left -= 1
                if tree.kind(of: id) == .text || id == root && tree.kind(of: id) == .comment {
                    let piece = tree.bytes(of: tree.nodes[id.index].text)
                    text += piece
                    left -= piece.count / 16
                }
                next = tree.node(after: id, in: root)
            }
            return text
        }
    }
}
