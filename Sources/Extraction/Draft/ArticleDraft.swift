import HTML
import System

/// The body of a page while parts of it are removed, moved and made into other elements.
///
/// A new draft has its nodes in the order of the document, so that parents come before their children.
struct ArticleDraft {
    let tree: HTMLTree
    var nodes: [DraftNode] = []
    /// For each node, what is in it.
    var counts: [ElementCounts] = []
    /// For each node, how much it looks like the article. Empty until an attempt begins.
    var scores: [Float] = []
    /// Whether browsers show a field for a password.
    var hasPassword = false
    var unseen = UnseenTexts()

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
    func tag(of id: DraftID) -> HTMLTag { nodes[id.index].tag }
    @inline(__always)
    func isText(_ id: DraftID) -> Bool { nodes[id.index].traits.contains(.isText) }

    /// The node after `id` in document order; nil at the end of `root`.
    @inline(__always)
    func node(after id: DraftID, in root: DraftID) -> DraftID? { firstChild(of: id) ?? nodePast(id, in: root) }

    /// The node after `id` and its descendants.
    func nodePast(_ id: DraftID, in root: DraftID) -> DraftID? { nodePast(id, in: root) { _ in } }

    /// The same, for those who have to know which elements end before it.
    @inline(__always)
    func nodePast(_ id: DraftID, in root: DraftID, leaving leave: (DraftID) -> Void) -> DraftID? {
        var id = id
        while id != root {
            leave(id)
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

    /// The nodes inside the root for which `isWanted` holds, except those inside others.
    func outermost(where isWanted: (DraftID) -> Bool) -> [DraftID] {
        var found: [DraftID] = []
        var next = firstChild(of: .root)
        while let id = next {
            if isWanted(id) {
                found.append(id)
                next = nodePast(id, in: .root)
            } else {
                next = node(after: id, in: .root)
            }
        }
        return found
    }

    /// The first text inside `root` for which `fits` holds; it is called for each text up to that one.
    @inline(__always)
    func firstText(
        in root: DraftID, most: Int = .max, where fits: (UnsafeBufferPointer<UInt8>) -> Bool
    ) -> DraftID? {
        var next: DraftID? = root
        var left = most
        while let id = next, left > 0 {
            if isText(id), tree.withUTF8(of: nodes[id.index].source, fits) { return id }
            next = node(after: id, in: root)
            left -= 1
        }
        return nil
    }

    /// The first element inside `root` for which `isWanted` holds. A box in an article has no more nodes than are looked at.
    func first(in root: DraftID, where isWanted: (DraftID) -> Bool) -> DraftID? {
        var next = node(after: root, in: root)
        var left = 2000
        while let id = next, left > 0 {
            if !isText(id), isWanted(id) { return id }
            next = node(after: id, in: root)
            left -= 1
        }
        return nil
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

/// A node of a draft and its relatives, in 32 bytes.
struct DraftNode {
    var parent = DraftID.none
    var previous = DraftID.none
    var next = DraftID.none
    var first = DraftID.none
    var last = DraftID.none
    /// Where the text or the attributes are in the page's tree; meaningless for elements that the page doesn't have.
    var source: NodeID
    /// What an element is by now; cleaning changes it.
    var tag: HTMLTag
    var traits: Traits
    var hints: Hints

    struct Traits: OptionSet {
        let rawValue: UInt16
        static let isText = Traits(rawValue: 1)
        /// Only white space.
        static let isBlank = Traits(rawValue: 2)
        /// Made here, so that it has no attributes.
        static let isMade = Traits(rawValue: 4)
        /// Has a block somewhere inside.
        static let holdsBlock = Traits(rawValue: 8)
        /// A link, or an edit, that has more than inline content.
        static let holdsFlow = Traits(rawValue: 16)
        /// Has a video, a table of data or a line of a recipe somewhere inside, or is one.
        static let isKept = Traits(rawValue: 32)
        static let isDataTable = Traits(rawValue: 64)
        /// Is compared with others by its score.
        static let hasScore = Traits(rawValue: 128)
        /// A link within the page.
        static let leadsNearby = Traits(rawValue: 256)
        /// Shows the author, as its attributes say.
        static let namesAuthor = Traits(rawValue: 512)
        /// The text of an article, as its attributes say.
        static let isMarkedAsBody = Traits(rawValue: 1024)
        static let isMarkedAsArticle = Traits(rawValue: 2048)
        /// The main part of the page, as its attributes say.
        static let isMarkedAsMain = Traits(rawValue: 4096)
        /// A menu, a dialogue or the like, as its attributes say.
        static let hasRoleOfOthers = Traits(rawValue: 8192)
    }

    /// What its class and its id say, apart from each other.
    struct Hints {
        var ofClass: ClassHints = []
        var ofID: ClassHints = []

        mutating func formUnion(_ other: Hints) {
            ofClass.formUnion(other.ofClass)
            ofID.formUnion(other.ofID)
        }

        var all: ClassHints { ofClass.union(ofID) }
    }
}

/// A node of a draft: its index in the draft's arrays.
struct DraftID: Hashable {
    let number: UInt32

    init(_ index: Int) {
        number = UInt32(index)
    }

    private init(number: UInt32) {
        self.number = number
    }

    /// The root: the page's body.
    static let root = DraftID(0)
    /// No node.
    static let none = DraftID(number: .max)

    @inline(__always)
    var index: Int { Int(number) }

    /// Nil for `none`.
    @inline(__always)
    var ifAny: DraftID? { self == .none ? nil : self }
}

extension ArticleDraft {
    /// Makes an element with no place yet.
    mutating func make(_ tag: HTMLTag) -> DraftID {
        let id = DraftID(nodes.count)
        // It has no source; that of the root is as good as any.
        nodes.append(DraftNode(source: nodes[0].source, tag: tag, traits: .isMade, hints: .init()))
        counts.append(ElementCounts())
        if !scores.isEmpty { scores.append(0) }
        return id
    }

    /// Moves a node into an element, as its last child, together with its counts.
    mutating func move(_ id: DraftID, into element: DraftID) {
        unlink(id)
        link(id, to: element)
        counts[element.index] += counts[id.index]
    }

    /// Puts a node without a place before another.
    mutating func insert(_ id: DraftID, before next: DraftID) {
        let parent = nodes[next.index].parent
        let previous = nodes[next.index].previous
        nodes[id.index].parent = parent
        nodes[id.index].next = next
        nodes[id.index].previous = previous
        nodes[next.index].previous = id
        if previous == .none { nodes[parent.index].first = id } else { nodes[previous.index].next = id }
    }

    /// Puts a descendant in the place of an element; what else the element has is lost.
    mutating func replace(_ id: DraftID, with inner: DraftID) {
        unlink(inner)
        insert(inner, before: id)
        unlink(id)
    }

    /// Adds a node without a place as the last child.
    mutating func link(_ id: DraftID, to parent: DraftID) {
        let last = nodes[parent.index].last
        nodes[id.index].parent = parent
        nodes[id.index].previous = last
        if last == .none { nodes[parent.index].first = id } else { nodes[last.index].next = id }
        nodes[parent.index].last = id
    }

    /// Puts a node without a place before everything in an element.
    mutating func insertFirst(_ id: DraftID, in element: DraftID) {
        if let first = firstChild(of: element) { insert(id, before: first) } else { link(id, to: element) }
    }

    /// Takes a node out, with the counts left as they are.
    mutating func unlink(_ id: DraftID) {
        let (parent, previous, next) = (nodes[id.index].parent, nodes[id.index].previous, nodes[id.index].next)
        if previous != .none {
            nodes[previous.index].next = next
        } else if parent != .none {
            nodes[parent.index].first = next
        }
        if next != .none {
            nodes[next.index].previous = previous
        } else if parent != .none {
            nodes[parent.index].last = previous
        }
        (nodes[id.index].parent, nodes[id.index].previous, nodes[id.index].next) = (.none, .none, .none)
    }

    /// What becomes of an element that a walk has reached.
    enum Entry {
        case goIn, passBy, remove
    }

    /// Walks through the elements inside `root`, and removes those for which `enter` says so before their content, or
    /// `leave` after it. The counts are corrected as the walk leaves an element, so that depth costs nothing; before, they
    /// have what was inside at the beginning.
    mutating func walk(
        in root: DraftID, entering enter: (inout ArticleDraft, DraftID) -> Entry = { _, _ in .goIn },
        leaving leave: (ArticleDraft, DraftID) -> Bool = { _, _ in false }
    ) {
        // What the elements around the walk have lost, the root first.
        var lost = [ElementCounts()]
        var next = firstChild(of: root)
        while let id = next {
            var isRemoved = false
            if !isText(id) {
                switch enter(&self, id) {
                case .goIn:
                    if let child = firstChild(of: id) {
                        lost.append(ElementCounts())
                        next = child
                        continue
                    }
                    isRemoved = leave(self, id)
                case .passBy: isRemoved = leave(self, id)
                case .remove: isRemoved = true
                }
            }
            next = finish(id, isRemoved, &lost, root, leave)
        }
        correct(root, by: lost[0])
    }

    /// Leaves an element, and those that end with it. Returns the node that follows.
    private mutating func finish(
        _ id: DraftID, _ isRemoved: Bool, _ lost: inout [ElementCounts], _ root: DraftID,
        _ leave: (ArticleDraft, DraftID) -> Bool
    ) -> DraftID? {
        var (id, isRemoved) = (id, isRemoved)
        while let around = parent(of: id) {
            let next = nextSibling(of: id)
            if isRemoved {
                lost[lost.count - 1] += counts[id.index]
                unlink(id)
            }
            if next != nil || around == root { return next }
            let inner = lost.removeLast()
            counts[around.index] -= inner
            lost[lost.count - 1] += inner
            isRemoved = leave(self, around)
            id = around
        }
        return nil
    }

    /// Takes a node out, and corrects the counts of the elements around it.
    mutating func remove(_ id: DraftID) {
        if let around = parent(of: id) { correct(around, by: counts[id.index]) }
        unlink(id)
    }

    /// Subtracts what an element has lost from its counts, and from those of the elements around it.
    private mutating func correct(_ id: DraftID, by lost: ElementCounts) {
        guard lost != ElementCounts() else { return }
        var next: DraftID? = id
        while let around = next {
            counts[around.index] -= lost
            next = parent(of: around)
        }
    }
}
