/// The open elements at a position, and which of them a tag closes.
struct OpenElements {
    struct Element {
        let name: Range<Int>
        let hash: NameHash
        let traits: ElementTraits
        var hasChildren = false
    }

    private(set) var all: [Element] = []
    /// The depth of the innermost open title, description or similar.
    private(set) var partDepth: Int?

    /// The number of outermost elements of SVG or MathML among them.
    private var foreign = 0

    var innermost: Element? { all.last }

    /// Whether to expect names of other languages.
    var isForeign: Bool { foreign > 0 }

    var part: Element? { partDepth.map { all[$0] } }

    var isEmpty: Bool { all.isEmpty }

    func contains(where matches: (Element) -> Bool) -> Bool { all.contains(where: matches) }

    mutating func open(_ element: Element) {
        addEmptyChild()
        if partDepth == nil, !element.traits.isDisjoint(with: [.holdsText, .holdsHTML]) { partDepth = all.count }
        all.append(element)
        if element.traits.contains(.foreign) { foreign += 1 }
    }

    /// Records an element without content.
    mutating func addEmptyChild() {
        if !all.isEmpty { all[all.count - 1].hasChildren = true }
    }

    mutating func close() -> Element? {
        guard let element = all.popLast() else { return nil }
        if partDepth == all.count { partDepth = nil }
        if element.traits.contains(.foreign) { foreign -= 1 }
        return element
    }
}

extension OpenElements {
    /// Returns the number of elements to close before a start tag is valid.
    func closedByStart(of hash: NameHash, _ traits: ElementTraits) -> Int {
        if traits.contains(.item) {
            // Items are in a feed, never in each other.
            guard let parent = all.lastIndex(where: { $0.traits.contains(.holdsItems) }) else { return 0 }
            return all.count - 1 - parent
        }
        if let part, let partDepth, endsPart(part, traits) { return all.count - partDepth }
        if traits.contains(.endedByNext), innermost?.hash == hash { return 1 }
        return 0
    }

    // A text ends where the feed's next part begins, and so does HTML if it has no such element.
    private func endsPart(_ part: Element, _ traits: ElementTraits) -> Bool {
        guard traits.contains(.feed) else { return false }
        return part.traits.contains(.holdsText) || !traits.contains(.html)
    }

    /// Returns the number of elements that an end tag closes; nil if none of the open ones is its own.
    func closedByEnd(of hash: NameHash, _ traits: ElementTraits) -> Int? {
        guard let depth = all.lastIndex(where: { $0.hash == hash }) else { return nil }
        // HTML in a description doesn't end the elements around it.
        if let partDepth, depth < partDepth, !traits.contains(.feed) { return nil }
        return all.count - depth
    }
}
