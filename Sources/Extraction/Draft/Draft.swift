import HTML

/// The body of a page while parts of it are removed, moved and made into other elements.
///
/// A new draft has its nodes in the order of the document, so that parents come before their children.
struct Draft {
    let tree: HTMLTree
    var nodes: [DraftNode] = []
    /// For each node, what is in it.
    var counts: [Counts] = []
    /// For each node, how much it looks like the article. Empty until an attempt begins.
    var scores: [Float] = []

    init(_ tree: HTMLTree) {
        self.tree = tree
    }

    @inline(__always)
    func parent(of id: DraftID) -> DraftID? { nodes[id.index].parent.ifAny }
    @inline(__always)
    func firstChild(of id: DraftID) -> DraftID? { nodes[id.index].first.ifAny }
    @inline(__always)
    func lastChild(of id: DraftID) -> DraftID? { nodes[id.index].last.ifAny }
    @inline(__always)
    func nextSibling(of id: DraftID) -> DraftID? { nodes[id.index].next.ifAny }
    @inline(__always)
    func tag(of id: DraftID) -> Tag { nodes[id.index].tag }
    @inline(__always)
    func isText(_ id: DraftID) -> Bool { nodes[id.index].traits.contains(.isText) }

    /// The node after `id` in document order; nil at the end of `root`.
    @inline(__always)
    func node(after id: DraftID, in root: DraftID) -> DraftID? { firstChild(of: id) ?? nodePast(id, in: root) }

    /// The node after `id` and its descendants.
    func nodePast(_ id: DraftID, in root: DraftID) -> DraftID? {
        var id = id
        while id != root {
            if let next = nextSibling(of: id) { return next }
            guard let parent = parent(of: id) else { return nil }
            id = parent
        }
        return nil
    }

    func children(of id: DraftID) -> [DraftID] {
        var found: [DraftID] = []
        var next = firstChild(of: id)
        while let child = next {
            found.append(child)
            next = nextSibling(of: child)
        }
        return found
    }

    func hasOnlyChildren(_ id: DraftID, where isExpected: (DraftID) -> Bool) -> Bool {
        var next = firstChild(of: id)
        while let child = next {
            guard isExpected(child) else { return false }
            next = nextSibling(of: child)
        }
        return true
    }

    func firstElement(of id: DraftID) -> DraftID? {
        var next = firstChild(of: id)
        while let child = next, isText(child) { next = nextSibling(of: child) }
        return next
    }

    /// The only child element, whatever text is beside it.
    func onlyElement(of id: DraftID) -> DraftID? {
        guard let first = firstElement(of: id) else { return nil }
        var next = nextSibling(of: first)
        while let child = next, isText(child) { next = nextSibling(of: child) }
        return next == nil ? first : nil
    }

    func ancestors(of id: DraftID) -> [DraftID] {
        var found: [DraftID] = []
        var next = parent(of: id)
        while let ancestor = next {
            found.append(ancestor)
            next = parent(of: ancestor)
        }
        return found
    }

    /// Whether one of the next elements around a node fits.
    @inline(__always)
    func isInside(_ id: DraftID, levels: Int = .max, where fits: (DraftNode) -> Bool) -> Bool {
        var next = parent(of: id)
        var left = levels
        while let ancestor = next, left > 0 {
            if fits(nodes[ancestor.index]) { return true }
            next = parent(of: ancestor)
            left -= 1
        }
        return false
    }

    func contains(_ ancestor: DraftID, _ id: DraftID) -> Bool {
        var next: DraftID? = id
        while let around = next {
            if around == ancestor { return true }
            next = parent(of: around)
        }
        return false
    }

    /// The elements inside `root` for which `isWanted` holds, in document order.
    func elements(in root: DraftID, where isWanted: (DraftNode) -> Bool) -> [DraftID] {
        var found: [DraftID] = []
        var next = node(after: root, in: root)
        while let id = next {
            if !isText(id), isWanted(nodes[id.index]) { found.append(id) }
            next = node(after: id, in: root)
        }
        return found
    }

    /// The value of an attribute that the element has on the page.
    func utf8(_ attribute: HTML.Attribute, of id: DraftID) -> ArraySlice<UInt8>? {
        let node = nodes[id.index]
        return node.traits.contains(.isMade) ? nil : tree.utf8(attribute, of: node.source)
    }

    func value(_ attribute: HTML.Attribute, of id: DraftID) -> String? {
        utf8(attribute, of: id).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The text inside a node, on one line; no more than about `most` bytes of it are read.
    func text(of root: DraftID, upTo most: Int = .max) -> String {
        var text: [UInt8] = []
        var next: DraftID? = root
        // What follows the last letter may be thousands of empty elements.
        var lettersLeft = counts[root.index].letters
        while let id = next, text.count < most, lettersLeft > 0 {
            if isText(id) {
                text += tree.utf8(of: nodes[id.index].source)
                lettersLeft -= counts[id.index].letters
            }
            next = node(after: id, in: root)
        }
        return text.onOneLine
    }

    /// Whether a node is part of a line of text.
    func isInline(_ id: DraftID) -> Bool {
        let node = nodes[id.index]
        if node.traits.contains(.isText) { return true }
        return node.tag.isInlineAsItsContent ? !node.traits.contains(.holdsFlow) : node.tag.isInline
    }

    /// Whether nothing but white space or a line break.
    func isBlank(_ id: DraftID) -> Bool { nodes[id.index].traits.contains(.isBlank) || tag(of: id) == .br }
}
